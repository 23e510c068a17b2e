"""Players act by their observations, whatever the hidden cards are."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Player, draw_action
from mystpy.players.registry import KINDS, Option, kind
from mystpy.situations.event import Event
from tests.players.test_registry import played
from tests.sampling import by_day

SORTS = {sort: [f"{sort}{i}" for i in range(3)] for sort in ("who", "how", "where")}
HERE = [name for name, each in KINDS.items() if not each.guest]
"""The kinds that play in this process: a guest follows one game only."""

GAMES = (Game.myst(1, 2, 3, 2), Game.clue(3, SORTS))

OPTIONS: dict[str, dict[str, Option]] = {
    "strong-f": {"rollouts": 100},
    "pimc": {"iterations": 60},
    "ismcts": {"iterations": 60},
    "mo-ismcts": {"iterations": 60},
    "cfr": {"iterations": 20, "deals": 3},
}
"""Options without which the actions of a kind would depend on the clock."""


def seated(name: str, game: Game, player: int) -> Player:
    """Return a player of a kind."""
    return kind(name).sit(game, player, **OPTIONS.get(name, {}))


def other_table(seen: InformationState, rng: Random) -> GameState:
    """Return a game with another deal in which a player has the same view."""
    hands = BeliefState.of(seen).draw(rng)
    cards = seen.game.cards
    deal = tuple(
        frozenset(x for k, x in enumerate(cards) if hand >> k & 1) for hand in hands
    )
    table = GameState(seen.game, deal)
    for event in seen.events:
        legal_actions = table.legal_actions()
        (legal,) = [o for o in legal_actions if o.key == event.key] or legal_actions
        if event.key[0] == "shows" and not event.cards:
            event = Event(legal.key, rng.choice(bits(legal.cards)))
        # A result that only another player was told has one possibility.
        table.do(event if event.key == legal.key else Event(*legal))
    return table


def is_forced(legal_actions: list[LegalAction]) -> bool:
    """Return whether there is only one action, without a choice of cards."""
    chosen = ("asks", "guess")
    only = len(legal_actions) == 1 and legal_actions[0].key[0] not in chosen
    return only and (
        legal_actions[0].key[0] != "shows" or legal_actions[0].cards.bit_count() == 1
    )


@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("game", GAMES, ids=["myst", "clue"])
@pytest.mark.alike(3)
def test_in_another_deal_that_looks_the_same_a_player_does_the_same(
    name: str, game: Game
) -> None:
    """Compare a player who was there from the start with one who has just begun."""
    rng, game = Random(5), played(name, game)
    table = GameState(game, random_deal(game, rng))
    players = [seated(name, game, i) for i in range(1, game.p + 1)]
    compared = 0
    while len(table.done) < by_day(40, 2) and (legal_actions := table.legal_actions()):
        if is_forced(legal_actions):
            table.do(Event(*legal_actions[0]))
            continue
        i = legal_actions[0].player
        seen = InformationState.at(table, i)
        first = draw_action(
            players[i - 1].act(seen, legal_actions, Random(compared)), Random(0)
        )
        other = other_table(seen, rng)
        assert InformationState.at(other, i) == seen
        assert other.legal_actions() == legal_actions
        again = seated(name, game, i)
        view = InformationState.at(other, i)
        second = draw_action(
            again.act(view, other.legal_actions(), Random(compared)), Random(0)
        )
        assert first == second
        compared += other.deal != table.deal
        table.do(first)
    assert compared


@pytest.mark.parametrize("name", HERE)
def test_a_player_can_go_back_and_on_in_a_game(name: str) -> None:
    """Cached results of an earlier call do not matter."""
    game = played(name, GAMES[1])
    table = GameState(game, random_deal(game, Random(2)))
    players = [seated(name, game, i) for i in range(1, game.p + 1)]
    done: list[tuple[InformationState, list[LegalAction], Event]] = []
    while len(table.done) < 30 and (legal_actions := table.legal_actions()):
        if is_forced(legal_actions):
            table.do(Event(*legal_actions[0]))
            continue
        seen = InformationState.at(table, legal_actions[0].player)
        player = players[seen.player - 1]
        event = draw_action(
            player.act(seen, legal_actions, Random(len(done))), Random(0)
        )
        done.append((seen, legal_actions, event))
        table.do(event)
    for step, (seen, legal_actions, event) in reversed(list(enumerate(done))):
        player = players[seen.player - 1]
        assert (
            draw_action(player.act(seen, legal_actions, Random(step)), Random(0))
            == event
        )


@pytest.mark.parametrize("name", HERE)
@pytest.mark.alike(2)
def test_a_reason_is_said_of_each_action_and_changes_none(name: str) -> None:
    game = played(name, GAMES[1])
    table = GameState(game, random_deal(game, Random(3)))
    players = [seated(name, game, i) for i in range(1, game.p + 1)]
    silent = [seated(name, game, i) for i in range(1, game.p + 1)]
    why = getattr(players[0], "why", None)
    reasons = set()
    while len(table.done) < 40 and (legal_actions := table.legal_actions()):
        if is_forced(legal_actions):
            table.do(Event(*legal_actions[0]))
            continue
        i = legal_actions[0].player
        seen, rng = InformationState.at(table, i), Random(len(table.done))
        event = draw_action(players[i - 1].act(seen, legal_actions, rng), Random(0))
        if why:
            reasons.add(players[i - 1].why(seen, event))  # type: ignore[attr-defined]
        rng = Random(len(table.done))
        assert (
            draw_action(silent[i - 1].act(seen, legal_actions, rng), Random(0)) == event
        )
        table.do(event)
    assert not why or len(reasons) > 1
    assert all(reasons)
