"""Agents of order zero, one and two: updates, games, and the rule of order two."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.bits import bits, cards_of, mask_of, members
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import play_on
from mystpy.players.goal_models import ExactModels, SplitModels, piles_of
from mystpy.players.orders import Agent, unrefuted_question
from mystpy.situations.event import Event


def sorts(*numbers: int) -> dict[str, list[str]]:
    names = ("character", "weapon", "room")
    return {
        name: [f"{name[0]}{i}" for i in range(number)]
        for name, number in zip(names, numbers, strict=True)
    }


FOUR = Game.clue(4, sorts(6, 6, 7))
SIX = Game.clue(6, sorts(6, 7, 8))
SMALL = Game.clue(3, sorts(3, 3, 3))
UNEVEN = Game.clue(3, sorts(3, 4, 4))


class Watched(Agent):
    """An agent that counts its choices of cards to show, and the known cards there."""

    chose = knew = 0

    def card(self, seen: InformationState, legal: LegalAction, rng: Random) -> int:
        self.chose += 1
        known = self._models.at(seen).knows[legal.key[-1]]
        self.knew += bool(known & legal.cards)
        return super().card(seen, legal, rng)


def game_of(
    game: Game, orders: list[int], seed: int, **options: bool
) -> tuple[GameState, list[Watched]]:
    """Return a finished game of agents with these orders."""
    table = GameState(game, random_deal(game, Random(seed)))
    agents = [
        Watched(game, i, order=order, **options) for i, order in enumerate(orders, 1)
    ]
    play_on(table, agents, [Random(seed * 10 + i) for i in range(game.p)])
    return table, agents


def views(game: Game, orders: list[int], seed: int) -> list[InformationState]:
    """Return the players' information states after each action of a game."""
    table, _ = game_of(game, orders, seed)
    found = []
    while table.done:
        table.undo()
        found += [InformationState.at(table, i) for i in range(1, game.p + 1)]
    return found


def models_at(seen: InformationState, order: int) -> SplitModels:
    models = SplitModels(seen._replace(events=()), order)
    for event in seen.events:
        models.then(event)
    return models


def some(*cards: str) -> int:
    return mask_of(cards, SMALL)


def evidence(order: int, *events: Event) -> SplitModels:
    """Return the models of player 1, who has c0 and w0, after some actions."""
    return models_at(InformationState(SMALL, 1, some("c0", "w0"), events), order)


ASKED = Event(("asks", 3), some("c1", "w1", "r1"))
SHOWN = [ASKED, Event(("no", 1)), Event(("yes", 2)), Event(("shows", 2, 3))]


def goal(models: SplitModels) -> set[frozenset[str]]:
    return {cards_of(models.piles[w], SMALL) for w in members(models.goal)}


def test_own_cards_and_cards_shown_leave_the_goal_model() -> None:
    for order in (0, 1, 2):
        assert len(goal(evidence(order))) == 2 * 2 * 3
        asks = Event(("asks", 1), some("c1", "w1", "r1"))
        seen = Event(("shows", 2, 1), some("r1"))
        models = evidence(order, asks, Event(("yes", 2)), seen)
        assert len(goal(models)) == 2 * 2 * 2
        assert not any("r1" in pile for pile in goal(models))


def test_what_is_shown_to_somebody_else_says_nothing_to_order_zero() -> None:
    world = frozenset({"c1", "w1", "r1"})
    assert world in goal(evidence(0, *SHOWN))
    assert goal(evidence(0)) - goal(evidence(1, *SHOWN)) == {world}
    models = evidence(1, *SHOWN)
    model = models.hands[2]
    with_one = model.some(ASKED.cards)
    assert model.worlds == with_one
    assert 0 < with_one.bit_count() < evidence(1).hands[2].worlds.bit_count()


def test_what_all_hands_of_another_have_leaves_the_goal_model() -> None:
    """Player 2 passes on all cards but r2 and one more, and holds two of them."""
    asks = [
        Event(("asks", 3), some("c1", "w1", "r0")),
        Event(("asks", 3), some("c2", "w1", "r1")),
    ]
    events = [x for asked in asks for x in (asked, Event(("no", 1)), Event(("no", 2)))]
    models = evidence(1, *events)
    assert models.hands[2].worlds.bit_count() == 1, "w2 and r2 are what is left"
    assert not any(pile & {"w2", "r2"} for pile in goal(models))
    silent = SplitModels(InformationState(SMALL, 1, some("c0", "w0")), 1, passes=False)
    for event in events:
        silent.then(event)
    assert len(goal(models)) < len({*members(silent.goal)}) == 12
    assert goal(evidence(0, *events)) == goal(evidence(0))


@pytest.mark.parametrize("seed", range(4))
def test_models_are_sound_and_split_ones_hold_no_less_possible(seed: int) -> None:
    for seen in views(UNEVEN, [1, 2, 1], seed)[::3]:
        exact = ExactModels(seen._replace(events=()))
        for event in seen.events:
            exact.then(event)
        grid = BeliefState.of(seen).grid
        fit = {
            w
            for w, pile in enumerate(piles_of(UNEVEN))
            if grid.deal(Condition(0, ConditionKind.EXACTLY, pile))
        }
        assert set(members(exact.goal)) == fit
        goals = [models_at(seen, order).goal for order in (0, 1)]
        assert not goals[1] & ~goals[0]
        assert not exact.goal & ~goals[1]


def test_splitting_loses_something() -> None:
    """A card in all possible hands of a player is considered possible elsewhere."""
    lost = 0
    for seen in views(UNEVEN, [1, 1, 1], 1)[::5]:
        exact = ExactModels(seen._replace(events=()))
        for event in seen.events:
            exact.then(event)
        lost += models_at(seen, 1).goal != exact.goal
    assert lost


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", [FOUR, SIX], ids=["four", "six"])
def test_agents_win_by_what_nobody_refutes(game: Game, exact: bool) -> None:
    seeds = range(2 if exact else 12)
    for seed in seeds:
        orders = [(seed + i) % 3 for i in range(game.p)]
        table, _ = game_of(game, orders, seed, exact=exact)
        assert table.won, "no agent guesses wrong"
        assert table.state.still_in == tuple(range(1, game.p + 1))


def test_an_unrefuted_question_is_guessed() -> None:
    agent = Agent(SMALL, 1)
    seen = InformationState(
        SMALL, 1, some("c0", "w0"), (Event(("asks", 1), ASKED.cards),)
    )
    passed = seen.then(Event(("no", 2))).then(Event(("no", 3)))
    guess, noguess = LegalAction(("guess", 1), 0), LegalAction(("noguess", 1), 0)
    assert agent.act(passed, [guess, noguess], Random(0)).cards == ASKED.cards
    assert unrefuted_question(passed) == ASKED.cards
    shown = seen.then(Event(("no", 2))).then(Event(("yes", 3)))
    shown = shown.then(Event(("shows", 3, 1), some("c1")))
    assert not unrefuted_question(shown)
    assert not unrefuted_question(seen.then(Event(("no", 2)))), (
        "player 3 has not answered"
    )
    assert not unrefuted_question(passed._replace(player=2)), (
        "it is not the own question"
    )
    assert not unrefuted_question(seen._replace(events=()))
    assert agent.act(shown, [guess, noguess], Random(0)).key == noguess.key


def test_the_last_world_may_be_left_for_the_next_question() -> None:
    """Then all games end with a suggestion that nobody refutes."""
    for seed in range(6):
        table, _ = game_of(FOUR, [2, 1, 1, 0], seed, at_once=False)
        assert table.won
        last = [event for event in table.done if event.key[0] == "asks"][-1]
        assert table.done[-1].cards == last.cards


def test_order_zero_asks_for_a_world_and_order_one_for_what_is_in_most() -> None:
    seen = InformationState(SMALL, 1, some("c0", "w0"), tuple(SHOWN[:4]))
    worlds = {models_at(seen, 0).piles[w] for w in members(models_at(seen, 0).goal)}
    rng = Random(1)
    asked = {Agent(SMALL, 1, order=0).question(seen, rng) for _ in range(200)}
    assert asked == worlds
    for order in (1, 2):
        asked = {Agent(SMALL, 1, order=order).question(seen, rng) for _ in range(50)}
        assert asked == {some("c2", "w2", room) for room in ("r0", "r2")}


@pytest.mark.parametrize("game", [FOUR, SIX], ids=["four", "six"])
def test_orders_one_and_two_play_the_same_games(game: Game) -> None:
    chose = 0
    for seed in range(10):
        first = game_of(game, [1, 0] * (game.p // 2), seed)[0]
        second, agents = game_of(game, [2, 0] * (game.p // 2), seed)
        assert first.done == second.done
        assert not any(agent.knew for agent in agents), "the rule never fires"
        chose += sum(agent.chose for agent in agents)
    assert chose > 20


def test_nobody_asks_for_a_card_that_was_shown_to_the_asker() -> None:
    """The rule cannot apply: a shown card has left the asker's goal model."""
    for seed in range(10):
        table, _ = game_of(FOUR, [0, 1, 2, 1], seed)
        shown = [0] * 5
        for event in table.done:
            if event.key[0] == "asks":
                assert not event.cards & (
                    shown[event.key[1]] | table.hands[event.key[1]]
                )
            elif event.key[0] == "shows":
                shown[event.key[-1]] |= event.cards


def test_the_rule_fires_where_the_room_is_where_one_stands() -> None:
    knew = 0
    for seed in range(10):
        first = game_of(FOUR, [1, 1, 1, 1], seed, stands=True)[0]
        second, agents = game_of(FOUR, [2, 2, 2, 2], seed, stands=True)
        knew += sum(agent.knew for agent in agents)
        assert first.won
        assert second.won
    assert knew, "an agent of order two shows what the asker has seen"
    seen = InformationState(SMALL, 1, some("r0", "r1"))
    asks = Event(("asks", 2), some("c1", "w1", "r0"))
    shows = Event(("shows", 1, 2), some("r0"))
    agent = Agent(SMALL, 1, order=2)
    after = seen.then(asks).then(Event(("yes", 1))).then(shows)
    legal = LegalAction(("shows", 1, 2), some("r0", "r1"))
    shown = {agent.card(after, legal, Random(i)) for i in range(20)}
    assert shown == {some("r0")}
    assert {agent.card(seen, legal, Random(i)) for i in range(20)} == {
        *bits(legal.cards)
    }


def test_there_is_no_further_order_and_no_model_without_end() -> None:
    with pytest.raises(QueryError, match="order"):
        Agent(SMALL, 1, order=3)
    large = Game.myst(2, 10, 3, 2)
    with pytest.raises(QueryError, match="too many"):
        Agent(large, 1)
    assert Agent(large, 1, exact=True).exact
    with pytest.raises(QueryError, match="too many"):
        Agent(Game.myst(9, 2, 12, 2), 1, order=0)


@pytest.mark.slow
def test_the_rule_pays_where_it_fires_between_two() -> None:
    """Each deal is played from both seats; the share exceeds a half by two errors."""
    game = Game.clue(2, sorts(6, 6, 7))
    wins = []
    for seed in range(2_000):
        for orders in ([2, 1], [1, 2]):
            table, _ = game_of(game, orders, seed, stands=True)
            assert table.won
            wins.append(orders[table.done[-1].key[1] - 1] == 2)
    share = sum(wins) / len(wins)
    assert share - 0.5 > 2 * (share * (1 - share) / len(wins)) ** 0.5
