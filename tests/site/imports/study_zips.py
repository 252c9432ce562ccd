"""Zips of studies: made, changed, and brought back on an empty site."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile

import pytest

from evaluation.models import (
    Collection,
    Item,
    Job,
    MarkedWord,
    Pair,
    Participation,
    Place,
    Rating,
    RatingChange,
    Study,
    User,
)
from evaluation.services import exports, imports
from evaluation.services.errors import Refused
from evaluation.services.jobs import Progress


def zipped(study: Study, folder) -> bytes:
    target = folder / "study.zip"
    exports.export_zip(study=study, target=target)
    return target.read_bytes()


def empty_the_site() -> None:
    """All that a study consists of is gone, and its judges; who runs studies stays."""
    for model in (Job, MarkedWord, RatingChange, Rating, Place, Participation, Item, Study, Pair, Collection):
        model.objects.all().delete()
    User.objects.filter(role="judge").delete()


def brought_back(content: bytes, folder, owner, **more) -> Study:
    path = folder / "sent.zip"
    path.write_bytes(content)
    return imports.bring_in(path=path, owner=owner, progress=Progress(), **more).study


def check_round_trip(study: Study, folder, owner) -> Study:
    """Export, lose everything, bring it back, export again: the same bytes."""
    before = zipped(study, folder)
    empty_the_site()
    again = brought_back(before, folder, owner)
    assert differing(before, zipped(again, folder)) == []
    return again


def differing(before: bytes, after: bytes) -> list[str]:
    """The files that differ, for a message that says more than two heaps of bytes; the zips themselves otherwise."""
    one, two = zipfile.ZipFile(io.BytesIO(before)), zipfile.ZipFile(io.BytesIO(after))
    names = sorted(set(one.namelist()) ^ set(two.namelist()))
    names += [name for name in one.namelist() if name in two.namelist() and one.read(name) != two.read(name)]
    return names or ([] if before == after else ["the zip itself"])


def repacked(content: bytes, *, sums: bool = True, **changes: bytes | None) -> bytes:
    """The zip with some files exchanged (None: left out), and with checksums that hold all the same."""
    source, target = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    files = {name: source.read(name) for name in source.namelist()}
    for name, changed in changes.items():
        path = name.replace("__", "/").replace("_dot_", ".")
        files = {one: text for one, text in files.items() if one != path}
        if changed is not None:
            files[path] = changed
    if sums:
        files.pop("SHA256SUMS", None)
        listed = sorted((name, hashlib.sha256(text).hexdigest()) for name, text in files.items())
        files["SHA256SUMS"] = "".join(f"{digest}  {name}\n" for name, digest in listed).encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return target.getvalue()


def check_refused(content: bytes, words: str, folder, owner, **more) -> None:
    """Refused with these words in the message, and nothing is stored."""
    before = [model.objects.count() for model in (Study, Pair, Collection, User, Job)]
    with pytest.raises(Refused, match=re.escape(words)):
        brought_back(content, folder, owner, **more)
    assert [model.objects.count() for model in (Study, Pair, Collection, User, Job)] == before


def changed_line(content: bytes, name: str, **changes) -> dict[str, bytes]:
    """The first row of a file of rows, with other values."""
    first, *others = zipfile.ZipFile(io.BytesIO(content)).read(f"study/{name}.jsonl").splitlines()
    row = json.loads(first) | changes
    return {f"study__{name}_dot_jsonl": b"\n".join([json.dumps(row).encode(), *others, b""])}


def changed_head(content: bytes, **changes) -> dict[str, bytes]:
    head = json.loads(zipfile.ZipFile(io.BytesIO(content)).read("study/study.json"))
    return {"study__study_dot_json": json.dumps(head | changes).encode()}
