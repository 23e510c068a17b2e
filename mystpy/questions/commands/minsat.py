"""`mystpy minsat`: how many cards at least satisfy clauses, by section 3.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import (
    format_option,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.cli.source import file_read, is_file
from mystpy.cli.status import YES
from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.history.actions import MEMBERS
from mystpy.possible_histories import require_one_history

if TYPE_CHECKING:
    from mystpy.files.json_text import Object
    from mystpy.game.game import Game
    from mystpy.players.hand_clauses import HandClauses
    from mystpy.solve.minimum_hitting_set import MinimumHittingSets

_CLAUSE = pattern(rf"\{{{MEMBERS}\}}|\[{MEMBERS}\]|set\s*\({MEMBERS}\)")
_NAME = pattern(r"\w+")
_SHOWN = 8
"""The number of the smallest sets that are printed."""


@click.command("minsat")
@click.argument("words", nargs=-1, metavar="[FILE | CLAUSE...]")
@click.option(
    "--clauses",
    metavar="FILE",
    help="Read the clauses from this file, one or more a line; - is standard input.",
)
@click.option(
    "--as",
    "player",
    metavar="PLAYER",
    help="With FILE: the player who has seen the clauses.",
)
@click.option(
    "--of", "holder", metavar="PLAYER", help="With FILE: the player whose hand it is."
)
@situation_options
@format_option("text", "json")
def command(
    words: tuple[str, ...],
    clauses: str | None,
    player: str | None,
    holder: str | None,
    form: str,
    **given: Any,
) -> int:
    """Compute the fewest cards that satisfy clauses: MIN 2-SAT of section 3.2.

    A CLAUSE is a set of cards such as {s1,s2}: at least one of them is held. With FILE,
    or --game and --do, the clauses are those that the player --as has seen about the
    hand of --of. If the fewest cards fill the hand, the Set Size Axiom excludes all
    other cards. Two methods compute the number: a search, and clingo. Clauses without a
    common card give a lower bound that can be checked by hand.

    \b
    Examples:
      $ mystpy minsat '{s1,s2}' '{s2,s3}' '{s3,s4}' '{s4,s5}' '{s5,s1}'
      $ mystpy minsat example:fifteen-cards --as 3 --of 2
    """
    # Not at the top: the help needs none of this.
    from mystpy.solve.minimum_hitting_set import minimum_hitting_sets

    of_game = given["game"] is not None or (words and is_file(words[0]))
    if of_game:
        return _of_hand(words, clauses, player, holder, form, given)
    if player is not None or holder is not None:
        raise QueryError(
            "--as and --of are about a history, and none is given",
            hint="give FILE, or --game and --do",
        )
    read = _read_clauses(words, clauses)
    cards = sorted({card for clause in read for card in clause}, key=_in_order)
    found = minimum_hitting_sets(read, cards)
    print_answer(form, _object(read, found, cards), _lines(read, found, cards))
    return YES


def _of_hand(
    words: Sequence[str],
    clauses: str | None,
    player: str | None,
    holder: str | None,
    form: str,
    given: dict[str, Any],
) -> int:
    from mystpy.engines import get_engine
    from mystpy.players.hand_clauses import hand_clauses
    from mystpy.questions.knowledge import require_world
    from mystpy.solve.minimum_hitting_set import minimum_hitting_sets

    if clauses is not None or len(words) > 1:
        raise QueryError("the clauses of a history are those of its answers: give none")
    if player is None or holder is None:
        raise QueryError(
            "it is not said who has seen the clauses, and whose hand they are about",
            hint="for example --as 3 --of 2",
        )
    query = read_query(words[0] if words else None, **given)
    require_one_history(query.history, "minsat finds no numbers")
    game = query.history.game
    require_world(query.history, get_engine())
    of = 0 if holder == "0" else game.player(holder)
    hand = hand_clauses(query.history, game.player(player), of)
    found = minimum_hitting_sets(hand.clauses, game.cards)
    cards = game.cards
    answer = _object(hand.clauses, found, cards) | _hand_object(hand, found, cards)
    answer |= tell_changes(query, form)
    lines = [
        *_lines(hand.clauses, found, cards, game),
        *_hand_lines(hand, found, game),
    ]
    print_answer(form, answer, lines)
    return YES


def _read_clauses(words: Sequence[str], file: str | None) -> list[frozenset[str]]:
    """The clauses of the command line, or of a file, where # begins a comment."""
    texts = list(words)
    if file is not None:
        lines = file_read(file)[0].splitlines()
        texts += [line.partition("#")[0] for line in lines]
    found = [clause for text in texts for clause in _clauses_in(text)]
    if not found:
        raise QueryError(
            "there are no clauses", hint="write sets of cards: '{s1,s2}' '{s2,s3}'"
        )
    return found


def _clauses_in(text: str) -> Iterator[frozenset[str]]:
    """The sets of cards in a text."""
    rest = text.strip()
    while rest:
        read = _CLAUSE.match(rest)
        names = _NAME.findall(read[0].removeprefix("set")) if read else []
        if read is None or not names:
            raise QueryError(
                f"{rest[:40]!r} is no clause",
                hint="a clause is a set of cards, such as {s1,s2}; negations are not"
                " part of the problem",
            )
        yield frozenset(names)
        rest = rest[read.end() :].lstrip(" ,&\t")


def _show(game: Game | None, cards: frozenset[str], order: Sequence[str]) -> str:
    """Cards as a set, with the names that a game shows."""
    held = (card for card in order if card in cards)
    return f"{{{','.join(map(game.shown_as, held) if game else held)}}}"


def _in_order(card: str) -> tuple[str, int, str]:
    """Where a card comes: by its letters, then by its number."""
    letters = card.rstrip("0123456789")
    number = card[len(letters) :]
    return letters, int(number or 0), card


def _lines(
    clauses: Sequence[frozenset[str]],
    found: MinimumHittingSets,
    order: Sequence[str],
    game: Game | None = None,
) -> Iterator[str]:
    number, show = found.number, partial(_show, game)
    said = " & ".join(show(clause, order) for clause in clauses)
    yield f"clauses: {said or 'none'}"
    first = show(found.listed[0], order)
    yield f"at least {number} card{'s' * (number != 1)}: {first}"
    apart = ", ".join(show(clause, order) for clause in found.disjoint)
    methods = "a search and clingo" if found.by_clingo else "a search (clingo gave up)"
    if len(found.disjoint) == number:
        if number:
            yield f"  no fewer: these have no common card: {apart}"
    else:
        yield f"  no fewer: {methods} find no {number - 1} cards; at least" + (
            f" {len(found.disjoint)} by {apart}"
        )
    listed = len(found.listed)
    count = str(listed) if found.complete else f"more than {listed}"
    shown = " ".join(show(cards, order) for cards in found.listed[:_SHOWN])
    more = " ..." if listed > _SHOWN else ""
    yield f"  {count} such set{'s' * (listed != 1)}: {shown}{more}"


def _hand_lines(
    hand: HandClauses, found: MinimumHittingSets, game: Game
) -> Iterator[str]:
    who, number = game.owner(hand.holder), found.number
    yield f"{who} has {hand.size} card{'s' * (hand.size != 1)}"
    excluded = _excluded(hand, found, game.cards)
    if excluded is None:
        more = hand.size - number
        yield f"  {more} more than needed: the clauses alone exclude no card"
        return
    label = "2.11" if hand.holder else "2.12"
    shown = _show(game, excluded, game.cards)
    yield f"  the fewest cards fill the hand, so by ({label}) {who} has none of {shown}"


def _excluded(
    hand: HandClauses, found: MinimumHittingSets, order: Sequence[str]
) -> frozenset[str] | None:
    """The cards that are not held if the fewest fill the hand; None if they do not."""
    if found.number < hand.size:
        return None
    if found.number > hand.size:
        raise QueryError(
            f"the clauses need {found.number} cards, and the hand has {hand.size}:"
            " the actions cannot all have been done",
            hint="mystpy legal names the action at fault",
        )
    if not found.complete:
        raise QueryError("there are too many smallest sets to list what is excluded")
    return frozenset(order).difference(*found.listed)


def _object(
    clauses: Sequence[frozenset[str]], found: MinimumHittingSets, order: Sequence[str]
) -> Object:
    def listed(cards: frozenset[str]) -> list[str]:
        return [card for card in order if card in cards]

    return {
        "clauses": [listed(clause) for clause in clauses],
        "minimum": found.number,
        "set": listed(found.listed[0]),
        "sets": [listed(cards) for cards in found.listed],
        "complete": found.complete,
        "disjoint": [listed(clause) for clause in found.disjoint],
        "methods": ["search", *(["clingo"] if found.by_clingo else [])],
    }


def _hand_object(
    hand: HandClauses, found: MinimumHittingSets, order: Sequence[str]
) -> Object:
    excluded = _excluded(hand, found, order)
    return {
        "holder": hand.holder,
        "size": hand.size,
        "lacked": [card for card in order if card in hand.lacked],
        "excluded": None
        if excluded is None
        else [card for card in order if card in excluded],
    }
