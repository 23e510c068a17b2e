"""`mystpy play`: one game between players, or of a person with them, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mystpy.arena.commands import text as show
from mystpy.arena.commands.entrants import entrant_options, tournament_of
from mystpy.arena.commands.hosting import tell_protections
from mystpy.arena.commands.human_player import PERSON
from mystpy.arena.design import Match
from mystpy.arena.file import options_of
from mystpy.arena.score import MatchHost, referee_game, score_of
from mystpy.arena.solutions import solution_lines, solutions
from mystpy.cli.options import format_option, path_option
from mystpy.cli.running.lines import LineInput
from mystpy.cli.running.theory import enter_theory
from mystpy.cli.source import (
    file_read,
    folder_of,
    place_in_file,
    place_options,
    require_no_place,
)
from mystpy.cli.status import NO, YES
from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.files.whole import write_whole
from mystpy.history.actions import Guess
from mystpy.play.referee import RefereedGame
from mystpy.players.registry import KINDS
from mystpy.possible_histories import require_one_history
from mystpy.questions.legality import legal, refusal
from mystpy.questions.written.query_text import query_text
from mystpy.records.format.keys import RECORD_ENDING
from mystpy.records.format.writer import record_text
from mystpy.records.played_games import record_of_game, require_shipped_axioms
from mystpy.records.query import load_question
from mystpy.situations.event import Event
from mystpy.theories import result_keys

ALL_KINDS = {**KINDS, **PERSON}


@click.command("play")
@click.argument("file", required=False)
@entrant_options
@click.option(
    "--number",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The number of the game in the tournament with this seed, from 0.",
)
@click.option("--as", "eyes", metavar="PLAYER", help="Show only what this player sees.")
@path_option(
    "--save",
    "Write the game as a query file, with all hands; if the name ends in .record.toml,"
    " as a record.",
)
@click.option("--replay", metavar="FILE", help="Step through a game in a query file.")
@place_options("--replay")
@click.option("--kinds", is_flag=True, help="List the kinds of players.")
@format_option("text", "json")
def command(
    file: str | None, form: str, replay: str | None, kinds: bool, **given: Any
) -> int:
    """Play one game, or watch one, with each action and its reason.

    FILE is a tournament file. Without FILE, --game and --player choose the game and its
    players; by default three players of the kind exact play Clue. A player of the kind
    person is you: the game shows what you see, and waits for your actions. The exit
    status is 1 if a player broke the rules, and so lost.

    \b
    Examples:
      $ mystpy play example:exact-knowledge --number 4
      $ mystpy play example:exact-knowledge --as 2
      $ mystpy play --game '{"rules":"myst","m":1,"n":1,"p":3,"q":2}'
      $ printf 'quit' | mystpy play example:exact-knowledge --player person
      $ mystpy play --replay example:full-deal
      $ mystpy play --kinds
    """
    if kinds:
        return _listed()
    if replay is not None:
        return _replayed(replay, file, form, given)
    require_no_place("the FILE of --replay")
    tournament = tournament_of(file, given, ALL_KINDS, fixed=True)
    match = tournament.match(given["number"])
    eyes = _eyes(given["eyes"], match)
    if str(given["save"]).endswith(RECORD_ENDING):
        require_shipped_axioms()
    tell_protections(match.seats, match.game)
    refereed_game = referee_game(match, MatchHost(ALL_KINDS))
    status = _played(refereed_game, match, eyes, form)
    if given["save"] is not None:
        _save(refereed_game, match, given["save"])
    return status


def _listed() -> int:
    width = max(map(len, ALL_KINDS))
    for name, found in ALL_KINDS.items():
        options = ", ".join(options_of(found))
        click.echo(f"{name:<{width}}  {found.summary}{options and f' ({options})'}")
    return YES


def _eyes(given: str | None, match: Match) -> int | None:
    """Return the player whose view is shown: a person by default; None sees all."""
    if given is not None:
        return match.game.player(given)
    people = [k for k, one in enumerate(match.seats, 1) if one.kind in PERSON]
    if people:
        return people[0] if len(people) == 1 else show.NOBODY
    return None


def _played(
    refereed_game: RefereedGame, match: Match, eyes: int | None, form: str
) -> int:
    as_text = form == "text"
    solved = solutions(match.seats, [match.game])
    if as_text:
        for line in (*show.seat_lines(match), *solution_lines(solved)):
            click.echo(line)
        for line in show.opening(refereed_game.table.history(), eyes):
            click.echo(line)
        click.echo()
    for event in refereed_game.events():
        for line in _event_lines(refereed_game, event, eyes) if as_text else ():
            click.echo(line)
    score, history = score_of(refereed_game, match), refereed_game.table.history()
    if as_text:
        click.echo(f"\n{show.ending(score, match)}")
        for line in show.hands(history) if eyes is not None else ():
            click.echo(line)
    else:
        result = {**score.as_object(), **show.as_object(history), **result_keys()}
        result |= {"solutions": solved} if solved else {}
        click.echo(json_line(result))
    return YES if score.fault is None else NO


def _event_lines(
    refereed_game: RefereedGame, event: Event, eyes: int | None
) -> Iterator[str]:
    """Yield an action, and its reason, if there is one and it may be shown."""
    table, actor = refereed_game.table, event.key[1]
    how = ""
    if event.key[0] == Guess.name:
        how = show.RIGHTLY if table.won else show.WRONGLY
    yield show.step(len(table.done) - 1, event, table.game, eyes, how)
    why = refereed_game.reason(event) if eyes in (None, actor) else None
    if why:
        yield show.reason(why)


def _save(refereed_game: RefereedGame, match: Match, path: Path) -> None:
    names = ", ".join(entrant.name for entrant in match.seats)
    title = f"A game of {names}: {match.seed}"
    if str(path).endswith(RECORD_ENDING):
        said = {"title": f"A game of {names}", "source": match.seed}
        result = record_text(record_of_game(refereed_game, match, said))
    else:
        result = query_text(title, refereed_game.table.history(), Verdict.LEGAL)
    write_whole(path, result)
    click.echo(f"written: {path}", err=True)


def _replayed(replay: str, file: str | None, form: str, given: dict[str, Any]) -> int:
    """Print a game of a query file; in a terminal, wait after each step."""
    others = file, given["game"], given["save"], given["seed"], given["players"] or None
    if any(each is not None for each in others) or form == "json":
        raise QueryError(
            "--replay can only be combined with --as, --record and --at-turn",
            hint="leave out the rest",
        )
    text, name = file_read(replay)
    place: dict[str, Any] = {**place_in_file()}
    query = load_question(text, name, folder=folder_of(name), **place)
    enter_theory(query.theory)
    history = require_one_history(query.history, "no game is replayed")
    game = history.game
    judged = legal(history, get_engine())
    if judged.verdict is Verdict.ILLEGAL:
        raise refusal(judged, history)
    eyes = None if given["eyes"] is None else game.player(given["eyes"])
    click.echo("\n".join([query.title, "", *show.opening(history, eyes), ""]))
    source = LineInput()
    for number, action in enumerate(history.actions):
        event, how = Event.of(action, game), show.outcome(history, number)
        click.echo(show.step(number, event, game, eyes, how))
        if source.interactive and source.line("") is None:
            break
    return YES
