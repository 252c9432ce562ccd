"""Sites that send judges for pay or credit: how their addresses carry a participant's id, and whether ids arrive.

In an address to be pasted, a placeholder stands for the id; the site puts the id in its place. An id that still looks
like a placeholder was never replaced. Mechanical Turk has no such placeholders: it tells the page of a task who reads
it, so a link in that page takes the id along. The task cannot be the study itself, which no other site may frame.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluation.models import Study

ADDRESS = "ADDRESS"
TASK_OF_MECHANICAL_TURK = """\
<p><a id="study" target="_blank" rel="noopener">Open the study</a></p>
<script>
  const worker = new URLSearchParams(location.search).get("workerId");
  if (worker) document.getElementById("study").href = "ADDRESS?workerId=" + encodeURIComponent(worker);
</script>"""
UNREPLACED = re.compile(r"\{\{|\}\}|\$\{|%[A-Za-z_]+%|…")


@dataclass(frozen=True)
class CrowdSite:
    name: str
    # What the site calls a participant's id, and what is pasted there; ``ADDRESS`` is the join link.
    parameter: str
    pasted: str
    hint: str | Promise


CROWD_SITES = (
    CrowdSite(
        "Prolific",
        "PROLIFIC_PID",
        "ADDRESS?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}",
        _("Paste it as the study link, with “I'll use URL parameters”. Each end has its own code."),
    ),
    CrowdSite(
        "Mechanical Turk",
        "workerId",
        TASK_OF_MECHANICAL_TURK,
        _(
            "Paste it into the layout of a survey link task, in the place of its link. Workers see the link once they "
            "have accepted the task, and write the code from the end of the study into it."
        ),
    ),
    CrowdSite("Sona", "survey_code", "ADDRESS?survey_code=%SURVEY_CODE%", _("Paste it as the study address.")),
)


@dataclass(frozen=True)
class PasteAddress:
    """``text`` is an address, or lines of HTML around it."""

    site: str
    text: str
    hint: str | Promise


def addresses_to_paste(study: Study, join_address: str) -> list[PasteAddress]:
    """What to paste for each site that calls the id as the study does; a site we do not know gets an address too."""
    parameter = study.participant_parameter
    if not parameter:
        return []
    fitting = [site for site in CROWD_SITES if site.parameter == parameter]
    if fitting:
        return [PasteAddress(site.name, site.pasted.replace(ADDRESS, join_address), site.hint) for site in fitting]
    hint = _("Put what your site writes for the participant's id in the place of the three dots.")
    return [PasteAddress("", f"{join_address}?{parameter}=…", hint)]


def other_sites(study: Study) -> list[CrowdSite]:
    """Sites that would need the id under another name."""
    return [site for site in CROWD_SITES if site.parameter != study.participant_parameter]


def is_unreplaced(external_id: str) -> bool:
    """
    >>> is_unreplaced("{{%PROLIFIC_PID%}}"), is_unreplaced("${workerId}"), is_unreplaced("5f3a0c")
    (True, True, False)
    """
    return bool(UNREPLACED.search(external_id))


@dataclass(frozen=True)
class Arrivals:
    """How many judges brought an id, and when the last of them was invited."""

    with_id: int
    without_id: int
    last_at: datetime | None


def arrivals(study: Study) -> Arrivals:
    with_id = ~Q(external_id="")
    counted = study.participations.aggregate(
        with_id=Count("pk", filter=with_id),
        without_id=Count("pk", filter=~with_id),
        last_at=Max("invited_at", filter=with_id),
    )
    return Arrivals(**counted)
