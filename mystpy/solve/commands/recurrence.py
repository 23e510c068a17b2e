"""`mystpy recurrence`: the probabilities of section 4.4, explained and solved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.number_range import NumberRange
from mystpy.cli.options import format_option
from mystpy.cli.running.theory import require_shipped
from mystpy.cli.status import YES

if TYPE_CHECKING:
    from mystpy.files.json_text import Object
    from mystpy.solve.extensive.value_bounds import ValueBounds
    from mystpy.solve.recurrence_state import GuessDecision, RecurrenceState

MOST = 60
"""The most unknown cards of the pile, and of a hand."""

MAX_CARDS_SOLVED = 7
"""The most cards of a state that is solved as a game, by default."""

_WIDTHS = (3, 3, 3, 14, 7, 7, 7, 12, 14, 14)


@click.command("recurrence")
@click.argument("m", type=NumberRange(1, MOST))
@click.argument("n1", type=NumberRange(1, MOST))
@click.argument("n2", type=NumberRange(1, MOST))
@click.option(
    "--cards",
    type=click.IntRange(0, 20),
    metavar="N",
    default=MAX_CARDS_SOLVED,
    show_default=True,
    help="Solve the games of states with at most N cards; 0 solves none.",
)
@format_option("text", "json")
def command(m: range, n1: range, n2: range, cards: int, form: str) -> int:
    """Compute the probability P(m,n1,n2) of section 4.4 of the thesis, and why.

    Two players ask for one card at a time. M cards of the pile, N1 cards of the player
    to ask and N2 cards of the other are unknown. Each number may be a range such as
    1..4. The recurrence (4.1) gives the value if nobody asks for own cards, and whether
    to guess after either answer. The command also shows the theorem that covers the
    state, and the value of the game from a linear program, with and without bluffs. In
    these games all questions are useful, as with solve --useful.

    \b
    Examples:
      $ mystpy recurrence 3 1 1
      $ mystpy recurrence 1..3 1 1..2
      $ mystpy recurrence 2 1 1 --format json
    """
    # Not at the top: the help needs none of this.
    require_shipped("the values of section 4.4")
    from mystpy.solve.recurrence import Recurrence
    from mystpy.solve.recurrence_state import BLUFFERS, solved, state_of

    values = Recurrence(max(m[-1], n1[-1], n2[-1]))
    places = list(product(m, n1, n2))
    if form == "text" and len(places) > 1:
        click.echo(_row(_HEAD))
    for place in places:
        state = state_of(place, values)
        small = sum(place) <= cards
        found = {who: solved(place, who) for who in BLUFFERS} if small else {}
        lines = _lines(state, found) if len(places) == 1 else [_listed(state, found)]
        print_answer(form, _object(state, found), lines)
    return YES


_HEAD = (
    *("m", "n1", "n2", "P", "", "no:", "yes:"),
    *("theorem", "solved", "with bluffs"),
)


def _lines(state: RecurrenceState, found: Mapping[str, ValueBounds]) -> Iterator[str]:
    from mystpy.solve.recurrence_state import observations, theorem_of

    m, n1, n2 = state.place
    yield f"P({m},{n1},{n2}) = {_both(state.value)}, for q = 1"
    for answer, after in (("no", state.after_no), ("yes", state.after_yes)):
        yield f"  after {answer}, chance {after.chance}: {_decided(after)}"
    if (theorem := theorem_of(state.place)) is None:
        yield "  no theorem of section 4.4 covers this state"
    else:
        so = "as here" if theorem.value == state.value else "not as here"
        yield f"  {theorem.name}: {theorem.value}, {so}"
    for name, holds in observations(state).items():
        yield f"  {name} {'holds' if holds else 'fails'} here"
    for who, bounds in found.items():
        title = "with bluffs" if who == "both" else "without bluffs"
        yield f"  solved {title}: {_bounds(bounds)}"
    if not found:
        yield f"  not solved as a game: --cards {m + n1 + n2} does so"


def _decided(after: GuessDecision) -> str:
    where = "({},{},{})".format(*after.place)
    if after.wait is None:
        return f"{where}, the pile is known: guess"
    return f"{where}, guess {after.guess} or wait {after.wait}: {after.choice}"


def _listed(state: RecurrenceState, found: Mapping[str, ValueBounds]) -> str:
    from mystpy.solve.recurrence_state import theorem_of

    theorem = theorem_of(state.place)
    cells = [
        *map(str, state.place),
        str(state.value),
        f"{float(state.value):.4f}",
        state.after_no.choice,
        state.after_yes.choice,
        "-" if theorem is None else theorem.name,
        *(_bounds(found[who]) if found else "-" for who in ("nobody", "both")),
    ]
    return _row(cells)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    row = (f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True))
    return " ".join(row).rstrip()


def _both(value: Fraction) -> str:
    return f"{value} = {float(value):.4f}" if value.denominator > 1 else str(value)


def _bounds(bounds: ValueBounds) -> str:
    if bounds.value is not None:
        return str(bounds.value)
    return f"{bounds.lower.value} to {bounds.upper.value}"


def _object(state: RecurrenceState, found: Mapping[str, ValueBounds]) -> Object:
    """Return a state as a JSON object; fractions are texts."""
    from mystpy.solve.recurrence_state import observations, theorem_of

    m, n1, n2 = state.place
    theorem = theorem_of(state.place)
    answer: Object = {
        "m": m,
        "n1": n1,
        "n2": n2,
        "q": 1,
        "value": str(state.value),
        "decimal": float(state.value),
        "after_no": _decision_object(state.after_no),
        "after_yes": _decision_object(state.after_yes),
        "theorem": None if theorem is None else theorem.statement,
        "by_theorem": None if theorem is None else str(theorem.value),
        "observations": dict(observations(state)),
    }
    for who, bounds in found.items():
        answer[f"solved_{who}"] = {
            "value": None if bounds.value is None else str(bounds.value),
            "lower": str(bounds.lower.value),
            "upper": str(bounds.upper.value),
        }
    return answer


def _decision_object(after: GuessDecision) -> Object:
    return {
        "state": list(after.place),
        "chance": str(after.chance),
        "guess": str(after.guess),
        "wait": None if after.wait is None else str(after.wait),
        "choice": after.choice,
    }
