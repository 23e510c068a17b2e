"""`mystpy measure`: exploitability of a player, and information in questions."""

from __future__ import annotations

from typing import Any

import click

from mystpy.arena.commands import measure_text as show
from mystpy.arena.exploitability.information import ToldBits, summary, told_bits
from mystpy.arena.exploitability.local_response import response_share
from mystpy.arena.exploitability.small_games import REPLIES, losses
from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option, read_game
from mystpy.cli.running.progress import Progress
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.referee import PlayerFactory
from mystpy.players.commands.seat_assignment import ours
from mystpy.theories import result_keys

BEST, LOCAL, INFORMATION = "best-response", "local-best-response", "information"
METHODS = (BEST, LOCAL, INFORMATION)

MAX_CARDS = 7
"""The most cards of a game of two for which a best response is the default."""

GAMES = {LOCAL: 30, INFORMATION: 10}
"""The default numbers of games."""


@click.command("measure")
@click.argument("player", metavar="PLAYER")
@click.option("--game", metavar="GAME", help="The game; Clue of three if not given.")
@click.option(
    "--by",
    type=click.Choice(METHODS),
    help="The measure; best-response in games of two with up to seven cards, else"
    " information.",
)
@click.option(
    "--replies",
    type=click.Choice(REPLIES),
    default=REPLIES[0],
    show_default=True,
    help="The questions that the best response may ask; useful ones take less time.",
)
@click.option(
    "--turns",
    type=click.IntRange(1, 99),
    help="In a best response, count a game that is not over after N turns as lost for "
    "the player.",
)
@click.option("--games", type=click.IntRange(1), help="The number of games.")
@click.option(
    "--deals",
    type=click.IntRange(2, 100_000),
    default=64,
    show_default=True,
    help="The number of deals drawn for each question, or response.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0, 64),
    default=0.3,
    show_default=True,
    help="Count the questions that reveal more than N bits.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@format_option("text", "json")
def command(player: str, game: str | None, form: str, **given: Any) -> int:
    """Measure how far a PLAYER can be exploited by an opponent that knows its policy.

    PLAYER is a kind of player, or inline TOML with its options. --by names the measure:

    best-response: in a game of two players, the exact probability with which the player
    wins against a best response, and the value of the game.

    information: the number of bits about the asker's cards that each question reveals
    to an opponent that knows the policy, in games between such players. Information
    that follows from the rules is not counted (it is the Kullback-Leibler divergence of
    the posterior from the prior).

    local-best-response: the share of games that a local best response (Lisy and Bowling
    2017) wins against such players. It is a lower bound of the share for a best
    response.

    \b
    Examples:
      $ mystpy measure strong-e --game 'MYST(3,1,2,1)'
      $ mystpy measure random --game 'MYST(1,1,3,1)' --games 2 --format json
      $ mystpy measure '{kind="strong-e",readable=true}' --games 1 --deals 8
    """
    of_kind, sit = ours(player, "PLAYER")
    rules = Game.clue(3) if game is None else read_game(game)
    method = given["by"] or _method(rules)
    measured = {
        BEST: _by_best_response,
        LOCAL: _by_local_response,
        INFORMATION: _by_information,
    }[method]
    answer, lines = measured(rules, sit, given)
    head = {"player": of_kind, "game": rules.to_dict(), "by": method}
    print_answer(form, {**head, **answer, **result_keys()}, lines)
    return YES


Answer = tuple[dict[str, object], list[str]]


def _method(game: Game) -> str:
    return BEST if game.p == 2 and game.c <= MAX_CARDS else INFORMATION


def _by_best_response(game: Game, sit: PlayerFactory, given: dict[str, Any]) -> Answer:
    if given["games"] is not None:
        raise QueryError(
            "a best response is computed, and no games are played",
            hint="leave out --games",
        )
    found = losses(game, sit, replies=given["replies"], turns=given["turns"])
    return show.loss_object(found, given["replies"], given["turns"]), show.loss_lines(
        found
    )


def _by_information(game: Game, sit: PlayerFactory, given: dict[str, Any]) -> Answer:
    games, bar = given["games"] or GAMES[INFORMATION], Progress("games")
    found: list[ToldBits] = []
    for number in range(games):
        found += told_bits(game, sit, number, deals=given["deals"], seed=given["seed"])
        bar(number + 1, games)
    bar.clear()
    total = summary(found, given["limit"])
    return show.told_object(total, found, given["seed"]), show.told_lines(total)


def _by_local_response(game: Game, sit: PlayerFactory, given: dict[str, Any]) -> Answer:
    bar = Progress("games")
    found = response_share(
        game,
        sit,
        games=given["games"] or GAMES[LOCAL],
        seed=given["seed"],
        particles=given["deals"],
        tick=bar,
    )
    bar.clear()
    answer = show.share_object(found, given["deals"], given["seed"])
    return answer, show.share_lines(found)
