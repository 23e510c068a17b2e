"""Players who search simulated games: the rules, the drawn deals, and the search."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from inspect import signature
from random import Random
from typing import Any

import numpy as np
import pytest

from mystpy.arena.file import options_of
from mystpy.bits import bits
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of, play_on
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.naive import Naive
from mystpy.players.registry import KINDS as KINDS_BY_NAME
from mystpy.players.tree_search.cfr import Cfr, SampledSubgame
from mystpy.players.tree_search.dealt_game import (
    DealtGame,
    PlayerNotes,
    SimulationRules,
)
from mystpy.players.tree_search.ismcts import IsMcts, MoIsMcts, TreeSearch
from mystpy.players.tree_search.pimc import Pimc
from mystpy.players.tree_search.playout import Playout
from mystpy.players.tree_search.search_player import (
    SearchBudget,
    SearchPlayer,
    SearchRoot,
)
from mystpy.situations.event import Event

SORTS = {sort: [f"{sort}{i}" for i in range(3)] for sort in ("who", "how", "where")}
CLUE = Game.clue(3, SORTS)
MYST = Game.myst(2, 2, 3, 2)
ALL_RULES = (
    CLUE,
    MYST,
    Game.clue(2, SORTS, board=True),
    Game.clue(3, SORTS, speed=True),
    Game.generalized_clue(2, 2, 3, 2),
)
KINDS: tuple[type[SearchPlayer], ...] = (Pimc, IsMcts, MoIsMcts)


def dealt(game: Game, table: GameState) -> DealtGame:
    """Return the simulated game of a state before the first action."""
    whole, hands = (1 << game.c) - 1, table.hands
    seen = [0, *hands[1 : game.p + 1]]
    lacked = [whole & 0] * (game.p + 1)
    notes = PlayerNotes(seen, lacked)
    return DealtGame(SimulationRules.of(game), hands, table.public, notes)


def random_event(table: GameState, rng: Random) -> Event:
    """Return a random action, with few guesses, some of them right."""
    legal = rng.choice(table.legal_actions())
    if legal.key[0] == "guess":
        others = [o for o in table.legal_actions() if o.key[0] != "guess"]
        if others and rng.random() < 0.8:
            return any_of(rng.choice(others), table.game, rng)
        if rng.random() < 0.3:
            return Event(legal.key, table.hands[0])
    return any_of(legal, table.game, rng)


@pytest.mark.parametrize("game", ALL_RULES, ids=lambda game: game.rule_set)
def test_a_simulated_game_goes_by_the_rules_of_the_table(game: Game) -> None:
    ended = 0
    for seed in range(12):
        rng = Random(seed)
        table = GameState(game, random_deal(game, rng))
        twin = dealt(game, table)
        while len(table.done) < 80 and (legal_actions := table.legal_actions()):
            moves = twin.legal_moves()
            assert [(key, cards) for key, _, cards in moves] == legal_actions
            event = random_event(table, rng)
            table.do(event)
            twin.do(next(move for key, move, _ in moves if key == event.key), event)
            assert twin.public == table.public
            for i in range(1, game.p + 1):
                sure, pile = twin.notes.in_pile(i), table.hands[0]
                assert not sure & ~pile & (1 << game.c) - 1, "what is noted is so"
                assert not twin.notes.seen[i] & pile
                assert not pile & ~twin.notes.open_cards(i, twin.rules)
                assert twin.notes.pile(i, twin.rules) in (0, pile)
        if outcome := table.outcome:
            ended += 1
            won = [0.0] * (game.p + 1)
            if outcome.winner:
                won[outcome.winner] = 1.0
            assert twin.payoffs() == won
    assert ended > 3


@pytest.mark.parametrize("game", ALL_RULES[:4], ids=lambda game: game.rule_set)
def test_notes_never_leave_fewer_piles_than_exact_knowledge(game: Game) -> None:
    table = GameState(game, random_deal(game, Random(2)))
    twin, rng, compared = dealt(game, table), Random(3), 0
    playout = Playout(rng, questions=20)
    beliefs = [
        BeliefState.of(InformationState.at(table, i)) for i in range(1, game.p + 1)
    ]
    while legal := twin.legal_moves():
        move, event = playout.action(twin, legal)
        twin.do(move, event)
        table.do(event)
        if table.over:
            break
        beliefs = [belief.then(event) for belief in beliefs]
        for i, belief in enumerate(beliefs, 1):
            assert not belief.may[0] & ~twin.notes.open_cards(i, twin.rules)
            compared += 1
    assert compared > 10


def views(game: Game, seed: int, kinds: tuple[str, ...]) -> Iterator[InformationState]:
    """Yield the information states before actions of some kinds, from the first on."""
    table = GameState(game, random_deal(game, Random(seed)))
    naive = [Naive(game, i) for i in range(1, game.p + 1)]
    play_on(table, naive, [Random(seed + i) for i in range(game.p)])
    found = []
    while table.done:
        event = table.undo()
        if event.key[0] in kinds:
            found.append(InformationState.at(table, event.key[1]))
    return reversed(found)


def every_deal(belief: BeliefState, game: Game) -> list[tuple[int, ...]]:
    """Return all possible deals, found by trying each deal."""
    found = []
    cards = [1 << k for k in range(game.c)]

    def fill(holder: int, left: list[int], hands: tuple[int, ...]) -> None:
        if holder == len(game.sizes):
            if all(c.satisfied(hands) for c in belief.grid.conditions):
                found.append(hands)
            return
        for some in itertools.combinations(left, game.sizes[holder]):
            rest = [card for card in left if card not in some]
            fill(holder + 1, rest, (*hands, sum(some)))

    fill(0, cards, ())
    return found


def test_deals_are_drawn_evenly_from_all_that_fit() -> None:
    """By chi-square, each deal that fits is equally likely."""
    game, compared = Game.myst(1, 2, 3, 2), 0
    for number, seen in enumerate(views(game, 5, ("asks", "noguess"))):
        player = Pimc(game, seen.player, iterations=400)
        here = player._at(seen)
        fitting = every_deal(here.belief, game)
        if len(fitting) < 3 or compared == 4:
            continue
        drawn: Counter[tuple[int, ...]] = Counter()
        for batch in range(10):
            sample = player._sample(here, Random(f"{number} {batch}"))
            assert sample is not None
            drawn.update(sample.deals)
        assert set(drawn) <= set(fitting)
        expected = sum(drawn.values()) / len(fitting)
        statistic = sum((drawn[each] - expected) ** 2 / expected for each in fitting)
        assert statistic < chi_square_bound(len(fitting) - 1)
        compared += 1
    assert compared == 4


def chi_square_bound(degrees: int) -> float:
    """Return the 1e-4 upper quantile of chi-square (Wilson and Hilferty 1931)."""
    share = 2 / (9 * degrees)
    return degrees * (1 - share + 3.719 * math.sqrt(share)) ** 3


def legal_of(seen: InformationState, kind: str) -> list[GameState]:
    """Return states in which a player has this view."""
    hands = BeliefState.of(seen).draw(Random(1))
    names = seen.game.cards
    deal = [
        frozenset(x for k, x in enumerate(names) if hand >> k & 1) for hand in hands
    ]
    table = GameState(seen.game, tuple(deal))
    for event in seen.events:
        cards = event.cards
        if event.key[0] == "shows" and not cards:
            cards = bits(hands[event.key[1]] & table.question_mask)[0]
        table.do(Event(event.key, cards))
    assert any(legal.key[0] == kind for legal in table.legal_actions())
    return [table]


@pytest.mark.parametrize("kind", KINDS)
def test_so_many_games_are_simulated_as_the_option_says(
    kind: type[SearchPlayer],
) -> None:
    seen = next(iter(views(CLUE, 4, ("asks",))))
    (table,) = legal_of(seen, "asks")
    legal = table.legal_actions()
    for iterations in (1, 7, 50):
        player = kind(CLUE, seen.player, iterations=iterations, width=5)
        event = player.act(seen, legal, Random(2))
        assert player._values is not None
        games = sum(each.games for each in player._values[1])
        least = 5 if kind is Pimc else 1
        assert games <= max(iterations, least)
        assert games > iterations - (5 if kind is Pimc else 1) or games == least
        assert table.allows(event)
        again = kind(CLUE, seen.player, iterations=iterations, width=5)
        assert again.act(seen, legal, Random(2)) == event
        assert "simulated games" in player.why(seen, event)


def test_a_budget_of_seconds_ends_a_search_early() -> None:
    times = itertools.count()
    budget = SearchBudget(1000, 5.0, clock=lambda: float(next(times)))
    assert len(list(budget.rounds())) == 5
    never = SearchBudget(1000, 0.001, clock=lambda: float(next(times)))
    assert len(list(never.rounds())) == 1, "the first round is always played"
    assert len(list(SearchBudget(9, None).rounds(4))) == 2


@pytest.mark.parametrize("kind", [*KINDS, Cfr])
def test_the_pile_is_guessed_when_it_is_known(kind: type[SearchPlayer]) -> None:
    for seen in reversed(list(views(CLUE, 6, ("guess",)))):
        (table,) = legal_of(seen, "guess")
        pile = BeliefState.of(seen).pile
        assert pile is not None
        player = kind(CLUE, seen.player, iterations=5)
        found = player.act(seen, table.legal_actions(), Random(1))
        assert found == Event(("guess", seen.player), pile)


def test_who_sees_open_cards_in_simulated_games_guesses_at_once() -> None:
    """Strategy fusion: any next player would know the pile, so none waits."""
    guessed = 0
    for seen in views(CLUE, 8, ("noguess",)):
        (table,) = legal_of(seen, "noguess")
        player = Pimc(CLUE, seen.player, iterations=60, open_cards=True)
        event = player.act(seen, table.legal_actions(), Random(1))
        if player._values is None:
            continue
        shares = {each.event: each.share for each in player._values[1]}
        assert shares[Event(("noguess", seen.player))] == 0
        assert event.key[0] == "guess"
        guessed += 1
    assert guessed


@pytest.mark.parametrize("kind", KINDS)
def test_a_guess_is_worth_how_likely_the_pile_is(kind: type[SearchPlayer]) -> None:
    """The share of a guess at the root is that of the deals with this pile."""
    compared = 0
    for seen in views(CLUE, 9, ("noguess",)):
        (table,) = legal_of(seen, "noguess")
        player = kind(CLUE, seen.player, iterations=600)
        player.act(seen, table.legal_actions(), Random(3))
        if player._values is None:
            continue
        tally = BeliefState.of(seen)
        for each in player._values[1]:
            if each.event.key[0] != "guess" or each.games < 30:
                continue
            fitting = every_pile(tally)
            chance = fitting[each.event.cards] / sum(fitting.values())
            doubt = 4.5 * math.sqrt(chance * (1 - chance) / each.games)
            assert abs(each.share - chance) <= doubt
            compared += 1
    assert compared >= 3


def every_pile(belief: BeliefState) -> Counter[int]:
    """Return how many deals have each pile, counted one by one."""
    found: Counter[int] = Counter()
    game = belief.game
    sorts = [
        [1 << game.deck[x] for x in cards if belief.may[0] >> game.deck[x] & 1]
        for _, cards in game.sorts
    ]
    from mystpy.engines.hands import Condition, ConditionKind

    for cards in itertools.product(*sorts):
        grid = belief.grid.copy()
        exactly = Condition(0, ConditionKind.EXACTLY, sum(cards))
        try:
            grid.update(belief.grid.conditions | {exactly})
        except Exception:
            continue
        from mystpy.engines.symbolic.count.count import count

        found[sum(cards)] = count(grid)
    return found


def test_one_observer_shares_a_branch_for_what_looks_alike() -> None:
    """A card shown to another is one branch for the searcher, several for the two."""
    seen = next(
        seen
        for seen in views(CLUE, 3, ("asks",))
        if seen.player != 2 and len(seen.events) > 3
    )
    player = MoIsMcts(CLUE, seen.player, iterations=300)
    here = player._at(seen)
    sample = player._sample(here, Random(1))
    assert sample is not None
    events = player._questions(here, sample, [("asks", seen.player)], Random(1))
    root = SearchRoot(player.rules, here, sample.deals)
    for observers in ((seen.player,), (1, 2, 3)):
        search = TreeSearch(root, events, observers, Random(4))
        for number in range(300):
            search.grow(number)
        assert sum(each.games for each in search.values()) == 300
        hidden, open_ = shown_edges(search, seen.player)
        assert hidden == {0}, "nobody else's card is seen"
        assert 0 not in open_
        tree = search.trees[seen.player]
        assert all(child.visits <= child.available for child in tree.children.values())


def shown_edges(search: TreeSearch, player: int) -> tuple[set[int], set[int]]:
    """Return the cards on branches of a player's tree: shown to others, and to him."""
    hidden: set[int] = set()
    own: set[int] = set()
    nodes = [search.trees[player]]
    while nodes:
        for event, child in nodes.pop().children.items():
            nodes.append(child)
            if event.key[0] == "shows":
                (own if player in event.key[1:] else hidden).add(event.cards)
    return hidden, own


def test_a_subgame_has_each_deal_and_the_strategy_is_drawn_from() -> None:
    drawn: Counter[Event] = Counter()
    seen = next(iter(views(CLUE, 4, ("asks",))))
    player = Cfr(CLUE, seen.player, iterations=30, deals=6)
    here = player._at(seen)
    sample = player._sample(here, Random(1))
    assert sample is not None
    events = player._questions(here, sample, [("asks", seen.player)], Random(1))[:3]
    root = SearchRoot(player.rules, here, sample.deals)
    subgame = SampledSubgame(root, events, 2, Random(3))
    for number in range(6):
        subgame.add_deal(number)
    tree = subgame.tree
    assert tree.roots == 6
    assert tree.sets[subgame.key] == 0
    strategy = tree.minimize(30)
    assert np.allclose(strategy.sum(axis=1), 1)
    payoffs = tree.payoffs()[:, 1:].sum(axis=1)
    assert payoffs.max() <= 1 + 1e-9, "one player wins, or some share"
    for number in range(40):
        values = player.compare(root, events, Random(number))
        assert sum(each.share for each in values) == pytest.approx(1, abs=1e-6)
        drawn[values[0].event] += 1
        assert values[0].share > 0
    assert set(drawn) <= set(events)


@pytest.mark.parametrize("kind", [*KINDS, Cfr])
def test_an_interrupt_ends_a_search(
    kind: type[SearchPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Playout, game: DealtGame) -> list[float]:
        raise KeyboardInterrupt

    seen = next(iter(views(CLUE, 4, ("asks",))))
    (table,) = legal_of(seen, "asks")
    monkeypatch.setattr(Playout, "finish", interrupted)
    player = kind(CLUE, seen.player)
    assert player.budget.seconds is None, "nothing depends on the clock"
    with pytest.raises(KeyboardInterrupt):
        player.act(seen, table.legal_actions(), Random(1))


@pytest.mark.parametrize("kind", [*KINDS, Cfr])
def test_six_players_play_whole_games(kind: type[SearchPlayer]) -> None:
    game = Game.clue(6)
    table = GameState(game, random_deal(game, Random(1)))
    players = [kind(game, i, iterations=12, width=3) for i in range(1, 7)]
    play_on(table, players, [Random(i) for i in range(6)], most=600)
    assert table.outcome is not None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"iterations": 0}, "iterations must be a whole number, 1 at least, not 0"),
        ({"iterations": "many"}, "iterations must be a whole number"),
        ({"iterations": 2.5}, "not 2.5"),
        ({"width": True}, "width must be a whole number"),
        ({"piles": -1}, "piles must be a whole number, 0 at least, not -1"),
        ({"seconds": -1.0}, "seconds of a search"),
    ],
)
@pytest.mark.parametrize("kind", [*KINDS, Cfr])
def test_options_out_of_range_are_refused(
    kind: type[SearchPlayer], options: dict[str, Any], words: str
) -> None:
    with pytest.raises(QueryError, match=words):
        kind(CLUE, 1, **options)


@pytest.mark.parametrize("option", ["deals", "questions"])
def test_a_subgame_has_deals_and_questions(option: str) -> None:
    options: dict[str, Any] = {option: 0}
    with pytest.raises(QueryError, match=f"{option} must be a whole number"):
        Cfr(CLUE, 1, **options)


def test_deals_too_many_to_count_are_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mystpy.engines.symbolic.count.count import CountTooLarge

    def too_large(*_: object) -> None:
        raise CountTooLarge(10**9, 10)

    monkeypatch.setattr(DetectiveBeliefState, "sample_deals", too_large)
    for kind in ("asks", "shows", "noguess"):
        for seen in itertools.islice(views(CLUE, 4, (kind,)), 3):
            (table,) = legal_of(seen, kind)
            player = Pimc(CLUE, seen.player)
            assert table.allows(player.act(seen, table.legal_actions(), Random(1)))


@pytest.mark.parametrize("name", ["pimc", "ismcts", "mo-ismcts", "cfr", "learned"])
def test_options_are_known_by_name_to_tournaments(name: str) -> None:
    options = options_of(KINDS_BY_NAME[name])
    assert options
    assert not {"options", "values"} & set(options)
    for option in options:
        default = signature(KINDS_BY_NAME[name].sit).parameters[option].default
        assert default is None or type(default) in (bool, int, float)
