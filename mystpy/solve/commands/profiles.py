"""Games of three players or more: profiles, and each player's gain from a deviation."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from mystpy.cli.answers import print_answer
from mystpy.cli.running.limit import patience, within
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.status import OPEN, YES
from mystpy.errors import QueryError
from mystpy.solve.commands.solver import write_certificate
from mystpy.solve.commands.turns import PATIENCE, memory_reported, print_progress
from mystpy.theories import result_keys

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.profiles.game_tree import GameTree

TURNS, ROUNDS = 4, 100
"""The number of turns by default, and the number of learning rounds."""


def settle(
    game: Game,
    form: str,
    *,
    bluff: str,
    useful: bool,
    turns: int | None,
    rounds: int | None,
    seconds: float | None,
    certificate: str | None,
    force: bool,
    **others: Any,
) -> int:
    """Print the values of a profile of three players or more. Raises QueryError."""
    from mystpy.solve.commands import text as value_text
    from mystpy.solve.profiles.profile import learn_profile
    from mystpy.solve.profiles.profile_certificate import profile_certificate

    require_none(bluff, others)
    rounds = rounds or ROUNDS
    start = time.monotonic()
    memory = memory_reported("tree", hint="give fewer --turns")
    with patience(), within(seconds, lambda _: None), memory, progress_shown():
        tree = _tree(game, turns or TURNS, rounds, idle=not useful, force=force)
        profile, found = learn_profile(tree, rounds)
    if certificate is not None:
        write_certificate(profile_certificate(tree, profile, found), certificate)
    if certificate != "-":
        report = value_text.profile_object(tree, found, time.monotonic() - start)
        print_answer(
            form, {**report, **result_keys()}, value_text.profile_lines(tree, found)
        )
    return OPEN if found.regret else YES


def _tree(game: Game, turns: int, rounds: int, *, idle: bool, force: bool) -> GameTree:
    """Report the size of the tree, and return it. Raises QueryError if too large."""
    from mystpy.solve.profiles.game_tree import MOST, game_tree
    from mystpy.solve.profiles.size_estimate import size_estimate

    if ahead := size_estimate(game, turns, rounds, idle=idle):
        print_progress(ahead.words, waited=ahead.seconds >= PATIENCE)
        if ahead.too_large and not force:
            raise QueryError(
                f"by that the tree has more than {MOST:,} positions",
                hint="give fewer --turns, or --force it",
            )
    return game_tree(game, turns, idle=idle, most=sys.maxsize if force else MOST)


def require_none(bluff: str, others: dict[str, Any]) -> None:
    """Raise QueryError if an option is given that is for games of two players."""
    named = ["--bluff"] if bluff != "both" else []
    named += [f"--{name}" for name, value in others.items() if value]
    if named:
        are = "are" if named[1:] else "is"
        raise QueryError(
            f"{' and '.join(named)} {are} for two players",
            hint="leave that out, or say p=2",
        )
