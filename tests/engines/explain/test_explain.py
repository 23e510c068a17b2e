"""Reasons are sufficient and minimal; witnesses are worlds that are not excluded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from random import Random

import pytest

from mystpy.bits import bits
from mystpy.engines import get_engine
from mystpy.engines.base import Value, Verdict
from mystpy.engines.explain.explainer import Explainer
from mystpy.engines.explain.selectors import (
    HAND_SIZES,
    ONE_HOLDER,
    PILE_SIZE,
    SOME_HOLDER,
    SORTS,
    AxiomSelector,
    HandSelector,
    Selector,
    StepSelector,
)
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.engines.symbolic.sat.layout import WitnessWorld
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Shows
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import MAX_DEPTH
from mystpy.questions.legality import legal
from mystpy.questions.query import load_query
from mystpy.questions.situation import Situation
from mystpy.questions.why import SeenWorld, why
from mystpy.views import GivenCards, given_cards, seen_by
from tests.engines.symbolic.views import seeds
from tests.random_games import random_play
from tests.sampling import by_day

GAMES = (
    Game.myst(m=1, n=1, p=3, q=2),
    Game.myst(m=1, n=2, p=2, q=2),
    Game.general(["sun", "moon", "star", "sky"], {0: 1, 1: 2, 2: 1}, q=2),
    Game.clue(2, {"who": ["ann", "bob"], "where": ["hall", "loft"]}),
)


def random_formula(game: Game, rng: Random, depth: int = 3) -> Formula:
    """Return a positive formula."""
    kind = rng.choice("hhkkkaoei") if depth else "h"
    if kind == "h":
        atom = H(rng.choice(list(game.holders)), rng.choice(game.cards))
        return atom if rng.random() < 0.4 else Not(atom)
    below = partial(random_formula, game, rng, depth - 1)
    if kind == "k":
        return Knows(rng.randint(1, game.p), below())
    if kind == "e":
        return Everyone((1, 2), below())
    if kind == "i":
        return Implies(random_formula(game, rng, 0), below())
    return (And if kind == "a" else Or)((below(), below()))


def random_case(seed: int) -> tuple[History, Formula]:
    """Return a history as one player, everybody or nobody saw it, and a formula."""
    rng = Random(seed)
    game = rng.choice(GAMES)
    history, deal = random_play(game, rng, rng.randint(0, 14))
    history = replace(history, hands=deal)
    viewer = rng.randint(-1, game.p)
    if viewer >= 0:
        history = seen_by(history, viewer or None)
    return history, random_formula(game, rng)


class Reference:
    """The consequences of some selectors, by listing all worlds that they leave.

    Selectors that are not enabled do not restrict them: cards may have no holder, or
    two.
    """

    def __init__(self, constraints: PublicConstraints, known_cards: GivenCards) -> None:
        self.constraints = constraints
        self.timed_conditions = known_cards

    def worlds(self, on: Collection[Selector]) -> Iterator[WitnessWorld]:
        """Yield the worlds of the constraints with only these selectors enabled."""
        game = self.constraints.game
        places = [
            some
            for some in product((0, 1), repeat=len(game.holders))
            if not (ONE_HOLDER in on and sum(some) > 1)
            and not (SOME_HOLDER in on and not any(some))
        ]
        sorts = [sum(1 << game.deck[x] for x in cards) for _, cards in game.sorts]
        for seats in product(places, repeat=game.c):
            hands = tuple(
                sum(some[k] << x for x, some in enumerate(seats)) for k in game.holders
            )
            sizes = [hand.bit_count() for hand in hands]
            if (
                (HAND_SIZES in on and sizes[1:] != [*game.sizes[1:]])
                or (PILE_SIZE in on and sizes[0] != game.sizes[0])
                or (
                    SORTS in on
                    and any((hands[0] & sort).bit_count() != 1 for sort in sorts)
                )
                or not all(
                    condition.satisfied(hands)
                    for step, condition in self.constraints.timed_conditions
                    if StepSelector(step) in on
                )
            ):
                continue
            for shown in product(
                *(bits(show.cards) for show in self.constraints.shows)
            ):
                if all(
                    card & hands[show.by]
                    for card, show in zip(shown, self.constraints.shows, strict=True)
                    if StepSelector(show.step) in on
                ):
                    yield WitnessWorld(-1, 0, hands, shown)

    def fits(self, world: WitnessWorld, on: Collection[Selector]) -> bool:
        """Return whether a world agrees with the hands and cards that are given."""
        return all(
            world.hands[holder] == hand
            for holder, hand in self.timed_conditions.hands
            if HandSelector(holder) in on
        ) and all(
            world.shown[e] == card
            for e, card in self.timed_conditions.shown
            if StepSelector(self.constraints.shows[e].step) in on
        )

    def follows_from(self, on: Collection[Selector], formula: Formula) -> bool:
        """Return whether a formula holds in all consistent worlds."""
        worlds = list(self.worlds(on))
        true = truth(formula, worlds, self.constraints)
        return all(
            holds
            for world, holds in zip(worlds, true, strict=True)
            if self.fits(world, on)
        )


def view(
    world: WitnessWorld, player: int, constraints: PublicConstraints
) -> tuple[int, ...]:
    """Return what a player sees of a world."""
    shows = zip(world.shown, constraints.shows, strict=True)
    seen = (card for card, show in shows if player in (show.by, show.to))
    return (world.hands[player], *seen)


def truth(
    phi: Formula, worlds: list[WitnessWorld], constraints: PublicConstraints
) -> list[bool]:
    """Return in which of the worlds a formula is true."""
    match phi:
        case H(holder, card):
            bit = 1 << constraints.game.deck[str(card)]
            return [bool(w.hands[int(str(holder))] & bit) for w in worlds]
        case Not(body):
            return [not x for x in truth(body, worlds, constraints)]
        case And(parts):
            return _joined(all, parts, worlds, constraints)
        case Or(parts):
            return _joined(any, parts, worlds, constraints)
        case Implies(left, right):
            return truth(Or((Not(left), right)), worlds, constraints)
        case Everyone(_, body):
            return truth(
                And(tuple(Knows(i, body) for i in phi.members)), worlds, constraints
            )
    assert isinstance(phi, Knows)
    assert isinstance(phi.agent, int)
    below = truth(phi.body, worlds, constraints)
    views = [view(world, phi.agent, constraints) for world in worlds]
    known: dict[tuple[int, ...], bool] = defaultdict(lambda: True)
    for seen, holds in zip(views, below, strict=True):
        known[seen] &= holds
    return [known[seen] for seen in views]


def _joined(
    join: Callable[[tuple[bool, ...]], bool],
    parts: tuple[Formula, ...],
    worlds: list[WitnessWorld],
    constraints: PublicConstraints,
) -> list[bool]:
    columns = [truth(part, worlds, constraints) for part in parts]
    return [join(values) for values in zip(*columns, strict=True)]


@pytest.mark.alike(2)
@pytest.mark.parametrize("start", range(0, 300, 50))
def test_reasons_and_witnesses_are_right(start: int) -> None:
    engine = get_engine("worlds")
    for seed in range(start, start + 50):
        history, formula = random_case(seed)
        follows = engine.value(history, formula).value is Value.TRUE
        open_laws = [
            explainer
            for constraints in constraint_sets(history)
            if (
                explainer := Explainer(constraints, given_cards(history), formula)
            ).satisfiable()
        ]
        failing = [e for e in open_laws if e.minimal() is None]
        assert follows is not bool(failing), f"{history} {formula}"
        for explainer in open_laws:
            if explainer in failing:
                check_witness(explainer, history)
            else:
                check_reasons(explainer)


def check_reasons(explainer: Explainer) -> None:
    """Check that the sets are sufficient, minimal, and the smallest not larger."""
    sets = explainer.minimal(), explainer.smallest()
    for found in sets:
        assert found is not None
        assert not found.unproven
        assert explainer.follows_from(found.selectors)
        for left_out in found.selectors:
            assert not explainer.follows_from(set(found.selectors) - {left_out})
    minimal, smallest = (observed(c.selectors) for c in sets if c)
    assert len(smallest) <= len(minimal)


def observed(selectors: Collection[Selector]) -> list[Selector]:
    return [s for s in selectors if not isinstance(s, AxiomSelector)]


def check_witness(explainer: Explainer, history: History) -> None:
    """Check each world against the constraints, and each link against the view."""
    worlds = explainer.witness()
    assert worlds is not None
    constraints = explainer.constraints
    for world in worlds:
        assert fits_law(world, constraints)
    for number, world in enumerate(worlds[1:], 1):
        assert 0 <= world.parent < number
        parent = worlds[world.parent]
        assert view(world, world.player, constraints) == view(
            parent, world.player, constraints
        )
    known_cards = given_cards(history)
    assert all(worlds[0].hands[holder] == hand for holder, hand in known_cards.hands)
    assert all(worlds[0].shown[index] == card for index, card in known_cards.shown)
    assert worlds[0].parent == -1


def fits_law(world: WitnessWorld, constraints: PublicConstraints) -> bool:
    """Return whether a world satisfies the constraints: sizes and conditions."""
    sizes = tuple(hand.bit_count() for hand in world.hands)
    together = 0
    for hand in world.hands:
        together |= hand
    shown = all(
        card & world.hands[show.by] & show.cards
        for card, show in zip(world.shown, constraints.shows, strict=True)
    )
    return (
        sizes == constraints.game.sizes
        and together == (1 << constraints.game.c) - 1
        and shown
        and all(
            condition.satisfied(world.hands) for condition in constraints.conditions
        )
    )


def small_cases(number: int) -> Iterator[tuple[Explainer, Formula]]:
    """Yield explainers of formulas that follow, with few shows."""
    for seed in range(1_000, 20_000):
        history, formula = random_case(seed)
        constraints = constraint_sets(history)[0]
        if len(constraints.shows) > 2:
            continue
        explainer = Explainer(constraints, given_cards(history), formula)
        found = explainer.satisfiable() and explainer.minimal()
        if found and observed(found.selectors):
            yield explainer, formula
            number -= 1
        if not number:
            return


def test_a_list_of_worlds_says_that_the_reasons_are_enough_and_needed() -> None:
    for explainer, formula in small_cases(by_day(15, 5)):
        reference = Reference(explainer.constraints, explainer.worlds.given)
        found = explainer.minimal()
        assert found is not None
        chosen = set(found.selectors)
        assert reference.follows_from(chosen, formula), f"{chosen} {formula}"
        for left_out in chosen:
            fewer = chosen - {left_out}
            assert not reference.follows_from(fewer, formula), f"{fewer} {formula}"


def test_a_list_of_worlds_agrees_whatever_is_switched_off() -> None:
    rng = Random(7)
    for explainer, formula in small_cases(by_day(30, 5)):
        reference = Reference(explainer.constraints, explainer.worlds.given)
        for _ in range(4):
            on = {s for s in explainer.selectors if rng.random() < 0.7}
            assert explainer.follows_from(on) == reference.follows_from(on, formula)


def test_the_smallest_set_is_smallest() -> None:
    for explainer, formula in small_cases(by_day(60)):
        reference = Reference(explainer.constraints, explainer.worlds.given)
        axioms = explainer.worlds.axioms
        found = explainer.smallest()
        assert found is not None
        assert found.smallest
        chosen = observed(found.selectors)
        needed = [s for s in found.selectors if s in axioms]
        if chosen:
            for fewer in combinations(observed(explainer.selectors), len(chosen) - 1):
                assert not reference.follows_from({*fewer, *axioms}, formula)
        if needed:
            for part in combinations(axioms, len(needed) - 1):
                assert not explainer.follows_from([*chosen, *part])


CLUE = "queries/clue-game-{}.toml"


@pytest.mark.parametrize("players", ["three", "four", "six"])
def test_the_grid_says_that_reasons_of_a_real_game_are_enough_and_needed(
    players: str,
) -> None:
    history = load_query(CLUE.format(players)).history
    game, known_cards = history.game, given_cards(history)
    (constraints,) = constraint_sets(history)
    owner = next(k for k in range(1, game.p + 1) if history.hands[k])
    cells = get_engine("asp").cells(history, owner)
    for holder, row in enumerate(cells):
        for card, cell in [x for x in row.items() if x[1] != "?"][::3]:
            atom = H(holder, card)
            formula = Knows(owner, atom if cell == "yes" else Not(atom))
            explainer = Explainer(constraints, known_cards, formula)
            for found in explainer.minimal(), explainer.smallest():
                assert found is not None
                chosen = set(observed(found.selectors))
                assert not found.unproven
                assert grid_cell(constraints, known_cards, chosen, atom) == cell
                for left_out in chosen:
                    assert (
                        grid_cell(constraints, known_cards, chosen - {left_out}, atom)
                        == "?"
                    )
            assert explainer.effort < 10_000


def grid_cell(
    constraints: PublicConstraints, known_cards: GivenCards, on: set[Selector], atom: H
) -> str:
    """Return the cell of the grid if only these observations were made."""
    conditions = [
        c for step, c in constraints.timed_conditions if StepSelector(step) in on
    ]
    conditions += [
        Condition(holder, ConditionKind.EXACTLY, hand)
        for holder, hand in known_cards.hands
        if HandSelector(holder) in on
    ]
    shown = dict(known_cards.shown)
    conditions += [
        Condition(show.by, ConditionKind.SOME, shown.get(e, show.cards))
        for e, show in enumerate(constraints.shows)
        if StepSelector(show.step) in on
    ]
    grid = ViewGrid(constraints.game)
    grid.update(conditions)
    return grid.cells()[int(str(atom.holder))][str(atom.card)]


def three_players_until_the_rope_was_shown() -> History:
    """Return the game up to where counting without an axiom took a minute."""
    history = load_query(CLUE.format("three")).history
    asked = frozenset({"mustard", "rope", "study"})
    begins = next(
        k
        for k, action in enumerate(history.actions)
        if isinstance(action, Asks) and action.cards == asked
    )
    ends = next(
        k for k in range(begins, len(history)) if isinstance(history.actions[k], Shows)
    )
    return history.prefix(ends + 1)


def test_counting_without_an_axiom_is_not_hard() -> None:
    history = three_players_until_the_rope_was_shown()
    formula = parse_formula("K(2,~h(0,rope))", history.game)
    (constraints,) = constraint_sets(history)
    explainer = Explainer(constraints, given_cards(history), formula)
    found = explainer.minimal()
    assert found is not None
    assert not found.unproven
    assert explainer.follows_from(found.selectors)
    for number in range(len(explainer.worlds.axioms)):
        for off in combinations(explainer.worlds.axioms, number):
            explainer.follows_from(set(explainer.selectors).difference(off))
    assert explainer.effort == 0, "no question was more than a small one"


def with_told(game: Game, conditions: Collection[Condition]) -> PublicConstraints:
    """Return constraints with these conditions, each at a step of its own."""
    (constraints,) = constraint_sets(History.make(game, {}, ""))
    return replace(constraints, timed_conditions=tuple(enumerate(conditions)))


@pytest.mark.parametrize("n", [6, 9, 14, 19])
def test_as_many_answers_as_cards_are_not_hard(n: int) -> None:
    asked = [Condition(1, ConditionKind.SOME, 0b111 << 3 * k) for k in range(n)]
    constraints = with_told(Game.myst(3, n, 4, 3), asked)
    formula = Knows(2, Not(H(1, f"s{3 * n + 1}")))
    explainer = Explainer(constraints, GivenCards((), ()), formula)
    for found in explainer.minimal(), explainer.smallest():
        assert found is not None
        steps = tuple(StepSelector(k) for k in range(n))
        assert found.selectors == (*steps, HAND_SIZES)
        assert not found.unproven
    assert explainer.effort < 5_000


@pytest.mark.parametrize(("k", "others", "n"), [(5, 1, 2), (19, 1, 2), (6, 6, 3)])
def test_players_with_all_of_some_cards_are_not_hard(
    k: int, others: int, n: int
) -> None:
    game = Game.myst(4, n, k + others, 2)
    barred = (1 << game.c) - (1 << k * n)
    constraints = with_told(
        game, [Condition(i, ConditionKind.NONE, barred) for i in range(1, k + 1)]
    )
    explainer = Explainer(
        constraints, GivenCards((), ()), Knows(1, Not(H(k + 1, "s1")))
    )
    found = explainer.minimal()
    assert found is not None
    assert observed(found.selectors) == [StepSelector(i) for i in range(k)]
    assert not found.unproven
    assert explainer.effort < 5_000


FIVE = History.make(
    Game.myst(m=1, n=1, p=5, q=2),
    {5: ["s6"]},
    """asks(1,{s1,s2}) yes(2) shows(2,1,_) noguess(1) endturn(1)
    asks(2,{s3,s6}) no(3) no(4) yes(5) shows(5,2,s6) noguess(2) endturn(2)
    asks(3,{s1,s2}) yes(4) shows(4,3,_)""",
)


def test_the_reasons_of_section_3_1() -> None:
    formula = parse_formula("K(5, ~h(0,s1))", FIVE.game)
    found = why(FIVE, formula, get_engine("asp"), smallest=True)
    assert found.value is Value.TRUE
    assert [reason.step for reason in found.because] == [1, 13]
    assert found.axioms == ("2.9", "2.33")
    assert found.smallest
    assert found.minimal


def test_one_answer_is_reason_enough() -> None:
    formula = parse_formula("K(5, h(2,s1) | h(2,s2))", FIVE.game)
    found = why(FIVE.prefix(3), formula, get_engine("asp"))
    assert [reason.step for reason in found.because] == [1]
    assert found.axioms == ("2.33",)


def test_what_was_too_hard_to_prove_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mystpy.questions.why.Explainer", partial(Explainer, effort=0))
    formula = parse_formula("K(5, ~h(0,s1))", FIVE.game)
    found = why(FIVE, formula, get_engine("asp"), smallest=True)
    assert found.value is Value.TRUE
    assert {1, 13} < {reason.step for reason in found.because}
    assert not any(reason.proven for reason in found.because)
    assert not found.minimal
    assert not found.smallest
    assert found.given_up


def test_both_outcomes_of_a_guess_have_the_same_reasons() -> None:
    history = History.make(
        Game.myst(m=1, n=1, p=5, q=2),
        {},
        "asks(1,{s1,s2}) yes(2) shows(2,1,_) guess(1,{s3})",
    )
    formula = parse_formula("h(2,s1) | h(2,s2)", history.game)
    assert len(constraint_sets(history)) == 2
    found = why(history, formula, get_engine("asp"))
    assert [reason.step for reason in found.because] == [1]
    assert found.axioms == ("2.17",)


def test_a_denied_knowledge_has_a_witness() -> None:
    formula = parse_formula("~K(5, h(2,s1))", FIVE.game)
    found = why(FIVE.prefix(5), formula, get_engine("asp"))
    assert found.value is Value.TRUE
    assert [world.player for world in found.witness] == [0, 5]
    assert "s1" not in found.witness[1].hands[2]


def test_a_witness_has_no_worlds_that_nobody_needs() -> None:
    text = "forall x in cards: K(1, K(2, ~h(0,x)) | K(3, h(0,x)))"
    history = FIVE.prefix(5)
    found = why(history, parse_formula(text, history.game), get_engine("asp"))
    assert found.value is Value.FALSE
    assert len(found.witness) == 4
    assert [world.parent for world in found.witness] == [-1, 0, 1, 1]
    assert [world.player for world in found.witness[2:]] in ([2, 3], [3, 2])


@pytest.mark.parametrize("players", ["three", "six"])
def test_worlds_of_a_witness_are_legal_in_a_real_game(players: str) -> None:
    history = load_query(CLUE.format(f"{players}-midway")).history
    game = history.game
    owner = next(k for k in range(1, game.p + 1) if history.hands[k])
    other = owner % game.p + 1
    formula = Knows(owner, Knows(other, Not(H(0, "rope"))))
    found = why(history, formula, get_engine("asp"))
    assert found.value is Value.FALSE
    assert [world.player for world in found.witness] == [0, owner, other]
    assert "rope" in found.witness[2].hands[0]
    for world in found.witness:
        verdict = legal(told_in_full(history, world), get_engine("asp")).verdict
        assert verdict is Verdict.LEGAL
        parent = found.witness[max(world.parent, 0)]
        mine = [k for k, x in enumerate(shows(history)) if world.player in x]
        assert world.hands[world.player] == parent.hands[world.player] or not mine
        assert all(world.shown[k] == parent.shown[k] for k in mine)


def shows(history: History) -> list[tuple[int, int]]:
    return [(a.player, a.to) for a in history.actions if isinstance(a, Shows)]


def told_in_full(history: History, world: SeenWorld) -> History:
    """Return the history with all hands and shown cards of a world."""
    actions = list(history.actions)
    for step, card in world.shown:
        show = actions[step]
        assert isinstance(show, Shows)
        actions[step] = replace(show, card=card)
    return replace(history, hands=world.hands, actions=tuple(actions))


def test_alternating_knowledge_that_follows_is_refused_with_a_remedy() -> None:
    formula = parse_formula("K(5, ~K(1, K(2, h(5,s6))))", FIVE.game)
    with pytest.raises(QueryError, match="within a negation") as caught:
        why(FIVE.prefix(5), formula, get_engine("asp"))
    assert caught.value.hint


def test_alternating_knowledge_that_fails_has_worlds_in_which_it_does() -> None:
    history = FIVE.prefix(5)
    formula = parse_formula("K(5, ~K(1, h(2,s1)))", FIVE.game)
    found = why(history, formula, get_engine("asp"))
    first, second = found.witness
    assert (second.parent, second.player) == (0, 5)
    assert first.hands[5] == second.hands[5] == FIVE.hands[5]
    shown = dict(second.shown)
    assert set(shown.values()) == {"s1"}


@pytest.mark.parametrize("seed", seeds(6, 120))
def test_common_knowledge_has_reasons_that_all_saw_or_a_path_of_worlds(
    seed: int,
) -> None:
    rng = Random(seed)
    game = rng.choice([x for x in GAMES if not x.board and len(x.holders) > 2])
    history, deal = random_play(game, rng, rng.randint(3, 9), wrong_guesses=0)
    hands = tuple(deal[k] if k == 1 else None for k in game.holders)
    history = replace(history, hands=hands)
    group = tuple(rng.sample(game.holders[1:], 2))
    for card in game.cards:
        for fact in (H(2, card), Not(H(2, card))):
            common = Common(group, fact)
            with suppress(QueryError):  # what two were shown is not always enough
                found = why(history, common, get_engine("asp"))
                assert found.value is get_engine("worlds").value(history, common).value
                if found.explained == Everyone(group, fact) and found.follows:
                    assert all(r.holder is None for r in found.because)
                    known_cards = (r.action for r in found.because)
                    shown = [x for x in known_cards if isinstance(x, Shows) and x.card]
                    assert all({*group} <= {x.player, x.to} for x in shown)
                elif not found.follows:
                    leads_away(found.witness, fact, group)


def leads_away(
    path: tuple[SeenWorld, ...], fact: Formula, group: Sequence[int]
) -> None:
    """Check that indistinguishable worlds lead to one where the fact fails."""
    for world in path[1:]:
        assert world.player in group
        before = path[world.parent].hands
        assert world.hands[world.player] == before[world.player]
    atom = fact.body if isinstance(fact, Not) else fact
    assert isinstance(atom, H)
    assert isinstance(atom.holder, int)
    assert (atom.card in path[-1].hands[atom.holder]) == isinstance(fact, Not)


def test_common_knowledge_within_formulas_is_refused_with_a_remedy() -> None:
    formula = parse_formula("K(1, C([1,2], h(2,s1)))", FIVE.game)
    with pytest.raises(QueryError, match="common knowledge") as caught:
        Situation.of(FIVE, engine="asp").why(formula)
    assert caught.value.hint


def test_a_formula_is_explained_however_deep_it_is_nested() -> None:
    game = Game.myst(1, 1, 2, 1)
    (constraints,) = constraint_sets(History.make(game, {}, ""))
    formula: Formula = H(1, "s1")
    for _ in range(MAX_DEPTH - 1):
        formula = Iff(H(2, "s1"), formula)
    found = Explainer(constraints, GivenCards(((1, 1),), ()), formula).minimal()
    other = Explainer(constraints, GivenCards(((1, 1),), ()), Not(formula)).minimal()
    assert [found, other].count(None) == 1
