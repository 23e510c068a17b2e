"""The formulas of chapter 2 in Coq, by their labels, and whether they have changed.

The block of a formula begins with a comment `(* (2.16) ... *)`, which has the text of
the axiom files, and ends where its proof begins. Its definition or theorem has a name
of its own, and a second name for the label, which a line such as `Notation ax_2_16 :=
poss_no` introduces.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from re import DOTALL

from mystpy.axioms import SUFFIXES, Block, blocks, proofs_dir, text_hash
from mystpy.compilation import pattern
from mystpy.files.toml import file_text

_LABEL = pattern(r"^ *\(\* \((S?\d[\d.]*[a-z]?)\) ")
_COMMENT = pattern(r" *\(\* \(\S+\) (.*?) *\*\)\n", DOTALL)
_NEW_LINE = pattern(r"\n *")
_END = pattern(r"^( *Proof\b|$)")
_OURS = "BELG"
"""The beginning of labels that the thesis does not have; Coq has none of them."""


def coq_files() -> tuple[Path, ...]:
    """Return the existing files, in the order in which they are compiled."""
    folder = proofs_dir()
    if folder is None:
        return ()
    lines = file_text(folder / "_CoqProject").splitlines()
    files = (folder / line for line in lines if line.endswith(".v"))
    return tuple(path for path in files if path.exists())


@cache
def coq_blocks() -> dict[str, Block]:
    """Return the statement of each label in Coq, with the comment before it."""
    found: dict[str, Block] = {}
    for path in coq_files():
        lines = file_text(path).splitlines(keepends=True)
        for start, line in enumerate(lines):
            opening = _LABEL.match(line)
            if opening:
                assert opening[1] not in found, f"({opening[1]}) is twice in Coq"
                text = "".join(_statement(lines[start:]))
                found[opening[1]] = Block(text, path.name, start + 1)
    return found


def _statement(lines: list[str]) -> list[str]:
    """Return the lines of a block, up to its proof, a blank line, or the next block."""
    for number, line in enumerate(lines[1:], 1):
        if _LABEL.match(line) or _END.match(line):
            return lines[:number]
        if " Proof. " in line:
            return [*lines[:number], line.partition(" Proof. ")[0] + "\n"]
    return lines


def formula_text(label: str) -> str | None:
    """Return the formula of a label as the comment in Coq gives it."""
    block = coq_blocks().get(label)
    if block is None:
        return None
    opening = _COMMENT.match(block.text)
    return opening and _NEW_LINE.sub(" ", opening[1])


def labels_of_the_thesis() -> tuple[str, ...]:
    """Return the labels of the axiom files that Coq must have, too."""
    return tuple(label for label in blocks("prolog") if label[0] not in _OURS)


def prints() -> dict[str, dict[str, str]]:
    """Return a hash of each formula's text in each language, by label.

    If one hash changes and the others do not, the texts have to be compared again.
    """
    texts = {language: blocks(language) for language in SUFFIXES} | {
        "coq": coq_blocks()
    }
    return {
        label: {
            language: text_hash(_plain(block.text).encode())
            for language, found in texts.items()
            if (block := found.get(label))
        }
        for label in labels_of_the_thesis()
    }


def _plain(text: str) -> str:
    """Return a block without its line breaks and indentation."""
    return " ".join(text.split())
