"""Lines and answers in doubt: what still counts of them.

A line in doubt tells nothing, which is what a turn without a question is. If one answer
is in doubt, the turn is open: it may be each history in which the other answers were
given as they were noted, and this one was anything.
"""

from __future__ import annotations

from collections.abc import Collection

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn, account_of
from mystpy.history.actions import (
    Action,
    AsideAction,
    Asks,
    No,
    NoAsk,
    Sees,
    Shows,
    Yes,
)
from mystpy.history.sentences import name_of
from mystpy.history.table.words import player_meant
from mystpy.notebook.entry import Entry


def doubted(entry: Entry, game: Game, said: str = "", number: int = 0) -> Entry:
    """The entry in doubt, or what a player answered in it whose name is said.

    That a turn without a question tells nobody anything follows from the axioms: see
    queries/conjectures/board.toml. Raises QueryError if that cannot be in doubt.
    """
    players = tuple(player_meant(game, word) for word in said.split())
    if not players:
        whole = entry.doubted and not entry.doubted_players
        return entry if whole else _in_doubt(entry, game, ())
    answered = answers_of(entry)
    for player in players:
        if player not in answered:
            names = ", ".join(name_of(k, game) for k in answered) or "nobody"
            raise QueryError(
                f"{name_of(player, game)} answered nothing in line {number}",
                hint=f"in that line {names} answered",
            )
    if entry.doubted and not entry.doubted_players:
        return entry  # the whole line is in doubt
    return _in_doubt(entry, game, (*entry.doubted_players, *players))


def doubted_again(entry: Entry, game: Game, before: Entry) -> Entry:
    """An entry that was read again, in doubt as it was before."""
    return _in_doubt(entry, game, before.doubted_players) if before.doubted else entry


def trusted(entry: Entry, game: Game, said: str, number: int) -> Entry:
    """The entry without a doubt, or without that of what a player answered."""
    players = {player_meant(game, word) for word in said.split()}
    if not entry.doubted or not players <= {*entry.doubted_players, *players}:
        raise QueryError(f"line {number} is not doubtful")
    alone = next((k for k in players if k not in entry.doubted_players), None)
    if alone is not None:
        name = name_of(alone, game)
        raise QueryError(f"what {name} answered in line {number} is not doubtful")
    left = tuple(k for k in entry.doubted_players if k not in players)
    bare = replace(entry, actions=entry.doubted, doubted=(), doubted_players=())
    return _in_doubt(bare, game, left) if players and left else bare


def answers_of(entry: Entry) -> tuple[int, ...]:
    """The players whose answers a line tells, those passed over among them."""
    turn = account_of(entry.noted)
    if turn is None:
        return ()
    return tuple(
        dict.fromkeys(a.player for account in turn.accounts for a in account.answers)
    )


def _in_doubt(entry: Entry, game: Game, players: Collection[int]) -> Entry:
    """The entry with a turn that tells nothing, or without what these answered."""
    if game.rules != "clue":
        raise QueryError("only turns of Clue can be doubtful", hint="take the line out")
    noted = entry.noted
    if not players and all(isinstance(action, AsideAction) for action in noted):
        return replace(entry, actions=(), doubted=noted, doubted_players=())
    asks = next((a for a in noted if isinstance(a, Asks | OpenTurn)), None)
    if asks is None or not _is_whole(noted, game):
        raise QueryError(
            "only a line that tells a question and all its answers can be doubtful",
            hint="take the line out, with all that it is part of",
        )
    place = noted.index(asks)
    rest = noted[place + 1 :]
    kept = [a for a in rest if not isinstance(a, No | Yes | Shows | Sees)]
    silent: Action = NoAsk(asks.player)
    if players:
        turn = account_of(noted)
        assert turn is not None, "there is a question"
        for player in players:
            turn = turn.without(player)
        silent = turn
    return replace(
        entry,
        actions=(*noted[:place], silent, *kept),
        doubted=noted,
        doubted_players=tuple(sorted(set(players))),
    )


def _is_whole(actions: Collection[Action], game: Game) -> bool:
    """Whether these tell a question with all of its answers."""
    noes = sum(isinstance(action, No) for action in actions)
    return noes == game.p - 1 or any(
        isinstance(action, Shows | OpenTurn) for action in actions
    )
