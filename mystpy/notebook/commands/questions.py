"""The questions at the start of a new notebook, if the options do not answer them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import click

from mystpy.cli.answers import error_lines
from mystpy.cli.options import read_game
from mystpy.cli.running.lines import LineInput
from mystpy.compilation import pattern
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.game.table import edition_names
from mystpy.history.history import History
from mystpy.history.printed.cards import cards_listed
from mystpy.history.printed.meaning import player_meant
from mystpy.notebook.start import GameStart
from mystpy.possible_histories.given_parts import with_hands

Answer = TypeVar("Answer")

_COMMAS = pattern("[,;，、]")
_SAID = pattern(r'"[^"]*"|\S+')


def ask_game(source: LineInput) -> Game:
    """Ask for the rules and the players, or the constants of MYST, (2.1).

    Raises QueryError if the input ends; wrong answers are asked again in a terminal,
    and raise their error elsewhere.
    """
    game = answer_to(
        source, "rules (clue, board, an edition, myst, or a game object): ", _rules
    )
    if game == "myst":
        return answer_to(source, "m n p q (pile, hand, players, question): ", _myst)
    if isinstance(game, Game):
        return game
    edition = None if game in ("clue", "board") else game
    make = partial(_clue, edition=edition, board=game != "clue")
    return answer_to(source, "players (names in order, or their number): ", make)


def ask_start(source: LineInput, history: History, owner: str | None) -> GameStart:
    """Ask whose notebook it is, and for the owner's hand. Raises as `ask_game`."""
    game = history.game
    names = ", ".join(game.shown_holders[1 : game.p + 1])
    if owner is None:
        who = answer_to(
            source, f"you are ({names}): ", lambda word: player_meant(game, word)
        )
    else:
        who = game.player(owner)

    def started(cards: str) -> GameStart:
        held = cards_listed(game, cards, short=True) or []
        return GameStart.of(with_hands(history, {who: held}), who)

    if history.hands[who] is not None:
        return GameStart.of(history, who)
    sizes = " or ".join(map(str, sorted(game.sizes_of(who))))
    return answer_to(source, f"your {sizes} cards: ", started)


def answer_to(
    source: LineInput,
    prompt: str,
    read: Callable[[str], Answer],
    options: str = "--game and --hand",
) -> Answer:
    """Ask until an answer can be read; `options` name those that say it as well.

    Raises QueryError if the input ends; outside of a terminal the error of the answer.
    """
    while True:
        line = source.line(prompt)
        if line is None:
            wanted = prompt.strip(": ")
            raise QueryError(
                f"the notebook was not begun: the input ends before it says {wanted}",
                hint=f"say it in a line, or by {options}",
            )
        if not line.strip():
            continue
        try:
            return read(line.strip())
        except MystError as error:
            if not source.interactive:
                place = f"standard input:{source.number}"
                raise QueryError(f"{place}: {error}", hint=error.hint) from None
            for shown in error_lines(error):
                click.echo(shown, err=True)


def _rules(answer: str) -> Game | str:
    if answer in ("clue", "board", "myst", *edition_names()):
        return answer
    if "=" not in answer and "{" not in answer:
        raise QueryError(
            f"the rules are not {answer!r}",
            hint="clue, board (Clue where a turn may pass without a suggestion), "
            f"{', '.join(edition_names())}, myst, or a game object",
        )
    return read_game(answer, ranges=True)


def _myst(answer: str) -> Game:
    numbers = answer.replace(",", " ").split()
    if len(numbers) != 4 or not all(n.isdecimal() for n in numbers):
        raise QueryError("four numbers are needed", hint="for example  1 2 3 2")
    m, n, p, q = map(int, numbers)
    return Game.myst(m, n, p, q)


def _names(answer: str) -> list[str]:
    """The names in an answer: between commas, or else between spaces or quotes."""
    apart = _COMMAS.split(answer) if _COMMAS.search(answer) else _SAID.findall(answer)
    return [name.strip('" ') for name in apart if name.strip('" ')]


def _clue(answer: str, edition: str | None, *, board: bool) -> Game:
    """Clue with these players; the editions are played on a board, too."""
    names = _names(answer)
    obj: dict[str, object] = {"rules": "clue", "board": board}
    if edition:
        obj["edition"] = edition
    if len(names) == 1 and names[0].isdecimal():
        return Game.from_dict({**obj, "p": int(names[0])})
    return Game.from_dict({**obj, "players": names})
