"""A folder of axioms that has other names for actions, fluents or phases.

A name is found under the label of the axiom that declares it. If it is not the name in
the shipped axioms (`mystpy.axiom_folder.signature`), a copy of the folder with the
shipped names is loaded in its place; users read and write the names of the folder. So
engines need not know that an action was renamed, and drivers need not be edited.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from mystpy.axiom_folder import files_below
from mystpy.axiom_folder.signature import ACTIONS, DEAL, FLUENTS, PHASES
from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import AxiomError

_LABEL = pattern(r"^% \(([A-Z]?\d[\w.]*)\)(?: (\w+)\()?", re.MULTILINE)
_HEAD = pattern(r"^(?:action|formula)\((\w+)", re.MULTILINE)
_PHASE = pattern(r"^phase\((\w+), \w+\)", re.MULTILINE)
_COMMENT = pattern(r"%[^\n]*")
_WORD = pattern(r"\b[a-z]\w*")
_PHASES = "S2.2.1"


class ReadFolder(NamedTuple):
    """The folder that is loaded, and new names by the shipped ones."""

    folder: Path
    names: Mapping[str, str]


@lru_cache(maxsize=16)
def read_folder(folder: Path, shipped: Path, _stamps: Hashable) -> ReadFolder:
    """Return the folder that is loaded in place of this one, mostly itself.

    Raises AxiomError if a name is a new one in some files only.
    """
    try:
        texts = _texts(folder)
    except OSError:  # reported by whoever reads the axioms
        return ReadFolder(folder, {})
    names = new_names(texts, folder, shipped)
    if not names:
        return ReadFolder(folder, names)
    try:
        copy = _copied(folder, with_shipped_names(texts, names))
    except OSError as error:
        raise AxiomError(
            f"{folder}: the copy with the shipped names cannot be written: {error}",
            hint="free some space, or name a folder that can be written by TMPDIR",
        ) from error
    return ReadFolder(copy, names)


def _copied(folder: Path, texts: Mapping[str, str]) -> Path:
    """Write a temporary folder with these texts, and return where it is."""
    home = tempfile.mkdtemp(prefix="mystpy-")
    atexit.register(_remove, home, os.getpid())
    copy = Path(home) / folder.name
    for name, text in texts.items():
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copy(folder / "register.toml", copy)
    return copy


def _remove(home: str, process: int) -> None:
    """Remove a copy at the end of the process that made it, not of a forked one."""
    if os.getpid() == process:
        shutil.rmtree(home, ignore_errors=True)


def _texts(folder: Path) -> dict[str, str]:
    names = files_below(str(folder))
    return {x: (folder / x).read_bytes().decode("utf-8", "replace") for x in names}


def with_shipped_names(
    texts: Mapping[str, str], names: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts with the names of the shipped axioms in place of new ones."""
    if not names:
        return dict(texts)
    old = {new: name for name, new in names.items()}
    word = re.compile(rf"\b(?:{'|'.join(old)})\b")
    return {x: word.sub(lambda found: old[found[0]], y) for x, y in texts.items()}


def new_names(texts: Mapping[str, str], folder: Path, shipped: Path) -> dict[str, str]:
    """Return what these files call otherwise, by the shipped names; mostly nothing.

    `texts` are those of all files of the folder. Both languages must agree. Raises
    AxiomError if the shipped name is still used, or the new one is another predicate.
    """
    asp, prolog = (dict(_declared(texts, end)) for end in (".lp", ".pl"))
    names = {x: new for x, new in asp.items() if new != x and prolog.get(x) == new}
    if names:
        _require_renamed(texts, names, folder, shipped)
    return names


def _declared(texts: Mapping[str, str], end: str) -> Iterator[tuple[str, str]]:
    """The names that are declared under the labels of shipped names, by these."""
    for file, text in texts.items():
        if os.sep in file or not file.endswith(end):
            continue
        _, *parts = _LABEL.split(text)
        for label, written, block in zip(*[iter(parts)] * 3, strict=True):
            heads = _HEAD.findall(block)
            row = ACTIONS.get(label) or FLUENTS.get(label)
            if row is not None and len(heads) == 1:
                yield row.name, heads[0]
            if label in FLUENTS and written and FLUENTS[label] is not DEAL:
                yield FLUENTS[label].written, written
            if label == _PHASES and len(phases := _PHASE.findall(block)) == len(PHASES):
                yield from zip(PHASES, phases, strict=True)


def _require_renamed(
    texts: Mapping[str, str], names: Mapping[str, str], folder: Path, shipped: Path
) -> None:
    """Raise AxiomError if two things would have one name, or one thing two names."""
    known = {x for text in _texts(shipped).values() for x in _WORD.findall(_bare(text))}
    for name, new in names.items():
        if new in known or list(names.values()).count(new) > 1:
            raise AxiomError(
                f"{folder}: what the shipped axioms call {name} is called {new}, which "
                "is the name of something else",
                hint="take a new name",
            )
        for file in [] if name[0].isupper() else texts:
            bare = _bare(texts[file])
            found = os.sep not in file and re.search(rf"\b{name}\b", bare)
            if found:
                line = bare.count("\n", 0, found.start()) + 1
                raise AxiomError(
                    f"{folder / file}:{line}: {name} is still used here, but it is "
                    f"declared as {new}",
                    hint=f"write {new} in all files of the folder; those in drive/ may "
                    "stay as they are",
                )


def _bare(text: str) -> str:
    """A text without comments, with its lines."""
    return _COMMENT.sub("", text)
