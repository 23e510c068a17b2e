"""The bridge: the worlds are the product; consequences of the knowledge axioms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import cast

import numpy as np
import pytest

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.game.game import Game
from mystpy.kripke.from_state import UpdatedState, worlds_model
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.update import game_actions
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import is_positive, modal_depth
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import ExplorationStep
from mystpy.theses.bench import settle, statement
from mystpy.theses.bridge import axioms, positive, recall, shown
from mystpy.theses.bridge import product as products
from mystpy.theses.bridge.axioms import (
    AxiomChoice,
    CommonKnowledgeAxiom,
    formula_of,
    told_to_all,
    told_to_some,
)
from mystpy.theses.bridge.ignorance import Ignorance
from mystpy.theses.bridge.positive import (
    KINDS,
    complete_piece,
    incomplete,
    kind,
)
from mystpy.theses.bridge.walk import CLUES, Item, explore, states
from mystpy.theses.bridge.world_separation import WorldSeparation, not_derived
from mystpy.theses.deals import deal_sets
from tests.sampling import cases_by_day

PROVED, HOLDS, FALSE, MISPRINTED, ANSWERED, OPEN = Verdict

TWO = Game.myst(1, 1, 2, 1)
THREE = Game.myst(1, 1, 3, 2)


def sample() -> Budget:
    return Budget(scope="sample", processes=1)


def every(result: Result) -> list[Result]:
    return [result, *(read for _, read in result.readings)]


# The most ignorant model, against an S5 model built path by path.


def unravelled(apart: WorldSeparation, depth: int) -> PointedModel:
    """Return the tree of paths of up to `depth` steps, as an S5 model, at its root."""
    paths: list[tuple[tuple[int, object], ...]] = [((0, apart.root),)]
    level = paths
    for _ in range(depth):
        level = [
            (*path, (i, node))
            for path in level
            for i in apart.state.players
            if i != path[-1][0]
            for node in apart.arrows(path[-1][1], i)  # type: ignore[arg-type]
        ]
        paths = [*paths, *level]
    game, deals = apart.state.game, apart.table.worlds
    hands = [deals[path[-1][1][1]] for path in paths]  # type: ignore[index]
    model = Model(
        names=[str(k) for k in range(len(paths))],
        agents=tuple(map(str, apart.state.players)),
        relations=tuple(
            Partition.of_keys(p[:-1] if p[-1][0] == i else p for p in paths)
            for i in apart.state.players
        ),
        valuation={
            f"h({k},{card})": np.array([bool(h[k] >> x & 1) for h in hands])
            for k in game.holders
            for card, x in game.deck.items()
        },
    )
    return PointedModel(model, 0)


def every_state(game: Game, work: int = 1_500) -> list[EpistemicState]:
    return list(states(explore(game, work)))


@pytest.mark.parametrize(
    ("game", "reading", "kinds"),
    [
        (TWO, positive.BARE, KINDS),
        pytest.param(THREE, positive.BARE, KINDS, marks=pytest.mark.slow),
        (TWO, positive.AXIOM_0, ("right",)),
        (THREE, positive.AXIOM_0, ("hidden",)),
        (CLUES[0], positive.BARE, KINDS),
    ],
    ids=str,
)
def test_an_s5_model_of_the_axioms_in_which_a_true_formula_fails(
    game: Game, reading: AxiomChoice, kinds: tuple[str, ...]
) -> None:
    looked = 0
    for state in every_state(game):
        ignorance = Ignorance(state, reading)
        wrong = incomplete(ignorance) if kind(state) in kinds else 0
        if not wrong:
            continue
        world, formula = not_derived(ignorance, wrong)
        pointed = unravelled(WorldSeparation(ignorance, world), modal_depth(formula))
        assert not pointed.holds(str(formula))
        instances = [*told_to_all(state, reading), *told_to_some(state, world, reading)]
        for one in instances:
            assert pointed.holds(str(formula_of(one, game))), one
        if reading.own_hands:
            for i, card in product(state.players, game.cards):
                own = f"h({i},{card}) -> K({i},h({i},{card}))"
                group = ",".join(map(str, state.players))
                assert pointed.holds(f"C([{group}], {own})")
        looked += 1
        if looked == 2:
            return
    assert looked


def positive_formula(rng: Random, game: Game, depth: int) -> str:
    """Return a random positive formula with up to `depth` levels."""
    kind_of = rng.randrange(6) if depth else 0
    if kind_of == 0:
        sign = rng.choice(("", "~"))
        return f"{sign}h({rng.randrange(game.p + 1)},{rng.choice(game.cards)})"
    parts = [positive_formula(rng, game, depth - 1) for _ in range(2)]
    if kind_of < 3:
        return f"({parts[0]} {rng.choice('&||')} {parts[1]})"
    group = sorted(rng.sample(range(1, game.p + 1), rng.randint(1, game.p)))
    if kind_of == 3:
        return f"K({group[0]},{parts[0]})"
    return f"{rng.choice('EC')}([{','.join(map(str, group))}],{parts[0]})"


def test_where_nothing_is_left_out_models_of_the_axioms_satisfy_what_is_true() -> None:
    """Test random formulas, with E and C too, in the worlds and in an S5 model."""
    rng, compared = Random(5), 0
    for state in every_state(TWO, 900)[::4]:
        ignorance = Ignorance(state, positive.ENDS)
        world = rng.randrange(state.size)
        assert ignorance.complete(world)
        here = PointedModel(worlds_model(state), world)
        there = unravelled(WorldSeparation(ignorance, world), 3)
        for _ in range(60):
            formula = positive_formula(rng, TWO, 4)
            if here.holds(formula):
                assert there.holds(formula), formula
                compared += formula.count("C(") + formula.count("E(") > 0
    assert compared > 50


def by_taking_out(ignorance: Ignorance, world: int) -> bool:
    """Return whether a world simulates the root: wrong pairs are removed."""
    apart, state = WorldSeparation(ignorance, world), ignorance.state
    pairs = {
        (node, w) for node, worlds in apart.layers[0].items() for w in members(worlds)
    }
    while True:
        kept = {
            (node, w)
            for node, w in pairs
            if all(
                any((after, v) in pairs for v in members(state.alike[i][w]))
                for i in state.players
                for after in apart.arrows(node, i)
            )
        }
        if kept == pairs:
            return (apart.root, world) in pairs
        pairs = kept


@pytest.mark.parametrize(
    "reading", [positive.BARE, positive.AXIOM_0, positive.ENDS], ids=str
)
def test_the_simulation_is_the_greatest(reading: AxiomChoice) -> None:
    seen = set()
    for state in [*every_state(TWO)[::3], *every_state(THREE, 900)[::6]]:
        ignorance = Ignorance(state, reading)
        for world in islice(range(state.size), 0, None, 9):
            found = ignorance.complete(world)
            assert found is by_taking_out(ignorance, world)
            seen.add(found)
    assert seen == {True, False}


# Statements that are changed come out otherwise.


@pytest.mark.parametrize(
    "axiom", cases_by_day(["(2.25)", "(2.32)", "(2.33)", "(2.34)"], 1)
)
def test_without_an_axiom_less_is_derived(axiom: str) -> None:
    reading = AxiomChoice(own_hands=True, without=frozenset({axiom}))
    result = positive.complete(sample(), reading, ("plain",))
    assert result.verdict is FALSE
    assert result.counterexample is not None
    assert confirming_engines(result.counterexample)


def test_axiom_2_14_is_needed_where_it_is_not_told_to_all() -> None:
    start = explore(TWO, 0).start
    ignorance = Ignorance(start, AxiomChoice(without=frozenset({"(2.14)"})))
    _, formula = not_derived(ignorance, incomplete(ignorance))
    assert str(formula) == "K(1,h(1,s1))"


def test_a_false_axiom_is_not_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrongly(
        state: EpistemicState, reading: AxiomChoice
    ) -> list[CommonKnowledgeAxiom]:
        table = deal_sets(state.game)
        said = Condition(0, ConditionKind.NONE, 1)
        everybody = frozenset(state.players)
        return [
            *told_to_all(state, reading),
            axioms.instance_of(table, "(9)", everybody, said),
        ]

    monkeypatch.setattr(axioms, "told_to_all", wrongly)
    result = positive.sound(sample(), positive.BARE)
    assert result.verdict is FALSE
    assert result.counterexample is not None
    assert result.counterexample["formula"] == "C([1,2],~h(0,s1))"
    assert confirming_engines(result.counterexample)
    assert result.case == "wrong"
    assert result.values["instance"] == "(9)"


def test_a_show_told_to_all_would_not_be_sound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def loudly(
        state: EpistemicState, world: int, reading: AxiomChoice
    ) -> Iterator[CommonKnowledgeAxiom]:
        for one in told_to_some(state, world, reading):
            loud = frozenset(state.players) if one.axiom == "(2.25)" else one.group
            yield CommonKnowledgeAxiom(one.axiom, loud, one.psi, one.deals)

    monkeypatch.setattr(axioms, "told_to_some", loudly)
    result = positive.sound(sample(), positive.BARE)
    assert result.verdict is FALSE
    assert result.counterexample is not None
    assert confirming_engines(result.counterexample)


def test_a_card_shown_to_all_is_another_state(monkeypatch: pytest.MonkeyPatch) -> None:
    def to_all(
        agents: tuple[str, ...], answers: object, within: object
    ) -> dict[str, Partition]:
        return game_actions.to_all(agents, answers)  # type: ignore[arg-type]

    monkeypatch.setattr(game_actions, "shown_to", to_all)
    found = products.product_piece(Item(THREE, 2_000, False))
    query = found[3]
    assert query is not None
    assert cast("list[str]", query["history"])[-1].startswith("shows")
    assert confirming_engines(query)


def test_noguess_differs_only_where_it_is_told() -> None:
    histories, query = products.told_or_not(TWO, 2_000)
    assert histories > 1
    assert query is not None
    assert query["history"][-1] == "noguess(1)"  # type: ignore[index]
    silent = products.product_piece(Item(TWO, 2_000, False))
    assert silent[3] is None


def test_images_are_compared_one_by_one() -> None:
    start = UpdatedState.start(explore(THREE, 0).start)
    assert start.unlike() is None
    assert start.isomorphic()
    one, other, *rest = start.images
    swapped = UpdatedState(start.state, start.model, [other, one, *rest])
    assert swapped.unlike() is not None
    assert not swapped.isomorphic()
    instances = swapped.told_apart()
    assert instances is not None


def step_of_a_show(game: Game) -> ExplorationStep[EpistemicState, SuccessorState]:
    return next(
        s for s in explore(game, 9_000).steps() if s.after.events[-1].key[0] == "shows"
    )


def test_forgetting_is_noticed() -> None:
    step = step_of_a_show(THREE)
    assert recall.forgotten(step) is None
    first: dict[int, int] = {}
    for w, parent in enumerate(step.way.parents):
        first.setdefault(parent, w)
    back = [first[w] for w in range(step.before.size) if w in first]
    assert (
        recall.forgotten(
            ExplorationStep(
                step.after, SuccessorState(step.before, back, 0), step.before, 9, True
            )
        )
        is not None
    )


def test_learning_from_nothing_is_noticed() -> None:
    step = step_of_a_show(THREE)
    assert recall.miracle(step) is None
    step.after.events = step.before.events
    assert recall.miracle(step) is not None


def test_views_that_overlap_or_leave_out_worlds_are_noticed() -> None:
    step = step_of_a_show(THREE)
    assert recall.no_classes(step) is None
    classes = step.after.classes(1)
    classes.append(classes[0])
    assert recall.no_classes(step) is not None
    del classes[:2]
    assert recall.no_classes(step) is not None


# The show known to all.


def after_a_show() -> EpistemicState:
    return step_of_a_show(THREE).after


def test_worlds_that_are_missing_are_noticed() -> None:
    state = after_a_show()
    assert shown.worlds_fault(state) is None
    frame = state.frame.part([1, *range(1, state.size)])
    missing = EpistemicState(
        frame, state.number, state.question, frame.full, state.events
    )
    assert shown.worlds_fault(missing) is not None


def test_the_theory_can_fail() -> None:
    state = after_a_show()
    assert shown.theory_fault(state) is None
    state.classes(1)[:] = [state.full]
    assert axioms.own_hand_not_known(state) is not None
    assert shown.show_not_known(state) is not None
    assert shown.theory_fault(state) is not None


def test_random_models_are_models_of_the_theory() -> None:
    state, rng, nodes = after_a_show(), Random(3), 0
    (show,) = shown.shows(state)
    for _ in range(40):
        loose = shown.RandomModel.random(state, rng, 24)
        nodes += len(loose.nodes)
        for y in range(len(loose.nodes)):
            cards = [c for c, where in loose.agreed(show).items() if where >> y & 1]
            assert cards
            for card in cards:
                assert shown.simulated(loose, (card,))
    assert nodes > 100


def test_the_map_is_no_simulation_without_own_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, rng = explore(THREE, 0).start, Random(3)
    everything = {i: [state.full] for i in state.players}
    loose = shown.RandomModel.random(state, rng, 24)
    assert shown.simulated(loose, ())
    blind = [(1 << len(loose.nodes)) - 1]
    monkeypatch.setattr(loose, "_classes", dict.fromkeys(everything, blind))
    loose.__dict__.pop("alike")
    assert not shown.simulated(loose, ())


@pytest.mark.slow
def test_nothing_is_missing_in_longer_histories_of_three() -> None:
    _, _, depth, _, counts = complete_piece(Item(THREE, 40_000, positive.ENDS))
    assert depth >= 10
    assert counts["plain failed"] == counts["right failed"] == 0
    assert counts["hidden failed"] > 1_000


def test_what_is_not_derived_is_a_positive_formula_that_is_true() -> None:
    result, _ = settle(statement("bridge-positive-complete"), sample())
    wrong = [f.counterexample for f in every(result) if f.verdict is FALSE]
    assert wrong[0] is not None
    assert wrong[0]["history"] == []
    for query in wrong:
        assert query is not None
        assert len(confirming_engines(query)) >= 2
        game = Game.from_dict(cast("dict[str, object]", query["game"]))
        assert is_positive(parse_formula(str(query["formula"]), game))
        assert query["value"] == "true"
