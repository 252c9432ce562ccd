"""Forms about pairs. The services check what is filled in; a refusal is shown at its field."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from django import forms
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from evaluation.services.errors import Refused
from evaluation.services.generation import words_of
from evaluation.services.pairs.languages import checked_language

PASTED = "pasted.txt"


# The core's names of what a pair consists of, and what the form calls them.
FIELDS = {"id": "pair_id", "l1.tree": "l1_tree", "l2.tokens": "l2_text", "l1.lang": "l1_lang", "l2.lang": "l2_lang"}


def add_refusal(refusal: Refused, form: forms.Form) -> None:
    """Put a refusal at the field it is about, or above the form."""
    field = FIELDS.get(refusal.field or "", refusal.field)
    form.add_error(field if field in form.fields else None, refusal.message)


class CollectionForm(forms.Form):
    collection = forms.CharField(label=_("Name of the collection"), max_length=120)


class MultipleFileInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class MultipleFileField(forms.FileField):
    """Several files in one field."""

    widget = MultipleFileInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        return [super(MultipleFileField, self).clean(file, initial) for file in data or []]


class UploadForm(forms.Form):
    # No list of endings to choose from: x.en, x.hi and x.parse end in any language, and would be greyed out.
    file = forms.FileField(label=_("File"), required=False, allow_empty_file=True, widget=forms.FileInput)
    text = forms.CharField(
        label=_("… or paste the rows here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
    )
    collection = forms.CharField(
        label=_("Collection"),
        required=False,
        max_length=120,
        help_text=_("One of your collections, or a name for a new one. If empty, it is named after the file."),
        widget=forms.TextInput(attrs={"list": "own-collections", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), (data.get("text") or "").strip()
        if "file" not in self.errors and not file and not text:
            self.add_error("file", __("Choose a file, or paste rows below."))
        if file and text:
            self.add_error("text", __("Send a file or pasted rows, not both."))
        return data

    def upload_arguments(self) -> dict[str, Any]:
        """The arguments of ``uploads.receive``."""
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        name = file.name if file else PASTED
        default = PurePath(name).stem if file else __("Pasted pairs")
        chunks = file.chunks() if file else [text.encode()]
        return {"name": name, "chunks": chunks, "collection": self.cleaned_data["collection"].strip() or default}


class LanguageField(forms.CharField):
    """A language by its code or its name, offered while one types; what comes out is a code."""

    widget = forms.TextInput(attrs={"list": "languages", "autocomplete": "off"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        try:
            return checked_language(typed, field="")
        except Refused as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class MappingForm(forms.Form):
    """Which columns of plain text hold the sentences, in which languages; and the files that go with it."""

    l1_lang = LanguageField(label=_("First language"), help_text=_("Its code or its name: en, English"))
    first = forms.ChoiceField(label=_("Column with its sentences"), required=False)
    l2_lang = LanguageField(label=_("Second language"), help_text=_("Its code or its name: hi, Hindi"))
    second = forms.ChoiceField(label=_("Column with its sentences"), required=False)
    ids = forms.ChoiceField(label=_("Ids of the pairs"), required=False)
    has_header = forms.BooleanField(label=_("The first row names the columns"), required=False)
    further = MultipleFileField(
        label=_("Files that go with it"),
        required=False,
        help_text=_(
            "All at once: the other sentences (x.hi beside x.en), trees (x.parse) and links (x.align) if you have any. "
            "What is missing is proposed. CoNLL-U with the other sentence in a comment (# text_hi = …) needs none."
        ),
    )
    lexicon = forms.FileField(
        label=_("A word list of your own"),
        required=False,
        help_text=_(
            "Two columns, text or a spreadsheet: a word and its counterpart, in the order of the languages. It is kept "
            "with the collection and used for whatever is proposed in it later; a new list takes its place."
        ),
    )
    keeps_odd_rows = forms.BooleanField(
        label=_("Take rows also where the language looks wrong or the sentences are repeated"), required=False
    )

    def __init__(self, *args: Any, columns: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(number, name) for name, number in columns]
        for name in ("first", "second", "ids"):
            none = [("", __("the row's number"))] if name == "ids" else []
            self.fields[name].choices = [*none, *choices]  # type: ignore[attr-defined]
        for name in ("first", "second", "ids", "has_header") if not columns else ("further",):
            del self.fields[name]

    def choose_arguments(self) -> dict[str, Any]:
        """The arguments of ``uploads.choose``."""
        data = self.cleaned_data
        columns = [data[name] for name in ("first", "second", "ids") if data.get(name)]
        lexicon = data.get("lexicon")
        return {
            "languages": [data["l1_lang"].strip(), data["l2_lang"].strip()],
            "columns": columns,
            "header": "auto" if "has_header" not in data else "yes" if data["has_header"] else "no",
            "keeps_odd_rows": data["keeps_odd_rows"],
            "lexicon": (lexicon.name, lexicon.chunks()) if lexicon else None,
            "further": [(file.name, file.chunks()) for file in data.get("further") or []],
        }


class TwoSentencesForm(forms.Form):
    """Two plain sentences, and what a helper or a person adds to them."""

    l1_lang = LanguageField(label=_("First language"), initial="en", help_text=_("Its code or its name"))
    l1_text = forms.CharField(label=_("First sentence"), max_length=2000)
    l2_lang = LanguageField(label=_("Second language"), initial="hi", help_text=_("Its code or its name"))
    l2_text = forms.CharField(label=_("Second sentence"), max_length=2000)
    l1_tree = forms.CharField(
        label=_("Tree of the first sentence"),
        required=False,
        max_length=50_000,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "mono"}),
    )
    alignment = forms.CharField(
        label=_("Links"),
        required=False,
        max_length=20_000,
        help_text=_("Position in the first sentence, a hyphen, position in the second, counted from 0."),
        widget=forms.TextInput(attrs={"class": "mono", "autocomplete": "off", "spellcheck": "false"}),
    )
    collection = forms.CharField(label=_("Collection"), required=False, max_length=120)
    pair_id = forms.CharField(label=_("Id of the pair"), required=False, max_length=200)

    def pair_json(self) -> dict[str, Any]:
        """The pair as one line of a file would give it."""
        data = self.cleaned_data
        return {
            "id": data["pair_id"] or "-",
            "l1": {"lang": data["l1_lang"].strip(), "tree": data["l1_tree"]},
            "l2": {"lang": data["l2_lang"].strip(), "tokens": words_of(data["l2_text"], data["l2_lang"].strip())},
            "alignment": data["alignment"],
        }
