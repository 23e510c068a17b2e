"""`mystpy axiom`: a formula of the thesis, in Prolog, in ASP and in Coq."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

import click

from mystpy.axioms import SUFFIXES, Block, blocks, chosen_folder
from mystpy.cli.answers import theory_line
from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.cli.terminal import show_list
from mystpy.compilation import pattern
from mystpy.coq.formulas import coq_blocks
from mystpy.errors import AxiomError
from mystpy.files.json_text import Object
from mystpy.language.atoms import AnsTurn, StillIn, Turn
from mystpy.register import RegisterRow, register
from mystpy.theories import edited_theory

_LANGUAGES = {"prolog": "Prolog", "asp": "ASP"}
_HEAD = pattern(r"(?:[ \t]*(?:%[^\n]*|\(\*(?:[^*]|\*(?!\)))*\*\))\n)+")
"""The comments at the head of a block."""
_OURS = {
    "board": "our rules for Clue on a board",
    "speed": "our rules for Speed Clue",
    "generalized": "our rules for generalized Clue",
}


_SAID = {"responder": AnsTurn.name, "poser": Turn.name, "eliminated": StillIn.name}
"""Words of the text, and the fluents by which formulas say them."""


@click.command("axiom")
@click.argument("label", required=False)
@format_option("text", "json", "latex")
def command(label: str | None, form: str) -> int:
    """Show the formula with this number, its Prolog and ASP text, and its Coq.

    Without LABEL the command lists all numbers. If LABEL is a word, such as no or
    responder, it lists the formulas that have the word. If no axiom has the number, but
    a place of the sources has, as (4.1) or 'Definition 14', it shows that place.

    \b
    Examples:
      $ mystpy axiom 2.16
      $ mystpy axiom responder
      $ mystpy axiom
    """
    if label is not None:
        try:
            rows = register().numbered(label)
        except AxiomError as error:
            return _shown_from_sources(label, form, error)
        gap = "\n\n" if form == "text" else "\n"
        click.echo(gap.join(_shown(row, form) for row in rows))
        return YES
    if form == "text":
        show_list(_list_lines(_rows()))
        return YES
    for row in _rows():
        click.echo(_shown(row, form))
    return YES


def _shown_from_sources(label: str, form: str, error: AxiomError) -> int:
    """Print what the sources have at a number that no axiom has, else raise the error.

    Edited axioms may lack a label of the shipped ones: then the error is raised.
    """
    from mystpy.sources.commands.source import print_entries
    from mystpy.sources.places import FORMULA, entries_by_number

    found = () if edited_theory() else entries_by_number(label, (FORMULA,))
    if not found and _shown_by_word(label, form):
        return YES
    if not found or form == "latex":
        raise error
    click.echo(f"mystpy: {error}; this is what the sources have there", err=True)
    print_entries(found, form)
    return YES


def _shown_by_word(word: str, form: str) -> bool:
    """Print the formulas in which a word is; return whether there are any."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z ]+", word):
        return False
    texts = {
        row: f"{row.name} {' '.join(row.predicates)} {row.formula}" for row in _rows()
    }
    word = _SAID.get(word.lower(), word)
    for part in (rf"\b{word}\b", re.escape(word)):
        if found := [row for row in texts if re.search(part, texts[row], re.I)]:
            if form == "text":
                show_list(_list_lines(found))
            for row in found if form != "text" else ():
                click.echo(_shown(row, form))
            return True
    return False


def _rows() -> tuple[RegisterRow, ...]:
    return register().rows


def _shown(row: RegisterRow, form: str) -> str:
    if form == "latex":
        return row.latex
    texts = {
        language: block
        for language in SUFFIXES
        if (block := blocks(language, chosen_folder()).get(row.label))
    }
    if row.label in coq_blocks():
        texts["coq"] = coq_blocks()[row.label]
    if form == "json":
        return theory_line(_object(row, texts))
    return _text(row, texts, shutil.get_terminal_size().columns)


def _object(row: RegisterRow, texts: Mapping[str, Block]) -> Object:
    """The row of the register, and file, line and text in each language."""
    answer: Object = {
        "label": row.label,
        "section": row.section,
        "kind": row.kind,
        "name": row.name,
        "formula": row.formula,
        "latex": row.latex,
        "predicates": list(row.predicates),
        "follows_from": list(row.follows_from),
        "note": row.note,
    }
    for language, block in texts.items():
        answer[language] = {
            "file": block.file,
            "line": block.line,
            "text": block.text,
        }
    return answer


def _text(row: RegisterRow, texts: Mapping[str, Block], width: int) -> str:
    """A formula with its two texts, side by side if `width` allows, and its Coq."""
    place = _OURS.get(row.section, f"section {row.section}")
    head = [f"({row.label}) {row.name}   {place}, {row.kind}"]
    head += [row.formula] if row.formula else []
    head += [f"follows from {_labels(row.follows_from)}"] if row.follows_from else []
    head += [row.note] if row.note else []
    columns = [
        [f"{_LANGUAGES[language]} ({block.file})", *_clauses(block)]
        for language, block in texts.items()
        if language in _LANGUAGES
    ]
    lines = [*head, "", *_beside_or_below(columns, width)]
    if "coq" in texts:
        lines += ["", f"Coq ({texts['coq'].file})", *_clauses(texts["coq"])]
    return "\n".join(lines)


def _clauses(block: Block) -> list[str]:
    """The lines of a block without the comment at its head."""
    head = _HEAD.match(block.text)
    return block.text[head.end() if head else 0 :].splitlines()


def _list_lines(rows: Iterable[RegisterRow]) -> Iterator[str]:
    """A line for each row of the register: label, kind, name."""
    rows = tuple(rows)
    wide = max((len(row.label) for row in rows), default=0) + 2
    kind = max((len(row.kind) for row in rows), default=0)
    for row in rows:
        yield f"{f'({row.label})':<{wide}}  {row.kind:<{kind}}  {row.name}".rstrip()


def _labels(names: Iterable[str]) -> str:
    return ", ".join(f"({name})" for name in names)


def _beside_or_below(columns: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Columns of lines beside each other if they fit, else below each other."""
    widths = [max(map(len, column), default=0) for column in columns]
    if sum(widths) + 3 * (len(columns) - 1) > width:
        for number, column in enumerate(columns):
            yield from [""] * (number > 0)
            yield from column
        return
    for cells in zip_longest(*columns, fillvalue=""):
        padded = (f"{cell:<{w}}" for cell, w in zip(cells, widths, strict=True))
        yield "   ".join(padded).rstrip()
