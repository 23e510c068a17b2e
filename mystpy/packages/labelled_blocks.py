"""The rules of theory.lp by their labels: `% (P1) title`, and the lines below it."""

from __future__ import annotations

from mystpy.compilation import pattern

_LABEL = pattern(r"^% \(([A-Z]?\d[\w.]*)\)\s*(.*)")
_HEADING = "% ---"


def labelled_blocks(axioms: str) -> dict[str, tuple[str, str]]:
    """Return for each label its title, and its block as it is in the file.

    A block ends at the next label, or at a heading `% --- ... ---`. Blocks of one label
    follow one another.
    """
    found: dict[str, tuple[str, str]] = {}
    label, title, lines = "", "", list[str]()
    for line in [*axioms.splitlines(), _HEADING]:
        opening = _LABEL.match(line)
        if opening or line.startswith(_HEADING):
            if label:
                _add(found, label, title, "\n".join(lines).strip())
            label, title = (opening[1], opening[2]) if opening else ("", "")
            lines = []
        lines.append(line)
    return found


def _add(found: dict[str, tuple[str, str]], label: str, title: str, block: str) -> None:
    if label in found:
        title = found[label][0]
        block = f"{found[label][1]}\n\n{block}"
    found[label] = title, block
