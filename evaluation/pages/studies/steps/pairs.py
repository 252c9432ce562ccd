from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from django import forms
from django.db.models import Count, Q
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from evaluation.models import Collection, Pair, PairState, Study, User
from evaluation.pages.studies.steps.base import LONGEST_LIST, Files, Parts, Step, offer
from evaluation.services import generation, studies
from evaluation.services.errors import Refused

BATCH = 500
# Each model in a few words; one that is registered later goes by its name alone.
WORDS = {
    "EC0": _("switches only where both languages order the constituents alike"),
    "EC1": _("EC0, but nouns and adjectives go with what surrounds them"),
    "ML0": _("one language orders the sentence and embeds constituents of the other"),
    "ML1": _("ML0, but what is embedded may switch back, and clauses are embedded too"),
    "ML2": _("ML1 without fragments that neither language has"),
    "FHC": _("no switch between a functional word and what it goes with"),
    "AN": _("the adjective's language decides whether it stands before or after its noun"),
    "EC0(strict)": _("EC0, rejecting also what its parts and its place call differently"),
    "EC1(second_chance)": _("EC0, and what fails there gets a second chance by EC1"),
    "ML0(matrix=l1)": _("ML0 with the first language ordering the sentence"),
    "ML0(matrix=l2)": _("ML0 with the second language ordering the sentence"),
}


class PairsForm(forms.Form):
    collections = forms.TypedMultipleChoiceField(
        label=_("All pairs of these collections"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )
    with_proposed = forms.BooleanField(
        label=_("Also pairs that nobody has checked yet"),
        help_text=_("Otherwise sentences are drawn from checked pairs only: a wrong link makes wrong sentences."),
        required=False,
    )
    single = forms.CharField(
        label=_("Or single pairs"),
        help_text=_("Ids, one a line; write “collection / id” where two collections have the same id."),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=LONGEST_LIST,
        required=False,
    )
    languages = forms.CharField(
        label=_("Languages"),
        help_text=_(
            "Codes separated by commas, like en, hi: what judges must know, and are told. Empty: those of the pairs."
        ),
        max_length=200,
        required=False,
    )
    models = forms.MultipleChoiceField(label=_("Models"), widget=forms.CheckboxSelectMultiple, required=False)
    variants = forms.CharField(
        label=_("Variants"),
        help_text=_(
            "Models with options, separated by commas, like EC0(junctions=off) or, with costs of its constraints and "
            "the most that a sentence may cost, Weighted(ML2, functional_words=1.6, fragments=0.5, limit=0.5)."
        ),
        max_length=500,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        current = Q(pairs__is_current=True)
        proposed = Count("pairs", filter=current & Q(pairs__state=PairState.PROPOSED))
        counted = Collection.objects.annotate(pair_count=Count("pairs", filter=current), proposed_count=proposed)
        offer(self, "collections", [(each.pk, _with_count(each)) for each in counted.filter(pair_count__gt=0)])
        names = generation.known_models()
        offer(self, "models", [(name, f"{name}: {WORDS[name]}" if name in WORDS else name) for name in names])

    def clean_variants(self) -> list[str]:
        return names_in(self.cleaned_data["variants"])

    def clean_languages(self) -> list[str]:
        return [code for code in map(str.strip, self.cleaned_data["languages"].split(",")) if code]

    def clean_single(self) -> set[int]:
        lines = [line.strip() for line in self.cleaned_data["single"].splitlines()]
        return found_pairs([line for line in lines if line])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("collections") and not cleaned.get("single") and not self.errors:
            self.add_error("collections", _now("Choose at least one pair."))
        if not self.errors and not self.pairs():
            self.add_error(
                "collections", _now("Nobody has checked a pair of it yet. Check some, or tick the box below.")
            )
        return cleaned

    def pairs(self) -> set[int]:
        """All that are to be in the study; pairs named one by one are in it, checked or not."""
        whole = Pair.objects.current().filter(collection__in=self.cleaned_data["collections"])
        if not self.cleaned_data["with_proposed"]:
            whole = whole.checked()
        return {*whole.values_list("pk", flat=True), *self.cleaned_data["single"]}

    def model_names(self) -> list[str]:
        return [*self.cleaned_data["models"], *self.cleaned_data["variants"]]


def _with_count(collection: Collection) -> str:
    count = collection.pair_count  # type: ignore[attr-defined]
    proposed = collection.proposed_count  # type: ignore[attr-defined]
    if proposed:
        words = ngettext(
            "%(name)s (%(count)d pair, %(checked)d checked)", "%(name)s (%(count)d pairs, %(checked)d checked)", count
        )
    else:
        words = ngettext("%(name)s (%(count)d pair)", "%(name)s (%(count)d pairs)", count)
    return words % {"name": collection.name, "count": count, "checked": count - proposed}


def names_in(text: str) -> list[str]:
    """Names separated by commas, those inside brackets left alone."""
    names, depth, name = [], 0, ""
    for sign in f"{text},":
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth <= 0:
            names.append(name.strip())
            name = ""
        else:
            name += sign
    return [name for name in [*names, name.strip().rstrip(",")] if name]


def found_pairs(lines: list[str]) -> set[int]:
    """The current pairs with these ids; an error names the line that no pair, or more than one, answers to."""
    by_id: dict[str, list[tuple[str, int]]] = defaultdict(list)
    ids = [line.rpartition(" / ")[2].strip() for line in lines]
    for start in range(0, len(ids), BATCH):
        rows = Pair.objects.current().filter(external_id__in=ids[start : start + BATCH])
        for external_id, collection, pk in rows.values_list("external_id", "collection__name", "pk"):
            by_id[external_id].append((collection, pk))
    return {_found(number, line, by_id) for number, line in enumerate(lines, start=1)}


def _found(number: int, line: str, by_id: dict[str, list[tuple[str, int]]]) -> int:
    collection, _slash, external_id = (part.strip() for part in line.rpartition(" / "))
    matches = [pk for name, pk in by_id[external_id] if not collection or name == collection]
    if len(matches) == 1:
        return matches[0]
    if matches:
        message = _now("Line %(line)d: several collections have a pair “%(id)s”; write “collection / %(id)s”.")
    else:
        message = _now("Line %(line)d: there is no pair “%(id)s”. Copy its id from the list of pairs.")
    raise forms.ValidationError(message % {"line": number, "id": external_id})


class PairsStep(Step):
    name = "pairs"
    title = _("Pairs and models")
    structural = True

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        return {"form": PairsForm(data, initial=None if data is not None else initial_of(study))}

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form = parts["form"]
        try:
            studies.set_pairs(
                study=study,
                actor=actor,
                revision=revision,
                pairs=form.pairs(),
                models=form.model_names(),
                languages=form.cleaned_data["languages"],
            )
        except Refused as refused:
            wrong = "variants" if refused.field == "models" and form.cleaned_data["variants"] else refused.field
            refused.field = "collections" if wrong == "pairs" else wrong
            raise

    def context(self, study: Study) -> dict[str, Any]:
        outdated = study.pairs.filter(is_current=False).count() if not studies.is_locked(study) else 0
        counts = study.pairs.aggregate(all=Count("pk"), proposed=Count("pk", filter=Q(state=PairState.PROPOSED)))
        return {"pair_count": counts["all"], "proposed_count": counts["proposed"], "outdated": outdated}


def initial_of(study: Study) -> dict[str, Any]:
    """Collections of which every pair, or every checked one, is in the study are ticked; of others pairs are listed."""
    chosen = Counter(study.pairs.filter(is_current=True).values_list("collection_id", flat=True))
    with_proposed = study.pairs.filter(state=PairState.PROPOSED).exists()
    offered_pairs = Pair.objects.current() if with_proposed else Pair.objects.current().checked()
    sizes = dict(
        offered_pairs.filter(collection__in=chosen).order_by().values_list("collection_id").annotate(Count("pk"))
    )
    whole = [collection for collection, count in chosen.items() if sizes.get(collection) == count]
    rest = study.pairs.exclude(is_current=True, collection__in=whole).values_list("collection__name", "external_id")
    offered = generation.known_models()
    models = study.models_chosen if study.pairs.exists() else studies.FIRST_MODELS
    return {
        "collections": whole,
        "with_proposed": with_proposed and bool(whole),
        "single": "\n".join(f"{collection} / {external_id}" for collection, external_id in rest),
        "languages": ", ".join(study.languages),
        "models": [name for name in models if name in offered],
        "variants": ", ".join(name for name in study.models_chosen if name not in offered),
    }
