"""Fitted costs as the weights of a community's grammar, in the form that `cswitch generate --weights` reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from evaluation.services.errors import Refused


def weights_toml(found: Mapping[str, Any], *, theory: str, group: str, about: Sequence[str]) -> str:
    """Of all judges (group: "") or of a group that the answer has; ``about`` is said in comments.

    ``Refused`` where no constraint has a cost.
    """
    rows = next((one for one in found["theories"] if one["theory"] == theory), None)
    if rows is None:
        known = ", ".join(one["theory"] for one in found["theories"])
        raise Refused(_("Costs were fitted for these theories: %s.") % (known or "–"), field="theory")
    costs = (rows["by_group"] or {"costs": []})["costs"] if group else rows["costs"]
    costs = [one for one in costs if one["group"] == group]
    known_costs = [one for one in costs if one["weight"] is not None]
    if not known_costs:
        raise Refused(_("No constraint of %s has an estimated cost in this group.") % theory, field="group")
    lines = [f"# {' '.join(line.split())}" for line in (*about, "A constraint that is not named must be kept.") if line]
    lines += [f"# {one['constraint']}: {one['reason']}" for one in costs if one["weight"] is None]
    lines += ["", f'theory = "{theory}"', "", "[weights]"]
    return "\n".join(lines + [_line(one) for one in known_costs]) + "\n"


def _line(one: Mapping[str, Any]) -> str:
    logits = one["logits"]
    note = f"{logits['value']:.3f} ({logits['low']:.3f} to {logits['high']:.3f}) logits"
    note += f", beside {' + '.join(one['context'])}" if one["context"] else ""
    return f"{one['constraint']} = {one['weight']:.4f}  # {note}"
