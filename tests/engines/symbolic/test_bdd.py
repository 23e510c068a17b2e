"""Decision diagrams say of a law what its worlds, listed one by one, say."""

from __future__ import annotations

from functools import reduce
from operator import or_
from random import Random

import pytest

from mystpy.decision_diagrams import larger
from mystpy.engines.announcements.ignorance import knows_pile
from mystpy.engines.base import Value
from mystpy.engines.symbolic.bdd import deals as dd_deals
from mystpy.engines.symbolic.bdd import order, value
from mystpy.engines.symbolic.bdd.value import DiagramSession
from mystpy.engines.symbolic.count.count import count
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.errors import EngineFailed, NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import Falsity, H, Truth
from mystpy.language.nodes import (
    And,
    Common,
    Distributed,
    Formula,
    Iff,
    Knows,
    Not,
    Or,
)
from mystpy.views import GivenCards, given_cards, seen_by
from tests.engines.symbolic.groups import (
    clue,
    formula,
    growing,
    objective,
    outcome,
    runs,
    some_group,
    stress,
)
from tests.engines.symbolic.questions import MOST_WORLDS, Worlds
from tests.engines.symbolic.views import Masks
from tests.sampling import reaches, seeds_by_day


@pytest.mark.parametrize("start", runs(150, 3_000))
def test_formulas_have_the_values_that_listed_worlds_give_them(start: int) -> None:
    for seed in seeds_by_day(50, 10, start=start):
        for rng, constraints, worlds, known in growing(seed):
            diagrams = DiagramSession(constraints)
            for _ in range(2):
                phi = formula(constraints.game, rng, rng.randint(0, 5))
                try:
                    listed = outcome(worlds.value, phi, known)
                except QueryError:  # it has too many parts without quantifiers
                    continue
                found = outcome(diagrams.value, phi, known)
                assert found == listed, f"{seed}: {phi}"


@pytest.mark.parametrize("start", runs(100, 3_000))
def test_deals_are_counted_and_cells_found_as_by_listing(start: int) -> None:
    for seed in seeds_by_day(50, 10, start=start):
        for rng, constraints, worlds, known in growing(seed):
            fits = outcome(worlds.fitting, known) or []
            deals = {worlds.model.hands[w] for w in fits}
            diagrams = DiagramSession(
                constraints, agents=some_group(constraints.game, rng)
            )
            assert diagrams.count(known) == len(deals), seed
            assert diagrams.cells(known) == union(constraints.game, deals), seed


def union(game: Game, deals: set[Masks]) -> Masks:
    return tuple(reduce(or_, (deal[k] for deal in deals), 0) for k in game.holders)


@pytest.mark.parametrize("start", runs(100, 2_000))
def test_a_group_that_pools_its_views_knows_what_no_world_denies(start: int) -> None:
    for seed in seeds_by_day(50, 10, start=start):
        for rng, constraints, worlds, known in growing(seed):
            group = some_group(constraints.game, rng)
            phi = formula(constraints.game, rng, rng.randint(0, 2))
            found = outcome(
                DiagramSession(constraints).value, Distributed(group, phi), known
            )
            expected = outcome(pooled, worlds, group, phi, known)
            assert found == expected, f"{seed}: {group} {phi}"


def pooled(
    worlds: Worlds, group: tuple[int, ...], phi: Formula, known: GivenCards
) -> Value:
    truth = worlds.truth(phi)
    views = [repr([worlds.view(w, i) for i in group]) for w in range(len(truth))]
    doubted = {view for view, true in zip(views, truth, strict=True) if not true}
    found = {views[w] not in doubted for w in worlds.fitting(known)}
    if len(found) == 2:
        return Value.UNDETERMINED
    return Value.TRUE if found.pop() else Value.FALSE


@pytest.mark.parametrize("start", runs(100, 2_000))
def test_announcements_leave_the_worlds_in_which_they_are_true(start: int) -> None:
    refused = 0
    for seed in seeds_by_day(50, 10, start=start):
        for rng, constraints, worlds, known in growing(seed):
            diagrams = DiagramSession(constraints)
            for _ in range(3):
                phi = formula(constraints.game, rng, rng.randint(0, 3))
                announce(worlds, phi)
                if not worlds.model.hands:
                    with pytest.raises(NoWorldFits, match="is announced"):
                        diagrams.announce(phi)
                    refused += 1
                    break
                diagrams = diagrams.announce(phi)
                asked = formula(constraints.game, rng, rng.randint(0, 3))
                found = outcome(diagrams.value, asked, known)
                assert found == outcome(worlds.value, asked, known), f"{seed}: {asked}"
    assert reaches(refused)


@pytest.mark.parametrize("start", runs(100, 2_000))
def test_what_one_player_knows_is_found_again_where_worlds_were_removed(
    start: int,
) -> None:
    """The same formulas are asked and announced again, also from an earlier state."""
    again = 0
    for seed in seeds_by_day(50, 10, start=start):
        for rng, constraints, worlds, known in growing(seed):
            said = [about_one(constraints.game, rng) for _ in range(3)]
            states = [(DiagramSession(constraints), worlds.model)]
            for _ in range(5):
                diagrams, worlds.model = rng.choice(states)
                for phi in said:
                    found = outcome(diagrams.value, phi, known)
                    assert found == outcome(worlds.value, phi, known), f"{seed}: {phi}"
                phi = rng.choice(said) if rng.random() < 0.3 else Not(rng.choice(said))
                announce(worlds, phi)
                if not worlds.model.hands:
                    with pytest.raises(NoWorldFits, match="is announced"):
                        diagrams.announce(phi)
                    continue
                diagrams = diagrams.announce(phi)
                again += len(states) > 1
                assert diagrams.count() == len(set(worlds.model.hands)), seed
                assert diagrams.cells() == union(
                    constraints.game, set(worlds.model.hands)
                )
                states.append((diagrams, worlds.model))
    assert reaches(again)


def about_one(game: Game, rng: Random) -> Formula:
    """Return a formula about the knowledge of one player."""
    player = rng.randint(1, game.p)
    parts = [Knows(player, objective(game, rng)) for _ in range(4)]
    some = Or((parts[0], Not(parts[1])))
    return rng.choice(
        [
            knows_pile(game, player),
            parts[0],
            And((parts[1], some)),
            Or((parts[2], parts[3])),
            Not(And((some, Not(parts[2])))),
            Iff(parts[0], parts[3]),
        ]
    )


def announce(worlds: Worlds, phi: Formula) -> None:
    """Leave the worlds in which a formula is true."""
    worlds.model = worlds.model.restricted(worlds.truth(phi))


STRESS = (
    Game.myst(m=1, n=2, p=3, q=2),
    Game.clue(3, {"a": ["a1", "a2"], "b": ["b1", "b2", "b3"], "c": ["c1", "c2", "c3"]}),
)


@pytest.mark.parametrize("start", runs(20, 500, 20))
def test_cards_shown_again_and_again_are_followed_as_by_listing(start: int) -> None:
    """Diagrams record the set of cards seen, worlds record the card of each step."""
    listed = 0
    for seed in range(start, start + 20):
        rng = Random(seed)
        history = stress(rng.choice(STRESS), rng.randint(2, 9), rng)
        history = seen_by(history, rng.choice([None, 1, 2, 3])) if seed % 3 else history
        (constraints,) = constraint_sets(history)
        worlds, known = Worlds(constraints), given_cards(history)
        if len(worlds.model) > MOST_WORLDS:
            continue
        listed += 1
        diagrams = DiagramSession(constraints)
        for turn in range(4):
            phi = formula(constraints.game, rng, 3)
            found = outcome(diagrams.value, phi, known)
            assert found == outcome(worlds.value, phi, known), f"{seed}: {phi}"
            knows = knows_pile(constraints.game, turn % 3 + 1)
            said = knows if outcome(worlds.value, knows, known) is Value.TRUE else None
            diagrams = diagrams.announce(said or Not(knows))
            announce(worlds, said or Not(knows))
            deals = set(worlds.model.hands)
            assert diagrams.count() == len(deals), seed
            assert diagrams.cells() == union(constraints.game, deals), seed
    assert listed


def test_cards_are_moved_to_where_the_size_expected_is_least() -> None:
    """All places of a card are compared in one pass; here each by itself."""

    def size(listed: list[int], spans: list[set[int]]) -> int:
        found = 0
        for k in range(1, len(listed) + 1):
            done, left = set(listed[:k]), set(listed[k:])
            opened = sum(bool(span & done and span & left) for span in spans)
            found += (k * (len(listed) + 1 - k)) ** 2 << opened
        return found

    for seed in range(60):
        rng = Random(seed)
        cards = rng.sample(range(12), rng.randint(2, 12))
        spans = [set(rng.choices(cards, k=3)) for _ in range(rng.randint(1, 15))]
        touched = {
            card: sum(1 << k for k, span in enumerate(spans) if card in span)
            for card in cards
        }
        card, least = rng.choice(cards), size(cards, spans)
        rest = [other for other in cards if other != card]
        tried = [[*rest[:k], card, *rest[k:]] for k in range(len(cards))]
        sizes = [size(one, spans) for one in tried]
        found, expected = order._moved(card, cards, least, touched)
        assert expected == min(sizes), seed
        assert found == (cards if expected == least else tried[sizes.index(expected)])


def test_what_was_followed_before_an_announcement_is_not_changed_by_it() -> None:
    (constraints,) = constraint_sets(History.make(Game.myst(m=1, n=1, p=3, q=2)))
    before = DiagramSession(constraints)
    pile = H(0, "s1")
    after = before.announce(pile)
    other = before.announce(Not(pile))
    assert before.value(pile) is Value.UNDETERMINED
    assert after.value(Common((1, 2, 3), pile)) is Value.TRUE
    assert other.value(Common((1, 2, 3), Not(pile))) is Value.TRUE
    assert (before.count(), after.count(), other.count()) == (24, 6, 18)
    with pytest.raises(NoWorldFits):
        after.announce(Not(pile))
    with pytest.raises(NoWorldFits):
        after.announce(Falsity())
    assert after.announce(Truth()).count() == 6


def test_small_stores_grow_until_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    history = clue(12, 1)
    (constraints,) = constraint_sets(history)
    phi = Common((1, 2), Not(Knows(1, H(0, "rope"))))
    known = given_cards(seen_by(history, None))
    expected = (
        DiagramSession(constraints).value(phi, known),
        DiagramSession(constraints).count(known),
    )
    grown: list[int] = []

    def noted(nodes: int, limit: int) -> int:
        grown.append(nodes)
        return larger(nodes, limit)

    monkeypatch.setattr(value, "SMALLEST", 1 << 9)
    monkeypatch.setattr(value, "larger", noted)
    diagrams = DiagramSession(constraints)
    assert (diagrams.value(phi, known), diagrams.count(known)) == expected
    assert grown[:3] == [1 << 9, 1 << 11, 1 << 13]
    for seed in range(15):
        for rng, small, worlds, seen in growing(seed):
            asked = formula(small.game, rng, 4)
            found = outcome(DiagramSession(small).value, asked, seen)
            assert found == outcome(worlds.value, asked, seen), f"{seed}: {asked}"


def test_beyond_the_limit_the_reason_is_given() -> None:
    (constraints,) = constraint_sets(clue(12, 1))
    diagrams = DiagramSession(constraints, limit=1 << 12)
    with pytest.raises(EngineFailed, match=r"more than 4,096 nodes") as caught:
        diagrams.value(Common((1, 2, 3), Not(Knows(1, H(0, "rope")))))
    assert caught.value.hint


def test_too_many_states_are_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dd_deals, "STATES", 1_000)
    (constraints,) = constraint_sets(clue(12, 1))
    with pytest.raises(EngineFailed, match=r"over 1,000 states") as caught:
        DiagramSession(constraints).count()
    assert caught.value.hint


def test_unknown_cards_and_players_are_refused() -> None:
    (constraints,) = constraint_sets(History.make(Game.myst(m=1, n=1, p=2, q=1)))
    for phi in (H(0, "s9"), Knows(3, H(0, "s1")), Common((1, 3), H(0, "s1"))):
        with pytest.raises(QueryError):
            DiagramSession(constraints).value(phi)
        with pytest.raises(QueryError):
            DiagramSession(constraints).announce(phi)


def test_all_deals_of_clue_are_counted() -> None:
    numbers = {3: 5_557_616_064, 6: 44_460_928_512_000}
    for players, number in numbers.items():
        (constraints,) = constraint_sets(History.make(Game.clue(players)))
        assert DiagramSession(constraints).count() == number


@pytest.mark.parametrize(("players", "turns"), [(3, 8), (3, 20), (6, 20)])
def test_counts_on_clue_are_those_of_the_dynamic_programme(
    players: int, turns: int
) -> None:
    history = clue(turns, players + turns, players)
    (constraints,) = constraint_sets(history)
    diagrams = DiagramSession(constraints)
    for viewer in (1, 2):
        known = given_cards(seen_by(history, viewer))
        grid = ViewGrid(constraints.game)
        grid.update(view(constraints, known, viewer))
        assert diagrams.count(known) == count(grid)


def test_shown_cards_matter_where_somebody_who_asked_is_asked_about() -> None:
    """Player 2 showed one of two cards: player 1 saw which, and player 3 did not."""
    game = Game.myst(m=1, n=2, p=3, q=2)
    hands = {3: ["s5", "s6"]}
    history = History.make(game, hands, "asks(1,{s1,s2}) yes(2) shows(2,1,s1)")
    (constraints,) = constraint_sets(history)
    diagrams, known, held = (
        DiagramSession(constraints),
        given_cards(history),
        H(2, "s1"),
    )
    shown = GivenCards((), known.shown)
    assert diagrams.value(held, shown) is Value.TRUE
    assert diagrams.value(Common((1, 2), held), shown) is Value.TRUE
    assert diagrams.value(Common((1, 2, 3), held), shown) is Value.FALSE
    assert diagrams.value(Knows(3, held), shown) is Value.UNDETERMINED
    assert diagrams.value(Knows(3, held), known) is Value.FALSE
    assert diagrams.value(Knows(3, Knows(1, held)), known) is Value.FALSE
    conditions = diagrams.announce(Not(H(2, "s2")))
    assert conditions.value(Knows(3, Knows(1, held)), known) is Value.TRUE


def test_what_follows_after_a_law_that_no_deal_satisfies_is_nothing() -> None:
    game = Game.myst(m=1, n=1, p=2, q=2)
    history = History.make(game, {}, "asks(1,{s1,s2}) no(2) noguess(1) endturn(1)")
    more = history.then("asks(2,{s1,s3}) no(1) noguess(2) endturn(2)")
    (constraints,) = constraint_sets(more.then("asks(1,{s2,s3}) yes(2) shows(2,1,_)"))
    assert DiagramSession(constraints).count() == 1
    (constraints,) = constraint_sets(
        more.then("asks(1,{s2,s3}) no(2) noguess(1) endturn(1)")
    )
    assert DiagramSession(constraints).count() == 0
    assert DiagramSession(constraints).cells() == (0, 0, 0)
    with pytest.raises(NoWorldFits):
        DiagramSession(constraints).value(Truth())


def test_one_law_serves_many_questions() -> None:
    rng = Random(5)
    history = clue(22, 2)
    (constraints,) = constraint_sets(history)
    diagrams = DiagramSession(constraints)
    phi = objective(constraints.game, rng)
    single = {i: diagrams.value(Knows(i, phi), given_cards(history)) for i in (1, 2, 3)}
    fresh = {
        i: DiagramSession(constraints).value(Knows(i, phi), given_cards(history))
        for i in (3, 2, 1)
    }
    assert single == fresh
