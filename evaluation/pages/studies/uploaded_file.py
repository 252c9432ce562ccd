"""Lists that people send as a file instead of typing them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

MEGABYTE = 1_000_000


class TextFileField(forms.FileField):
    """A file of UTF-8 text, read: what it says, or nothing if none was sent."""

    def __init__(self, *, most_megabytes: int, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.most_megabytes = most_megabytes

    def clean(self, data: Any, initial: Any = None) -> str:
        sent = super().clean(data, initial)
        if not sent:
            return ""
        if sent.size > self.most_megabytes * MEGABYTE:
            raise forms.ValidationError(_("The file is larger than %d MB.") % self.most_megabytes)
        try:
            return str(sent.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("The file is not UTF-8 (byte %d). Save it as UTF-8.") % error.start) from None
