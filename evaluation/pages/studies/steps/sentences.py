from __future__ import annotations

from collections import defaultdict
from typing import Any

from django import forms
from django.db.models import Avg, Count, Max, Min
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from evaluation.models import FIRST_CHECK, Study, User
from evaluation.pages.studies.steps.base import LONGEST_LIST, Files, Parts, RowForm, Step, kept, offer, row_formset
from evaluation.pages.studies.uploaded_file import TextFileField
from evaluation.services import generation, studies
from evaluation.services.studies.sampling import MOST_PER_PAIR, SamplingMethod
from evaluation.services.studies.sampling.methods import LONGEST_SOURCE

GUESSES_SHOWN = 50
CELLS_SHOWN = ":200"
# Between a theory and its constraint in the value of a checkbox.
SEPARATOR = ": "
COUNT: dict[str, Any] = {"min_value": 1, "max_value": MOST_PER_PAIR, "required": False}


class SentencesForm(forms.Form):
    uniform = forms.BooleanField(label=_("At random from each model"), required=False)
    uniform_count = forms.IntegerField(label=_("Sentences per pair and model"), initial=2, **COUNT)
    regions = forms.BooleanField(label=_("From the regions of two models"), required=False)
    regions_first = forms.ChoiceField(label=_("First model"), required=False)
    regions_second = forms.ChoiceField(label=_("Second model"), required=False)
    regions_count = forms.IntegerField(label=_("Sentences per pair and region"), initial=2, **COUNT)
    controls = forms.BooleanField(label=_("Controls that no chosen model generates"), required=False)
    controls_count = forms.IntegerField(label=_("Controls per pair"), initial=1, **COUNT)
    matched = forms.BooleanField(label=_("Matched pairs by constraint"), required=False)
    matched_constraints = forms.MultipleChoiceField(
        label=_("Constraints to be broken"), widget=forms.CheckboxSelectMultiple, required=False
    )
    matched_count = forms.IntegerField(label=_("Matches per pair and constraint"), initial=2, **COUNT)
    matched_same_others = forms.BooleanField(
        label=_("Nothing else changes"),
        help_text=_("Both sentences of a match break the same constraints of the study's other theories."),
        required=False,
    )
    known_controls = forms.BooleanField(label=_("Controls whose answer is known"), required=False)
    known_controls_count = forms.IntegerField(label=_("Pairs to make them from"), initial=6, **COUNT)
    picked = forms.CharField(
        label=_("Picked by hand"),
        help_text=_("One a line: the pair's id, a tab or a bar |, and the sentence."),
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": "paper-1 | Saturday is boring uss nazariye se"}),
        max_length=LONGEST_LIST,
        required=False,
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=2**63 - 1,
        help_text=_("Any whole number. The same seed draws the same sentences."),
    )
    monolingual = forms.BooleanField(label=_("Draw sentences in one language too"), required=False)
    whole_sentences = forms.BooleanField(
        label=_("Draw only whole sentences"),
        help_text=_(
            "Leaves out sentences in which a word without a counterpart is missing beside the word it belongs to, is "
            "there without it, or is said in both languages. Otherwise judges rate such gaps instead of the switch."
        ),
        required=False,
    )

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.study = study
        for which in ("regions_first", "regions_second"):
            offer(self, which, [(name, name) for name in study.models_chosen])
        offer(self, "matched_constraints", constraint_choices(study))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for way in ("uniform", "regions", "controls", "matched", "known_controls"):
            if cleaned.get(way) and cleaned.get(f"{way}_count") is None and f"{way}_count" not in self.errors:
                self.add_error(f"{way}_count", _now("Say how many."))
        return cleaned

    def clean_picked(self) -> list[dict[str, Any]]:
        return sentences_in(self.cleaned_data["picked"], self.study, pair_needed=True)

    def choices(self) -> list[dict[str, Any]]:
        sent, found = self.cleaned_data, []
        if sent["uniform"]:
            found.append({"way": SamplingMethod.UNIFORM, "count": sent["uniform_count"]})
        if sent["regions"]:
            models = {"first": sent["regions_first"], "second": sent["regions_second"]}
            found.append({"way": SamplingMethod.REGIONS, "count": sent["regions_count"], **models})
        if sent["controls"]:
            found.append({"way": SamplingMethod.CONTROLS, "count": sent["controls_count"]})
        if sent["matched"]:
            constraints = by_theory(sent["matched_constraints"])
            options = {"constraints": constraints, "same_others": sent["matched_same_others"]}
            found.append({"way": SamplingMethod.MATCHED, "count": sent["matched_count"], **options})
        if sent["known_controls"]:
            found.append({"way": SamplingMethod.KNOWN_CONTROLS, "count": sent["known_controls_count"]})
        if sent["picked"]:
            found.append({"way": SamplingMethod.PICKED, "sentences": sent["picked"]})
        return found


def constraint_choices(study: Study) -> list[tuple[str, str]]:
    """The constraints of each of the study's theories, as choices of one field."""
    theories = generation.theories(study.models_chosen)
    named = [f"{theory}{SEPARATOR}{name}" for theory, constraints in theories.items() for name in constraints]
    return [(name, generation.constraint_words(name)) for name in named]


def by_theory(chosen: list[str]) -> dict[str, list[str]]:
    """
    >>> by_theory(["ML2: clauses", "ML2: content", "EC0: positions"])
    {'ML2': ['clauses', 'content'], 'EC0': ['positions']}
    """
    found: dict[str, list[str]] = defaultdict(list)
    for value in chosen:
        theory, _separator, constraint = value.rpartition(SEPARATOR)
        found[theory].append(constraint)
    return dict(found)


class ImportForm(RowForm):
    source = forms.CharField(
        label=_("Source"), max_length=LONGEST_SOURCE, help_text=_("A corpus, or a language model and its version.")
    )
    sentences = forms.CharField(
        label=_("Sentences"),
        help_text=_(
            "One a line; the id of its pair and a bar | before it if it has one. Words no pair has "
            "get a language by their script; if it is wrong, write it behind the word: uss/hi."
        ),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST_LIST,
        required=False,
    )
    file = TextFileField(label=_("Or a text file of such lines"), most_megabytes=2)

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.study = study

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        lines = "\n".join(filter(None, (cleaned.get("sentences", ""), cleaned.get("file", ""))))
        if not self.errors and not lines.strip():
            self.add_error("sentences", _now("Write at least one sentence."))
        try:
            cleaned["list"] = sentences_in(lines, self.study, pair_needed=False)
        except forms.ValidationError as error:
            self.add_error("sentences", error)
        return cleaned


def sentences_in(lines: str, study: Study, *, pair_needed: bool) -> list[dict[str, Any]]:
    """Lines of ``pair id | sentence``; an error names the line."""
    if not lines.strip():
        return []
    pairs = pairs_by_id(study)
    found = []
    for number, line in enumerate(lines.replace("\t", "|").splitlines(), start=1):
        external_id, bar, text = (part.strip() for part in line.partition("|"))
        if not external_id and not text:
            continue
        if not bar and pair_needed:
            raise forms.ValidationError(_now("Line %d: write the pair's id, a bar | and the sentence.") % number)
        if not bar:
            external_id, text = "", external_id
        if external_id and len(pairs[external_id]) != 1:
            message = _now("Line %(line)d: no pair of this study has the id “%(id)s”, or more than one has.")
            raise forms.ValidationError(message % {"line": number, "id": external_id})
        if not text:
            raise forms.ValidationError(_now("Line %d: there is no sentence.") % number)
        found.append({"pair": pairs[external_id][0] if external_id else None, "text": text})
    return found


def pairs_by_id(study: Study) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for external_id, pk in study.pairs.values_list("external_id", "pk"):
        found[external_id].append(pk)
    return found


class SentencesStep(Step):
    name = "sentences"
    title = _("Sentences")
    structural = True

    def parts(self, study: Study, data: QueryDict | None = None, files: Files | None = None) -> Parts:
        form, rows = initial_of(study)
        formset = row_formset(ImportForm)
        return {
            "form": SentencesForm(data, initial=form, study=study),
            "imported": formset(data, files, initial=rows, prefix="imported", form_kwargs={"study": study}),
        }

    def save(self, *, study: Study, actor: User, revision: int, parts: Parts) -> None:
        form, formset = parts["form"], parts["imported"]
        imported = [
            {
                "way": SamplingMethod.IMPORTED,
                "source": row.cleaned_data["source"],
                "sentences": row.cleaned_data["list"],
            }
            for row in kept(formset)
        ]
        studies.set_choices(
            study=study,
            actor=actor,
            revision=revision,
            choices=[*form.choices(), *imported],
            seed=form.cleaned_data["seed"],
            monolingual=form.cleaned_data["monolingual"],
            whole_sentences=form.cleaned_data["whole_sentences"],
        )

    def context(self, study: Study) -> dict[str, Any]:
        drawn = study.items.sentences().filter(number__lt=FIRST_CHECK)
        figures = {
            "count": Count("pk"),
            "least": Min("probability"),
            "mean": Avg("probability"),
            "most": Max("probability"),
        }
        return {
            "conditions": drawn.order_by("condition").values("condition").annotate(**figures),
            "some": drawn.select_related("pair")[:12],
            "total": drawn.count(),
            "pair_count": study.pairs.count(),
            "available": study.available,
            "cells_shown": CELLS_SHOWN,
            # Their languages are guessed, at least in part.
            "guessed": drawn.filter(sentence_key="")[:GUESSES_SHOWN],
        }


def initial_of(study: Study) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    form: dict[str, Any] = {name: getattr(study, name) for name in ("seed", "monolingual", "whole_sentences")}
    form["uniform"] = not study.choices
    names = study.models_chosen
    form |= {"regions_first": names[0], "regions_second": names[-1]} if names else {}
    rows = []
    ids = dict(study.pairs.values_list("pk", "external_id")) if any("sentences" in c for c in study.choices) else {}
    for choice in study.choices:
        lines = "\n".join(_line(sentence, ids) for sentence in choice.get("sentences", ()))
        if choice["way"] == SamplingMethod.IMPORTED:
            rows.append({"source": choice["source"], "sentences": lines})
        elif choice["way"] == SamplingMethod.PICKED:
            form["picked"] = lines
        else:
            form |= {choice["way"]: True, f"{choice['way']}_count": choice["count"]}
            form |= {f"regions_{which}": choice[which] for which in ("first", "second") if which in choice}
        if choice["way"] == SamplingMethod.MATCHED:
            form["matched_same_others"] = choice["same_others"]
            form["matched_constraints"] = [
                f"{theory}{SEPARATOR}{name}" for theory, names in choice["constraints"].items() for name in names
            ]
    return form, rows


def _line(sentence: dict[str, Any], ids: dict[int, str]) -> str:
    return f"{ids.get(sentence['pair'], '?')} | {sentence['text']}" if sentence["pair"] else sentence["text"]
