"""Checks whose witnesses were made up: where these fail, nothing is settled."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from mystpy import theses
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.kripke.update.steps import Request
from mystpy.play.information_state import InformationState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve import passing
from mystpy.solve.bounds import Bounds, Size, bounds
from mystpy.solve.equilibria import optimal_choices
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    any_card,
    anything,
    certain,
    hand_of,
    one_shot,
    slow_and_steady,
    uniform,
)
from mystpy.theses import chapter1, chapter5
from mystpy.theses.basis.rendering import render_result
from mystpy.theses.bench import statement
from mystpy.theses.chapter2 import (
    s2_07_invariants,
    s2_07_turns,
    s2_09_shows,
    s2_10,
)
from mystpy.theses.chapter3.s3_2 import hardness
from mystpy.theses.chapter3.s3_3 import outside
from mystpy.theses.chapter3.search import EventSearch, exists
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState
from mystpy.theses.chapter4 import games, s4_4, sweep, three_players
from mystpy.theses.chapter4.s4_1 import (
    both_by_algorithm,
    chances,
    extension,
    theorem_4_1,
)
from mystpy.theses.chapter4.s4_2 import (
    bluffing,
    bluffs_told,
    first_move,
    predictable,
)
from mystpy.theses.knowledge_games import actions, five_cards
from mystpy.theses.other_sources import counting, submodels

SAMPLE = Budget(processes=1, scope="sample")


def impossible(seen: InformationState) -> Mapping[Cards | None, Fraction]:
    """Guess a pile with an own card in it."""
    cards = sorted(seen.game.cards, key=lambda x: x not in hand_of(seen))
    return uniform([frozenset(cards[: seen.game.m])])


LOSES = GameStrategy((anything,), (impossible,))
"""To ask anything and guess wrong."""

HONEST = one_shot(1)
STEADY = slow_and_steady()


def own_first(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Always name the first own card, and others at random."""
    first = min(hand_of(seen))
    return uniform(q for q in seen.game.questions() if first in q)


def useful(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask any question with a card that is not own."""
    return uniform(q for q in seen.game.questions() if q - hand_of(seen))


def apart(size: Size) -> Bounds:
    """Bounds that say nothing."""
    return Bounds(Fraction(0), Fraction(1), 1)


def loser(size: Size) -> GameStrategy:
    """A plan that never wins, whatever the game."""
    return LOSES


def generous(table: DealTable, game_state: KnowledgeGameState, show: Shows) -> bool:
    """Player p may show any card."""
    return True


def careless(table: DealTable, poser: int) -> frozenset[str]:
    """Others always ask for the first cards of the deck."""
    return frozenset(table.game.cards[: table.game.q])


def only_deals(worlds: Iterable[submodels.World], player: int) -> list[submodels.World]:
    """The worlds in which each of three cards is in one place."""
    return [world for world in worlds if submodels.is_deal(world, "rwb")]


def kept_in_every_situation(budget: Budget) -> Result:
    """An invariant that is none after impossible actions."""
    conjecture = Conjecture("x", "always", "askphase", (Game.myst(1, 1, 2, 1),))
    return s2_07_invariants.in_every_situation(conjecture, budget)


def a_round(budget: Budget) -> Result:
    """Two states that are not the same: the start, and after a question."""
    start = TwoPlayerGame(Game.myst(1, 1, 2, 1)).start()
    return first_move.finite(budget, [start, extension.rounds((1, 1, 1), 1)[0]])


Check = Callable[[Budget], Result]

TRIED: dict[str, Check] = {
    "chapter1:no_easier": partial(chapter1.no_easier, shape=(3, 3)),
    "chapter2.s2_07_invariants:in_every_situation": kept_in_every_situation,
    "chapter2.s2_07_invariants:answers_in_order": partial(
        s2_07_invariants.answers_in_order, invariant=lambda p: "askphase"
    ),
    "chapter2.s2_07_invariants:long_questions": partial(
        s2_07_invariants.long_questions, q=1
    ),
    "chapter2.s2_09_shows:needed": partial(s2_09_shows.needed, edits=()),
    "chapter2.s2_07_turns:uniform": partial(
        s2_07_turns.uniform, formula="GameOver -> ~In(1)"
    ),
    "chapter2.s2_10:at_least": partial(s2_10.at_least, kinds=("endturn",), depth=1),
    "chapter2.s2_10:kept": partial(
        s2_10.kept, views=lambda players, budget: players[0]
    ),
    "chapter3.search:exists": lambda budget: exists(EventSearch(None, 3), str, {}),
    "chapter3.s3_2.hardness:inference": partial(
        hardness.inference, problem=lambda graph: len(graph.edges) < 2
    ),
    "chapter3.s3_3.outside:hostile": partial(
        outside.hostile, ways=partial(outside.hostile_ways, shown=generous)
    ),
    "another question of chapter3.s3_3.outside:hostile": partial(
        outside.hostile, ways=partial(outside.hostile_ways, asked=careless)
    ),
    "chapter4.games:worth_said": lambda budget: games.worth_said(
        budget, {(1, 1, 1): Fraction(1, 2)}, apart, {"c": 3}
    ),
    "chapter4.s4_1.extension:printed": partial(extension.printed, draw=useful),
    "chapter4.s4_1.chances:better_first": partial(
        chances.better_first, games=[Game.myst(1, 1, 2, 3)]
    ),
    "chapter4.s4_1.theorem_4_1:risk": partial(theorem_4_1.risk, plan=loser),
    "games of chapter4.s4_1.theorem_4_1:risk": partial(
        theorem_4_1.risk, sizes=((1, 1, 3), (2, 1, 4))
    ),
    "chapter4.s4_1.both_by_algorithm:by_algorithm": partial(
        both_by_algorithm.by_algorithm, plan=HONEST
    ),
    "chapter4.s4_1.both_by_algorithm:shown_well": partial(
        both_by_algorithm.shown_well, shows=any_card
    ),
    "chapter4.s4_1.both_by_algorithm:no_early_guess_of_1": partial(
        both_by_algorithm.no_early_guess_of_1, guesses=certain
    ),
    "chapter4.s4_1.theorem_4_1:whatever": partial(theorem_4_1.whatever, plan=STEADY),
    "chapter4.s4_1.theorem_4_1:second_player": partial(
        theorem_4_1.second_player, plans=[HONEST]
    ),
    "chapter4.s4_1.theorem_4_1:first_player": partial(
        theorem_4_1.first_player, plan=lambda size: STEADY
    ),
    "chapter4.s4_1.theorem_4_1:two_cards_each": partial(
        theorem_4_1.two_cards_each, bounds_of=apart
    ),
    "chapter4.s4_1.theorem_4_1:claim_3": partial(theorem_4_1.claim_3, plan=loser),
    "chapter4.s4_2.bluffing:optimal_bluff": partial(
        bluffing.optimal_bluff,
        player=1,
        wanted=optimal_choices.first_bluff,
        sizes=[(1, 2, 2)],
    ),
    "chapter4.s4_2.bluffing:useful_bluff": partial(
        bluffing.useful_bluff, sizes=[(2, 1, 1)]
    ),
    "chapter4.s4_2.bluffing:no_use": partial(
        bluffing.no_use, sizes=[(1, 2, 2), (2, 2, 2)]
    ),
    "chapter4.s4_2.bluffing:fixed_share": partial(bluffing.fixed_share, asks=anything),
    "chapter4.s4_2.bluffs_told:bound_to_bluff": partial(
        bluffs_told.bound_to_bluff,
        unwanted=lambda known, action: False,
        wrong=lambda wins, value: wins >= value,
    ),
    "chapter4.s4_2.bluffs_told:second_after": partial(
        bluffs_told.second_after, plan=HONEST
    ),
    "chapter4.s4_2.predictable:beaten": partial(
        predictable.beaten, guesses=certain, sizes=predictable.SIZES[:2]
    ),
    "chapter4.three_players:infeasible": partial(three_players.infeasible, turns=1),
    "chapter4.s4_2.bluffs_told:refuted": partial(
        bluffs_told.refuted, size_=(2, 1, 1), leader=1
    ),
    "chapter4.s4_2.first_move:finite": a_round,
    "chapter4.s4_2.first_move:small_values": partial(
        first_move.small_values, bounds_of=bounds
    ),
    "chapter4.s4_2.first_move:endless_won": partial(
        first_move.endless_won, draw=own_first
    ),
    "chapter4.s4_2.first_move:steady": partial(first_move.steady, plan=HONEST),
    "chapter4.s4_2.first_move:informed": partial(first_move.informed, plan=LOSES),
    "chapter4.s4_4:uneven": partial(s4_4.uneven, ask=passing.any_useful),
    "chapter5:never_mixed": partial(chapter5.never_mixed, guesses=certain),
    "chapter5:partition": partial(chapter5.partition, other=(2, 2)),
    "knowledge_games.actions:later": partial(
        actions.later, play=(Request("2", "1", ("r", "w", "b"), "r"),)
    ),
    "knowledge_games.actions:frames_fall_apart": partial(
        actions.frames_fall_apart, refused=Request("2", "1", ("r", "w", "b"), "r")
    ),
    "knowledge_games.actions:more_worlds": partial(
        actions.more_worlds, shown=Request("2", "3", ("n",))
    ),
    "knowledge_games.five_cards:valued_at": partial(
        five_cards.valued_at, size=five_cards.TWO, bounds_of=apart
    ),
    "other_sources.counting:incomplete": partial(counting.incomplete, n=1, pairs=1),
    "other_sources.submodels:splitting": partial(submodels.splitting, kept=only_deals),
}


def rests_on_witnesses() -> Iterator[str]:
    """The functions whose findings are said to be by witness."""
    home = Path(str(theses.__file__)).parent
    for path in home.rglob("*.py"):
        module = ".".join(path.relative_to(home).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                calls = (x for x in ast.walk(node) if isinstance(x, ast.Attribute))
                if any(call.attr == "by_witness" for call in calls):
                    yield f"{module}:{node.name}"


def test_every_check_by_witness_is_given_one_that_fails() -> None:
    found = set(rests_on_witnesses())
    assert len(found) > 30
    assert not found - TRIED.keys()


@pytest.mark.parametrize("name", TRIED)
@pytest.mark.alike(6)
def test_a_witness_that_fails_settles_nothing(name: str) -> None:
    result = TRIED[name](SAMPLE)
    assert result.verdict is Verdict.OPEN
    assert result.counterexample is None
    assert result.example is None
    assert result.instances


def test_a_witness_may_show_one_thing_only() -> None:
    def judged(case: Mapping[str, object] | None) -> Result:
        return Result.judged(case, proves=True, method="search", instances=1)

    good, bad = judged(None), judged({"values": {}})
    assert bad.by_witness(refutes=True) == bad
    assert good.by_witness(refutes=False) == good
    for found in (good.by_witness(refutes=True), bad.by_witness(refutes=False)):
        assert (found.verdict, found.counterexample) == (Verdict.OPEN, None)
        assert "nothing else was tried" in str(found.note)


def test_what_is_told_of_a_witness_is_not_told_of_one_that_fails() -> None:
    stated = statement("remark-4.2-steady")
    right = render_result(first_move.steady(SAMPLE), stated.assertion, stated)
    assert right.note == stated.assertion.result_text.note
    failed = render_result(first_move.steady(SAMPLE, HONEST), stated.assertion, stated)
    assert str(failed.note).startswith("the witness that was tried fails")
    assert failed.statement == right.statement


def test_a_value_that_a_bound_excludes_is_false() -> None:
    def found(said: Fraction) -> Verdict:
        scope = sweep.list_games([(2, 1, 1)])
        return games.worth_said(SAMPLE, {(2, 1, 1): said}, bounds, scope).verdict

    assert found(Fraction(2, 3)) is Verdict.PROVED
    assert found(Fraction(1, 2)) is found(Fraction(3, 4)) is Verdict.FALSE
