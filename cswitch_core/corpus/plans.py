"""The plan of a run, kept beside its results: another request over the same directory is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cswitch_core.corpus.errors import CorpusError
from cswitch_core.files import whole_file


def stamp(file: Path) -> list[str | int]:
    """Return what tells one state of a file from another."""
    return [str(file), file.stat().st_size, file.stat().st_mtime_ns]


def keep_plan(path: Path, plan: dict[str, Any]) -> None:
    """Write the plan of a new run; raise ``CorpusError`` if there is one of something else."""
    if not path.exists():
        with whole_file(path) as stream:
            json.dump(plan, stream, indent=1)
        return
    earlier = json.loads(path.read_text(encoding="utf-8"))
    changed = [name for name, value in plan.items() if earlier.get(name) != value]
    if changed:
        raise CorpusError(
            f"{path.parent} holds the results of another request (other {', '.join(changed)}); "
            "choose an empty directory, or ask for the same"
        )
