"""The axioms of a package by their labels, with those of its base, block by block.

`% (P1) title` opens the block of a label, which ends at the next one or at a heading.
A block with a label replaces the blocks of the base with this label, at the first one's
place; other blocks follow at the end. theory.lp and theory.pl are merged alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError, did_you_mean

HEADING = "% ---"
"""A line that begins so ends the block above it."""

_LABEL = pattern(r"^% \(([A-Z]?\d[\w.]*)\)\s*(.*)")
_STRING = r'"(?:\\.|[^"\\])*"'
_TOKENS = {
    False: pattern(
        rf"(?s)%\*.*?(?:\*%|\Z)|%[^\n]*|{_STRING}|\.\.|(?P<end>#end\.|\.)|\s+|\w+|."
    ),
    True: pattern(
        rf"(?s)/\*.*?(?:\*/|\Z)|%[^\n]*|{_STRING}|0'(?:\\.|''|.)|'(?:\\.|[^'\\])*'"
        r"|(?P<end>\.(?=[\s%]|\Z))|[-+*/\\^<>=~:.?@#&$]+|\s+|\w+|."
    ),
}

Origin = tuple[Path, int]
"""The file and the line, from 1, of a line of axioms."""


class AxiomText(NamedTuple):
    """Axioms, and for each line where it is from."""

    text: str
    origins: tuple[Origin, ...]

    def place(self, line: int) -> str:
        """Return the file and line from which a line, counted from 1, is."""
        path, number = self.origins[min(max(line, 1), len(self.origins)) - 1]
        return f"{path}:{number}"


class AxiomLayer(NamedTuple):
    """The axioms of one package, and the labels of its base that it does not have.

    `text` is None if the package has no such file.
    """

    path: Path
    text: str | None
    dropped: tuple[str, ...] = ()


class _Block(NamedTuple):
    """Lines under a label, or without one: then the label is empty."""

    label: str
    lines: tuple[tuple[str, Origin], ...]


def merged_axioms(layers: Sequence[AxiomLayer]) -> AxiomText:
    """Return the axioms of packages of which each extends the one before.

    Raises QueryError for a label that is dropped and that the base does not have.
    """
    blocks: list[_Block] = []
    for number, layer in enumerate(layers):
        own = [] if layer.text is None else list(_blocks(layer.path, layer.text))
        if number:
            _require_labels(blocks, layer)
        blocks = _changed(blocks, own, layer.dropped)
    lines = [line for block in blocks for line in block.lines]
    text = "\n".join(line for line, _ in lines)
    return AxiomText(text, tuple(origin for _, origin in lines))


def _changed(
    base: Sequence[_Block], own: Sequence[_Block], dropped: Sequence[str]
) -> list[_Block]:
    """The blocks of a base with changes: others in their place, or further ones."""
    replaced: set[str] = set()
    found: list[_Block] = []
    for block in base:
        instead = [each for each in own if block.label and each.label == block.label]
        if block.label in dropped or block.label in replaced:
            continue
        if instead:
            replaced.add(block.label)
        found += instead or [block]
    return [*found, *(each for each in own if each.label not in replaced)]


def _blocks(path: Path, text: str) -> Iterator[_Block]:
    """The blocks of a file in order; a heading begins one without a label."""
    number, label = 0, ""
    rows: list[tuple[int, str, tuple[str, Origin]]] = []
    for place, line in enumerate(text.split("\n"), 1):
        opening = label_of(line)
        if opening or line.startswith(HEADING):
            number, label = number + 1, opening[0] if opening else ""
        rows.append((number, label, (line, (path, place))))
    for (_, name), group in groupby(rows, key=lambda row: row[:2]):
        yield _Block(name, tuple(row[2] for row in group))


def _require_labels(base: Sequence[_Block], layer: AxiomLayer) -> None:
    known = dict.fromkeys(block.label for block in base if block.label)
    for label in layer.dropped:
        if label not in known:
            raise QueryError(
                f"drop names ({label}), which {layer.path.name} of the base does not"
                " have",
                hint=did_you_mean(label, known)
                or f"the labels of the base are {', '.join(known)}",
                word=label,
            )


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
    for block in _blocks(Path(), axioms):
        lines = [line for line, _ in block.lines]
        if opening := label_of(lines[0]):
            title, before = found.get(block.label, (opening[1], ""))
            found[block.label] = title, "\n\n".join([before, "\n".join(lines)]).strip()
    return found


def require_whole_rules(path: Path, text: str) -> None:
    """Raise QueryError, with file and line, if a rule goes on across a label.

    It could not be said to which axiom the rule belongs.
    """
    line = rule_across_label(text, prolog=path.suffix == ".pl")
    if line is not None:
        raise QueryError(
            f"{path}:{line}: this label is inside of a rule or a comment, so that the"
            " axioms cannot be replaced one by one",
            hint="end the rule above with a full stop",
        )


def rule_across_label(text: str, *, prolog: bool) -> int | None:
    """Return the line of the first label that is inside of a rule or a comment."""
    within, line = False, 1
    for token in _TOKENS[prolog].finditer(text):
        part, rows = token[0], token[0].split("\n")
        if part.startswith(("%", "/*")) or part.isspace():
            at_margin = text[token.start() - 1 : token.start()] == "\n"
            if within and at_margin and label_of(rows[0]):
                return line
        else:
            within = token.lastgroup != "end"
        for number, row in enumerate(rows[1:], line + 1):
            if not part.isspace() and label_of(row):
                return number
        line += len(rows) - 1
    return None
