"""The rules of theory.lp by their labels: `% (P1) title`, and the lines below it."""

from __future__ import annotations

from mystpy.compilation import pattern

HEADING = "% ---"
"""A line that begins so ends the block above it."""

_LABEL = pattern(r"^% \(([A-Z]?\d[\w.]*)\)\s*(.*)")


def label_of(line: str) -> tuple[str, str] | None:
    """Return the label at the beginning of a line with the title, None without one."""
    found = _LABEL.match(line)
    return (found[1], found[2]) if found else None


def labels_of(axioms: str) -> list[str]:
    """Return the labels of a text in order."""
    return [found[0] for line in axioms.splitlines() if (found := label_of(line))]


def labelled_blocks(axioms: str) -> dict[str, tuple[str, str]]:
    """Return for each label its title, and its block as it is in the file.

    A block ends at the next label, or at a heading `% --- ... ---`. Blocks of one label
    follow one another.
    """
    found: dict[str, tuple[str, str]] = {}
    label, title, lines = "", "", list[str]()
    for line in [*axioms.splitlines(), HEADING]:
        opening = label_of(line)
        if opening or line.startswith(HEADING):
            if label:
                _add(found, label, title, "\n".join(lines).strip())
            label, title = opening or ("", "")
            lines = []
        lines.append(line)
    return found


def _add(found: dict[str, tuple[str, str]], label: str, title: str, block: str) -> None:
    if label in found:
        title = found[label][0]
        block = f"{found[label][1]}\n\n{block}"
    found[label] = title, block
