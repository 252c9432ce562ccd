"""The catalogues of translations: which texts judges read, and which of them a language still lacks.

Researchers' pages are in English, so a catalogue has only what a judge can meet: found in the files listed here, and
the messages of Django's own forms. A catalogue's entry wins over Django's.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils import translation
from django.utils.translation.template import templatize

KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "_now", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "context_lazy"), ((1, "c"), 2)),
}
TEMPLATES = (
    *("rating/**/*.html", "errors/*.html", "base.html", "footer.html", "messages.html", "navigation.html"),
    *("home/judge.html", "home/participations.html", "home/stranger.html"),
    *("accounts/confirm_email.html", "accounts/erase.html", "accounts/locked_out.html", "accounts/password.html"),
    *("accounts/profile.html", "accounts/sign_in.html", "accounts/token.html"),
    *("registration/email_*.txt", "registration/password_*"),
)
MODULES = (
    *("pages/rating/*.py", "pages/errors.py", "middleware/readable_text.py"),
    *("pages/accounts/forms.py", "pages/accounts/profile.py", "pages/accounts/passwords.py"),
    *("pages/accounts/sign_in.py", "pages/accounts/own_data.py", "pages/accounts/own_token.py"),
    *("services/rating/*.py", "services/accounts/email_address.py", "services/accounts/personal_data.py"),
    *("services/studies/invitations.py", "services/studies/locks.py", "services/studies/defaults.py"),
    *("services/studies/reminders.py", "services/studies/questionnaire/answers.py"),
    *("services/studies/questionnaire/checked.py", "services/studies/questionnaire/kinds.py"),
    *("services/studies/questionnaire/ready_made.py", "services/accounts/tokens.py"),
    *(
        "models/participation.py",
        "models/place.py",
        "models/marked_word.py",
        "models/user.py",
        "models/visible_names.py",
    ),
)
# In those files, but only researchers and administrators read them.
NOT_FOR_JUDGES = frozenset(
    {
        *("Studies", "Pairs", "Table 1 of the paper", "Profile", "Jobs", "People", "Admin", "Role", "Code"),
        *("role", "name", "person", "people", "language of the pages", "two-factor sign-in"),
        *("to be rated", "rated", "given away", "rated late, surplus"),
        *("no password", "valid", "expired", "revoked", "by password", "a whole number", "a vocabulary check"),
        *("one of several answers", "any of several answers", "a point on a scale (Likert item)"),
        *("languages, with age of acquisition and proficiency", "%(low)d to %(high)d %%"),
        *("Two-factor sign-in", "on", "Recovery codes, or turn it off", "Set it up", "signs in with a password"),
        "The code was wrong too often. For safety, no code is taken for %(minutes)s minute.",
        *("Only judges of an open study are reminded.", "Remind the judges of “%s”", "Writing to the judges"),
        "There is nobody to remind: all have finished, have no address, or were reminded today.",
        *("%d judge was written to.", "The message to %(to)s was not sent: %(why)s"),
        "This person owns %(count)d study. Give it to somebody else first.",
        *("Language background", "Switching habits", "Attitude to switching", "Vocabulary check"),
    }
)
# What Django's forms, fields and password rules say to judges.
FRAMEWORK = (
    "This field is required.",
    "Select a valid choice. %(value)s is not one of the available choices.",
    "Enter a valid email address.",
    "Null characters are not allowed.",
    "Email",
    "Old password",
    "New password",
    "New password confirmation",
    "Your old password was entered incorrectly. Please enter it again.",
    "Your password can’t be too similar to your other personal information.",
    "Your password can’t be a commonly used password.",
    "Your password can’t be entirely numeric.",
    "Enter the same password as before, for verification.",
    "The two password fields didn’t match.",
    "This password is too common.",
    "This password is entirely numeric.",
    "The password is too similar to the %(verbose_name)s.",
    "Password",
)
FRAMEWORK_PLURALS = (
    (
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    (
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    (
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
)
FIRST_WRITTEN = datetime(2026, 11, 16, tzinfo=UTC)


class Text(NamedTuple):
    """What is to be translated; ``plural`` and ``context`` may be empty."""

    words: str
    plural: str = ""
    context: str = ""

    @property
    def id(self) -> Any:
        return (self.words, self.plural) if self.plural else self.words


def judges_texts() -> list[Text]:
    """Everything of ours that a judge can read, each once, in the order of the files."""
    found = [*_of_templates(), *_of_modules()]
    return [text for text in dict.fromkeys(found) if text.words not in NOT_FOR_JUDGES]


def framework_texts() -> list[Text]:
    return [*(Text(words) for words in FRAMEWORK), *(Text(*both) for both in FRAMEWORK_PLURALS)]


def _of_templates() -> Iterator[Text]:
    folder = settings.ROOT / "templates"
    for path in sorted({path for pattern in TEMPLATES for path in folder.glob(pattern)}):
        # As Python, of which only the indentation is none.
        source = templatize(path.read_text(encoding="utf-8"))
        yield from _texts_in("\n".join(line.strip() for line in source.splitlines()))


def _of_modules() -> Iterator[Text]:
    folder = settings.ROOT / "evaluation"
    for path in sorted({path for pattern in MODULES for path in folder.glob(pattern)}):
        yield from _texts_in(path.read_text(encoding="utf-8"))


def _texts_in(source: str) -> Iterator[Text]:
    for _line, function, given, _comments in extract_python(BytesIO(source.encode()), KEYWORDS, [], {}):
        words = [given] if isinstance(given, str) else [each for each in given if isinstance(each, str)]
        if not words or not words[0]:
            continue
        if "pgettext" in function or function == "context_lazy":
            yield Text(words[1], context=words[0])
        else:
            yield Text(words[0], words[1] if "ngettext" in function and len(words) > 1 else "")


# -- A catalogue -------------------------------------------------------------------------------------


def folder_of(locale: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES"


def _empty(locale: str) -> Catalog:
    """Without a date, so that two runs write the same file."""
    words = f"# {Locale.parse(locale).english_name} for everything a judge reads."
    return Catalog(
        locale=locale,
        project="CSwitch",
        version="1",
        header_comment=words,
        creation_date=FIRST_WRITTEN,
        revision_date=FIRST_WRITTEN,
        last_translator="CSwitch",
        language_team="CSwitch",
        msgid_bugs_address="CSwitch",
        fuzzy=False,
    )


def read_catalogue(locale: str) -> Catalog:
    """As it is stored; an empty one where there is none yet."""
    path = folder_of(locale) / "django.po"
    if not path.exists():
        return _empty(locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def update_catalogue(locale: str) -> Catalog:
    """Add what is missing, empty, and take out what is no longer used; write it, and compile it."""
    Locale.parse(locale)
    before, after = read_catalogue(locale), _empty(locale)
    for text in [*judges_texts(), *framework_texts(), *_corrected_names(before)]:
        kept = before.get(text.words, text.context or None)
        same = kept is not None and bool(kept.pluralizable) == bool(text.plural)
        after.add(text.id, kept.string if same and kept else None, context=text.context or None)
    write_catalogue(after, folder_of(locale))
    return after


def write_catalogue(catalogue: Catalog, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "django.po").open("wb") as file:
        write_po(file, catalogue, width=0, omit_header=False, ignore_obsolete=True)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, catalogue)


def _corrected_names(catalogue: Catalog) -> list[Text]:
    """Names of languages that the catalogue says otherwise than CLDR (`language_names`)."""
    return [Text(str(entry.id), context="language") for entry in catalogue if entry.context == "language"]


def untranslated(locale: str) -> list[Text]:
    """What a judge would read in English. Of Django's own messages, those that neither we nor Django translate."""
    catalogue = read_catalogue(locale)
    ours = [text for text in judges_texts() if not _is_said(catalogue, text)]
    with translation.override(locale.replace("_", "-").lower()):
        theirs = [text for text in framework_texts() if translation.gettext(text.words) == text.words]
    return ours + [text for text in theirs if not text.plural and not _is_said(catalogue, text)]


def _is_said(catalogue: Catalog, text: Text) -> bool:
    entry = catalogue.get(text.words, text.context or None)
    if entry is None or not entry.string:
        return False
    return all(entry.string) if isinstance(entry.string, tuple | list) else True
