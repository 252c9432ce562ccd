"""Results as sentences that a person would say, for the summary, the comparison and the paragraphs of a paper.

Numbers are written as the tables write them; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.services.generation import constraint_words
from evaluation.services.results.agreement import AgreementInShort
from evaluation.services.results.cells import models_of_cell
from evaluation.services.results.choices.preferences import Contrast as Preference
from evaluation.services.results.comparison import Verdict
from evaluation.services.results.contrasts import Contrast
from evaluation.services.results.formatting import (
    EVEN,
    LEVEL,
    end_of_interval,
    end_of_share,
    three_decimals,
    two_decimals,
    whole_percent,
)
from evaluation.services.studies.sampling.condition_words import MATCH, REGION, is_model
from evaluation.services.studies.sampling.methods import CONTROL, PICKED
from evaluation.statistics.figure import Figure
from evaluation.statistics.other_judges import UNANIMOUS
from evaluation.statistics.two_models import DIFFERENT, EQUIVALENT, UNDECIDED

# Krippendorff's customary marks.
TENTATIVE, GOOD = 0.667, 0.8


# -- Numbers ---------------------------------------------------------------------------------------------------------


def from_to(figure: Figure) -> str:
    """ "0.10 to 0.70"; empty where there is no interval."""
    if figure.low is None or figure.high is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": end_of_interval(figure.low), "high": end_of_interval(figure.high)}


def percent(share: float) -> str:
    return f"{whole_percent(share)} %"


def percent_from_to(figure: Figure) -> str:
    """ "51 to 80 %"; an end that would read as an even share and is none has more decimals."""
    if figure.low is None or figure.high is None:
        return ""
    low, high = (end_of_share(end) for end in (figure.low, figure.high))
    return _("%(low)s to %(high)s %%") % {"low": low, "high": high}


def points(share: float) -> str:
    """A share of 1 as points, with one decimal where there is one."""
    return end_of_interval(100 * share, 1).removesuffix(".0")


def p_words(p: float | None) -> str:
    """
    >>> p_words(0.0123), p_words(0.0001), p_words(0.0497), p_words(None)
    ('p = .012', 'p < .001', 'p = .0497', '')
    """
    if p is None:
        return ""
    return "p < .001" if p < 0.001 else f"p = {three_decimals(p)}".replace("= 0.", "= .")


def listed(names: Sequence[str]) -> str:
    """
    >>> listed(["EC0"]), listed(["EC0", "ML0", "ML2"])
    ('EC0', 'EC0, ML0 and ML2')
    """
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


# -- Which sentences -------------------------------------------------------------------------------------------------


def which_sentences(name: str) -> str:
    """What follows “sentences” or “those” for a condition, a cell or a source.

    >>> which_sentences("EC0 - ML2"), which_sentences("EC0 & ML2 only"), which_sentences("corpus")
    ('that EC0 but not ML2 generates', 'that only EC0 and ML2 generate', 'from “corpus”')
    """
    region, match = REGION.fullmatch(name), MATCH.fullmatch(name)
    if region and is_model(region[1]) and is_model(region[3]):
        words = _("that %(first)s but not %(second)s generates")
        both = _("that both %(first)s and %(second)s generate")
        return (words if region[2] == "-" else both) % {"first": region[1], "second": region[3]}
    if models := models_of_cell(name):
        return ngettext("that only %s generates", "that only %s generate", len(models)) % listed(models)
    if match and is_model(match[1]):
        words = (
            _("that break %(constraint)s of %(theory)s")
            if match[3] == "broken"
            else _("that keep %(constraint)s of %(theory)s")
        )
        return words % {"constraint": constraint_words(match[2]), "theory": match[1]}
    if is_model(name):
        return _("drawn for %s") % name
    known = {"none of the models": _("that none of the models generates"), PICKED: _("picked by hand")}
    if name == CONTROL or name.startswith(f"{CONTROL}: "):
        return _("drawn as controls")
    return known.get(name) or _("from “%s”") % name


def sentences_words(name: str) -> str:
    return _("sentences %s") % which_sentences(name)


# -- Contrasts -------------------------------------------------------------------------------------------------------


def contrast_words(contrast: Contrast) -> str:
    """ "Sentences that ML2 but not EC0 generates are rated 0.40 points higher than those …; 95 % interval …"."""
    difference, p = contrast.raw.difference, contrast.raw.p_holm
    first, second = which_sentences(contrast.first), which_sentences(contrast.second)
    if difference.value is None:
        said = _("How sentences %(first)s and those %(second)s differ within pairs cannot be said: %(reason)s.")
        return said % {"first": first, "second": second, "reason": difference.reason}
    if difference.value < 0:
        first, second, difference = second, first, turned(difference)
    words = {"first": first, "second": second, "points": two_decimals(difference.value or 0.0)}
    if words["points"] == "0.00":
        said = _("Sentences %(first)s are on average rated as high as those %(second)s") % words
    else:
        said = _("Sentences %(first)s are rated %(points)s points higher than those %(second)s") % words
    said += _contrast_end(difference, p, pairs=contrast.raw.p.n)
    return said + (f" {for_these_sentences()}" if contrast.for_these_sentences else "")


def for_these_sentences() -> str:
    return _("It holds for these sentences, since none was drawn at random.")


def turned(difference: Figure) -> Figure:
    """The same difference the other way round."""
    value, low, high = (None if one is None else -one for one in (difference.value, difference.low, difference.high))
    return Figure(value, high, low, difference.n, difference.reason)


def _contrast_end(difference: Figure, p: float | None, *, pairs: int) -> str:
    of_pairs = ngettext("%d pair", "%d pairs", pairs) % pairs
    if difference.low is None or difference.high is None:
        return _("; %s, too few for an interval, so no difference can be told.") % of_pairs
    words = {"interval": from_to(difference), "p": p_words(p), "pairs": of_pairs}
    if not is_told(difference):
        said = _("; 95 %% interval %(interval)s, so no difference can be told")
    elif p is None or p < LEVEL:
        said = _("; 95 %% interval %(interval)s")
    else:
        said = _("; 95 %% interval, by itself, %(interval)s, but beside the other contrasts no difference can be told")
    return (said + _(" (%(p)s after Holm's correction, %(pairs)s).")) % words


def is_told(difference: Figure) -> bool:
    """The interval leaves 0 out."""
    return difference.bounds is not None and (difference.bounds[0] > 0 or difference.bounds[2] < 0)


# -- Two models ------------------------------------------------------------------------------------------------------


def verdict_words(two: Verdict) -> str:
    """Equivalent, different, undecided, or why it cannot be said."""
    found = two.difference
    words = {"first": two.first, "second": two.second, "more": two.more, "margin": points(found.margin)}
    if found.verdict == EQUIVALENT and found.differs:
        return (
            _(
                "Equivalent: %(more)s generates more accepted sentences that the other does not, but by less than the "
                "margin (%(margin)s points)."
            )
            % words
        )
    if found.verdict == EQUIVALENT:
        return _("Equivalent: they differ by less than the margin (%(margin)s points).") % words
    if found.verdict == DIFFERENT:
        return _("Different: %(more)s generates more accepted sentences that the other does not.") % words
    if found.verdict == UNDECIDED:
        return (
            _(
                "Undecided: these ratings show neither a difference nor that it is less than the margin (%(margin)s "
                "points)."
            )
            % words
        )
    return _("Cannot be said: %s.") % found.p.reason


def uncorrected_words(number: int) -> str:
    return _("These %d verdicts are not corrected for their number.") % number


def difference_words(two: Verdict) -> str:
    """The difference of completeness behind the verdict; empty where there is none."""
    wide = two.difference.completeness
    if wide.value is None:
        return ""
    words = {"first": two.first, "second": two.second, "points": points(wide.value)}
    # In the table of models completeness may be of more: of what others generate, and of controls.
    said = _("Completeness of %(first)s within their union less that of %(second)s: %(points)s points") % words
    if wide.low is None or wide.high is None:
        return f"{said}."
    words = {"low": points(wide.low), "high": points(wide.high), "p": p_words(two.difference.p.value)}
    return said + _(" (95 %% interval %(low)s to %(high)s, %(p)s).") % words


# -- Agreement, choices, costs ---------------------------------------------------------------------------------------


def agreement_words(found: AgreementInShort) -> str:
    """How far judges agree, by Krippendorff's alpha and its customary marks."""
    alpha = found.alpha
    if alpha.value is None:
        return _("How far judges agree cannot be said: %s.") % alpha.reason
    said = _agreement_beginning(alpha.value, alpha)
    mark = GOOD if alpha.value >= GOOD else TENTATIVE
    if alpha.low is not None and 0 < alpha.low < mark <= alpha.value:
        said += _(", or less well than that")
    interval = _(" (95 %% interval %s)") % from_to(alpha) if from_to(alpha) else ""
    if alpha.reason == UNANIMOUS:
        interval = _(" (no interval: %s)") % alpha.reason
    marks = _("; %(good).3f and %(tentative).3f are the customary marks") % {"good": GOOD, "tentative": TENTATIVE}
    return f"{said}: α = {two_decimals(alpha.value)}{interval}{marks}."


def _agreement_beginning(value: float, alpha: Figure) -> str:
    """Where 0 may be the truth, nothing is said for agreement; without an interval nothing about how much there is.

    Judges who agreed throughout have no interval either, but nothing speaks against their agreeing.
    """
    if value <= 0 or (alpha.low is not None and alpha.low <= 0):
        return _("No agreement of judges beyond chance can be told")
    if alpha.low is None and alpha.reason != UNANIMOUS:
        return _("How well judges agree cannot be told (%s)") % alpha.reason
    if value >= GOOD:
        return _("Judges agree well")
    if value >= TENTATIVE:
        return _("Judges agree enough for tentative conclusions")
    return _("Judges agree in part")


def preference_words(preference: Preference) -> str:
    """Which of two conditions is preferred, of the choices of either."""
    decided, alike = preference.tally.decided, preference.tally.shares[2]
    first, second = which_sentences(preference.first), which_sentences(preference.second)
    if decided.value is None:
        return _("Between sentences %(first)s and those %(second)s nobody chose.") % {"first": first, "second": second}
    if decided.value < 0.5:
        first, second, decided = second, first, preference.tally.swapped.decided
    words = {
        "share": percent(decided.value or 0.0),
        "first": first,
        "second": second,
        "alike": percent(alike.value or 0.0),
    }
    if preference.tally.alike:
        said = _(
            "Sentences %(first)s were chosen in %(share)s of the decided choices between them and those %(second)s"
        )
    else:
        said = _("Sentences %(first)s were chosen in %(share)s of the choices between them and those %(second)s")
    said %= words
    said += _preference_end(decided, preference.p_holm)
    if decided.low is not None and preference.is_of_one_pair:
        said += _("; this is for this sentence pair only")
    if preference.tally.alike:
        said += _("; “both alike” was said in %(alike)s of all these choices") % words
    return said + ngettext("; %d choice.", "; %d choices.", preference.tally.n) % preference.tally.n


def _preference_end(decided: Figure, p_holm: float | None) -> str:
    words = {"interval": percent_from_to(decided), "p": p_words(p_holm), "reason": decided.reason or _("no interval")}
    if decided.low is None:
        said = _(" (%(reason)s), so no preference can be told")
    elif decided.low <= EVEN:
        said = _(" (95 %% interval %(interval)s; %(p)s after Holm's correction), so no preference can be told")
    elif p_holm is None or p_holm < LEVEL:
        said = _(" (95 %% interval %(interval)s; %(p)s after Holm's correction)")
    else:
        said = _(
            " (95 %% interval, by itself, %(interval)s), but beside the other contrasts no preference can be told "
            "(%(p)s after Holm's correction)"
        )
    return said % words


def cost_words(
    theory: str, constraint: str, cost: Figure, *, matched: bool = False, p_holm: float | None = None
) -> str:
    """What breaking a constraint costs in points; `matched`: without a model, interval and p by one test."""
    words = {"constraint": constraint_words(constraint), "theory": theory, "reason": cost.reason}
    if cost.value is None:
        return _("What breaking %(constraint)s of %(theory)s costs cannot be said: %(reason)s.") % words
    words |= {"points": two_decimals(cost.value), "interval": from_to(cost), "p": p_words(p_holm)}
    said = _("Breaking %(constraint)s of %(theory)s costs %(points)s points of the scale") % words
    if words["interval"] and is_told(cost) and p_holm is not None and p_holm >= LEVEL:
        said += _(" (95 %% interval, by itself, %(interval)s)") % words
        unsure = _(", but beside the other constraints no cost can be told (%s after Holm's correction)")
        said += unsure % p_words(p_holm)
    elif words["interval"] and matched and p_holm is not None:
        said += _(" (95 %% interval %(interval)s; %(p)s after Holm's correction)") % words
        said += "" if is_told(cost) else _(", so no cost can be told")
    elif words["interval"]:
        said += _(" (95 %% interval %(interval)s)") % words
        said += "" if is_told(cost) else _(", so no cost can be told")
    else:
        said += _(" (%s), so no cost can be told") % (cost.reason or _("no interval"))
    return said + (_(", from matched pairs, for these judges.") if matched else ".")
