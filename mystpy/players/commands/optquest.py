"""`mystpy optquest`: for how many cards to ask at once, by the table of a source."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.number_range import NumberRange
from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.players.broomhead.adversary import questions_at_worst
from mystpy.players.broomhead.comparison import (
    MAX_UNKNOWN,
    QuestionComparison,
    compare,
)
from mystpy.players.broomhead.opt_quest import printed_entry

if TYPE_CHECKING:
    from mystpy.files.json_text import Object

MOST = 60
"""The most cards of a hand, and of a pile."""


@click.command("optquest")
@click.argument("hand", type=NumberRange(1, MOST), metavar="P")
@click.argument("pile", type=NumberRange(1, MOST), metavar="Q")
@click.option(
    "--memory",
    is_flag=True,
    help="Compute the value for a player who forgets nothing also for more than six "
    "unknown cards: eight may take minutes.",
)
@click.option(
    "--opponents",
    type=click.IntRange(1, 9),
    default=1,
    show_default=True,
    help="The number of opponents with P unknown cards each, for the number of "
    "questions in the worst case: a search over deals, for few cards.",
)
@format_option("text", "json")
def command(hand: range, pile: range, form: str, memory: bool, opponents: int) -> int:
    """Compute how many cards it is best to ask for, and how many questions are needed.

    P cards of the opponent's hand and Q cards of the pile are unknown; each is a number
    or a range such as 1..10. A question asks for some unknown cards, and the opponent
    shows one that it holds. The value is the least expected number of questions for a
    player who forgets which cards were asked for together. The command also shows the
    table of the source (Ayzenshtat, Feng and Lee 2003) and the value for a player who
    forgets nothing.

    \b
    Examples:
      $ mystpy optquest 3 2
      $ mystpy optquest 1..3 1..2
      $ mystpy optquest 7 2 --format json
      $ mystpy optquest 2 1 --opponents 2
    """
    sizes = [(p, q) for p in hand for q in pile]
    if form == "text" and len(sizes) > 1:
        click.echo(_row(("P", "Q", "source", "value", "", "cards", "with memory")))
    for p, q in sizes:
        found = compare(p, q, memory=memory or p + q <= MAX_UNKNOWN)
        if opponents > 1:
            found = found._replace(worst_case=questions_at_worst(p, q, opponents))
        lines = _lines(found, opponents) if len(sizes) == 1 else [_listed(found)]
        print_answer(form, {**_object(found), "opponents": opponents}, lines)
    return YES


def _lines(found: QuestionComparison, opponents: int) -> Iterator[str]:
    advice, memory = found.advice, found.memory
    yield f"unknown: {found.hand} on hand, {found.pile} in the pile"
    yield f"  source's table  {found.printed or '- (the table ends at 10)'}"
    yield f"  value           {_both(advice.questions)}, {_cards(advice.number)}"
    if memory is None:
        yield "  with memory     not computed (--memory)"
    else:
        less = advice.questions - memory.questions
        numbers = _cards(*memory.numbers)
        saved = f", {less} fewer" if less else ", no fewer"
        yield f"  with memory     {_both(memory.questions)}, {numbers}{saved}"
    yield f"  as many as pile {_both(found.as_many_as_pile)}"
    several = f" with {opponents} opponents" if opponents > 1 else ""
    yield f"  at worst        {found.worst_case}{several}, whatever is asked for"
    yield "  by the number of cards in the first question:"
    for number, value in found.by_number.items():
        yield f"    {number:>2}  {_both(value)}"


def _listed(found: QuestionComparison) -> str:
    advice, memory = found.advice, found.memory
    return _row(
        (
            str(found.hand),
            str(found.pile),
            found.printed or "-",
            str(advice.questions),
            f"{float(advice.questions):.3f}",
            str(advice.number),
            "-" if memory is None else str(memory.questions),
        )
    )


def _row(cells: tuple[str, ...]) -> str:
    widths = (3, 3, 9, 15, 7, 5, 12)
    row = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return " ".join(row).rstrip()


def _both(value: Fraction) -> str:
    return f"{value} = {float(value):.4f}" if value.denominator > 1 else str(value)


def _cards(*numbers: int) -> str:
    said = " or ".join(map(str, numbers))
    return f"{said} card{'s' * (numbers != (1,))}"


def _object(found: QuestionComparison) -> Object:
    """The answer as a JSON object: fractions are texts."""
    memory = found.memory
    return {
        "hand": found.hand,
        "pile": found.pile,
        "source": found.printed,
        "value": str(found.advice.questions),
        "decimal": float(found.advice.questions),
        "number": found.advice.number,
        "printed": printed_entry(found.advice),
        "by_number": {str(i): str(x) for i, x in found.by_number.items()},
        "as_many_as_pile": str(found.as_many_as_pile),
        "worst_case": found.worst_case,
        "memory": None
        if memory is None
        else {"value": str(memory.questions), "numbers": list(memory.numbers)},
    }
