"""The game What's my number against a slow reference, and the experiment."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mystpy.intervals import wilson
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model
from mystpy.kripke.my_number.board import (
    QUESTIONS,
    Magic,
    answer,
    board,
    known_in,
    seen_by,
    states,
)
from mystpy.kripke.my_number.document import document
from mystpy.kripke.my_number.experiment import GameEnding, Simulation, deals, run
from mystpy.kripke.my_number.play_condition import (
    Choice,
    PlayCondition,
    SplitRule,
    all_conditions,
    conditions,
)
from mystpy.kripke.my_number.report import bootstrap, claims, rows, stalling
from mystpy.kripke.my_number.sheets import CrossingOff
from mystpy.kripke.names import numbered_names
from tests.sampling import by_day

View = tuple[tuple[int, int], tuple[int, int]]
State = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]

MOVERS = (0, 1, 2)


def others(state: State, player: int) -> View:
    one, two = (state[p] for p in MOVERS if p != player)
    return one, two


@cache
def views() -> dict[State, tuple[View, ...]]:
    """Return what each player sees in each state."""
    return {state: tuple(others(state, p) for p in MOVERS) for state in states()}


@cache
def answers(view: View) -> tuple[bool, ...]:
    """Return the answers to all questions of somebody who sees these boards."""
    return tuple(answer(question, view) for question in range(18))


class Slow:
    """The game on sets of states and dictionaries, as its rules say it."""

    def __init__(self, truth: State, condition: PlayCondition) -> None:
        self.truth = truth
        self.condition = condition
        self.worlds: set[State] = set(views())
        self.said: list[tuple[int, int, bool]] = []
        self.numbers = [
            set(range(1, 10)) - {x for hand in others(truth, p) for x in hand}
            for p in MOVERS
        ]

    def cross_off(self) -> None:
        """Cross off numbers by the last answer, or by all of them, time and again."""
        again = self.condition.crossing is CrossingOff.AGAIN
        for p in MOVERS:
            if self.said[-1][0] == p:
                continue
            used = self.said if again else self.said[-1:]
            for _ in range(9 if again else 1):
                for mover, question, truly in used:
                    fitting = {
                        frozenset(hand)
                        for hand in combinations(sorted(self.numbers[p]), 2)
                        if mover == p
                        or answers(others(self.with_hand(p, hand), mover))[question]
                        == truly
                    }
                    self.numbers[p] = {x for hand in fitting for x in hand}

    def with_hand(self, player: int, hand: tuple[int, ...]) -> State:
        boards = list(self.truth)
        boards[player] = (hand[0], hand[1])
        return boards[0], boards[1], boards[2]

    def counts(self) -> list[Counter[View]]:
        return [Counter(views()[w][p] for w in self.worlds) for p in MOVERS]

    def winners(self) -> tuple[int, ...]:
        if self.condition.crossing is not CrossingOff.WORLDS:
            return tuple(p + 1 for p in MOVERS if len(self.numbers[p]) == 2)
        counts = self.counts()
        return tuple(p + 1 for p in MOVERS if counts[p][others(self.truth, p)] == 1)

    def a_pass(self) -> bool:
        """Remove the worlds in which somebody knows; whether there were some."""
        counts = self.counts()
        keep = {
            w for w in self.worlds if all(counts[p][views()[w][p]] > 1 for p in MOVERS)
        }
        removed = len(keep) < len(self.worlds)
        self.worlds = keep
        return removed

    def pick(self, mover: int, deck: list[int]) -> int:
        worlds = self.worlds
        if self.condition.choice is Choice.STANDARD:
            return deck[0]
        if self.condition.choice is Choice.POSSIBLE:
            worlds = {
                w
                for w in worlds
                if any(views()[w][p] == views()[self.truth][p] for p in MOVERS)
            }
        best, found = None, deck[0]
        seen = Counter(views()[w][mover] for w in worlds)
        for question in deck:
            yes = sum(n for view, n in seen.items() if answers(view)[question])
            small = min(yes, len(worlds) - yes)
            rule = self.condition.rule
            truly = answers(others(self.truth, mover))[question]
            worth = {
                SplitRule.LEAST: -small,
                SplitRule.MOST: small,
                SplitRule.PARTS: small > 0,
                SplitRule.REMOVED: -(len(worlds) - yes if truly else yes),
            }[rule]
            if best is None or worth > best:
                best, found = worth, question
        return found

    def play(self, deck: list[int]) -> GameEnding:
        asked: list[int] = []
        while deck:
            mover = len(asked) % 3
            question = self.pick(mover, deck)
            deck = [q for q in deck if q != question]
            asked.append(question)
            truly = answers(others(self.truth, mover))[question]
            self.worlds = {
                w for w in self.worlds if answers(views()[w][mover])[question] == truly
            }
            self.said.append((mover, question, truly))
            self.cross_off()
            while not (winners := self.winners()):
                magic = self.condition.magic
                if magic is Magic.NONE or not self.a_pass():
                    break
                if magic is Magic.ONCE:
                    winners = self.winners()
                    break
            if winners:
                return GameEnding(tuple(asked), winners)
        return GameEnding(tuple(asked), ())


@pytest.mark.parametrize(
    "condition", all_conditions(), ids=lambda c: f"{c} {c.rule} {c.crossing}"
)
@pytest.mark.alike(6)
def test_games_are_those_of_the_slow_reference(condition: PlayCondition) -> None:
    listed = states()
    table = Simulation(board(), condition)
    random = Random(str(condition))
    for _ in range(2 if condition.rule is SplitRule.MOST else 1):
        truth = random.randrange(7560)
        deck = list(range(18))
        random.shuffle(deck)
        slow = Slow(listed[truth], condition).play(deck)
        assert table.play(truth, deck) == slow


def test_removing_least_stalls_over_the_full_model_where_least_gain_does_not() -> None:
    shares = {}
    for rule in (SplitRule.LEAST, SplitRule.REMOVED):
        wanted = [PlayCondition(Magic.NONE, way, rule) for way in list(Choice)[1:]]
        wanted.append(PlayCondition(Magic.NONE, Choice.STANDARD))
        played = run(wanted, games=by_day(400, 2))
        shares[rule] = [np.mean(~games.decided) for games in played]
    near, full, standard = shares[SplitRule.REMOVED]
    assert min(near, full) > 2 * standard
    near, full, standard = shares[SplitRule.LEAST]
    assert near > 2 * standard > full


@pytest.mark.parametrize("rule", list(SplitRule))
def test_a_table_with_one_rule_for_kooi_has_the_games_it_is_compared_with(
    rule: SplitRule,
) -> None:
    wanted = conditions(rule)
    assert len(wanted) == 9 == len(set(wanted) & set(all_conditions()))
    found = {games.condition: games for games in run(wanted, games=6)}
    assert len(claims(found)) == 8
    assert {c.rule for c in wanted if c.choice is Choice.STANDARD} == {SplitRule.MOST}


def test_the_games_of_the_source_fit_one_rule_whatever_is_crossed_off() -> None:
    found = {games.condition: games for games in run(all_conditions(), games=250)}
    assert stalling(found) == {
        CrossingOff.WORLDS: [SplitRule.REMOVED],
        CrossingOff.NUMBERS: [SplitRule.REMOVED],
    }


def test_to_cross_off_numbers_tells_less_than_to_cross_off_worlds() -> None:
    wanted = [conditions(crossing=crossing)[0] for crossing in CrossingOff]
    worlds, numbers, again = run(wanted, games=by_day(400, 2))
    assert (worlds.turns <= again.turns).all()
    assert (again.turns <= numbers.turns).all()
    assert np.mean(~numbers.decided) > np.mean(~worlds.decided) + 0.1
    # A player who has crossed off all boards but one has two numbers left.
    assert (worlds.winners > 0)[numbers.decided].all()


def test_conditions_have_the_numbers_of_the_source() -> None:
    assert [c.number for c in conditions()] == list(range(1, 10))
    assert (str(conditions()[3]), str(conditions()[8])) == (
        "once, standard",
        "until steady, full model",
    )


def test_there_are_7560_states_in_classes_of_ten() -> None:
    assert len(set(states())) == 7560
    for relation in board().relations:
        assert relation.count == 756
        assert set(np.bincount(relation.numbers)) == {10}


def test_the_questions_say_what_they_ask() -> None:
    for state in Random(3).sample(states(), 200):
        for player in MOVERS:
            (a, b), v = others(state, player), sorted(sum(others(state, player), ()))
            odd = sum(x % 2 for x in v)
            steps = [y - x == 1 for x, y in pairwise(v)]
            text = "".join("x" if step else "." for step in steps)
            expected = [
                "x" in text,
                sum(v) < 16,
                sum(v) > 20,
                any(x % 2 == 0 and y % 2 == 0 for x, y in (a, b)),
                any(x % 2 == 1 and y % 2 == 1 for x, y in (a, b)),
                odd == 0,
                odd == 4,
                odd < 2,
                odd > 2,
                odd == 2,
                any(x in (3, 6, 9) for x in v),
                len({3, 6, 9} & set(v)) > 1,
                any(y in (2 * x, 3 * x, 4 * x) for x, y in product(v, v) if x > 1),
                sum(a) == sum(b),
                abs(a[0] - a[1]) == abs(b[0] - b[1]),
                "xxx" in text,
                "xx" in text,
                "x" in text,
            ]
            view = seen_by(state, player)
            assert [answer(q, view) for q in range(18)] == expected
    assert len(QUESTIONS) == 18


def test_who_knows_is_what_the_kripke_model_says() -> None:
    """Knowledge of one's numbers, through the formulas of the models."""
    table, random = board(), Random(5)
    worlds = np.array(sorted(random.sample(range(7560), 400)))
    hands = sorted({hand for state in table.states for hand in state})
    valuation = {
        f"h({p + 1},{low}{high})": np.array(
            [table.states[w][p] == (low, high) for w in worlds]
        )
        for p in MOVERS
        for low, high in hands
    }
    model = Model(
        numbered_names(400),
        ("1", "2", "3"),
        tuple(relation.taken(worlds) for relation in table.relations),
        valuation,
    )
    knows = " | ".join(
        f"K({p},h({p},{low}{high}))" for p in (1, 2, 3) for low, high in hands
    )
    found = known_in(table, worlds)
    assert 0 < found.sum() < 400
    assert (model.truth(knows) == found).all()


def test_the_experiment_is_the_same_on_one_process_and_on_two() -> None:
    wanted = conditions()[::4]
    one, two = (run(wanted, games=20, processes=n) for n in (1, 2))
    for first, second in zip(one, two, strict=True):
        assert (first.turns == second.turns).all()
        assert (first.winners == second.winners).all()


def test_games_without_epistemagic_have_two_winners_at_most() -> None:
    (games,) = run(conditions()[:1], games=500)
    assert int(games.winners.max()) == 2


def test_decks_are_shuffled_and_fixed() -> None:
    order, decks = deals(1)
    assert sorted(order) == list(range(7560))
    assert all(sorted(deck) == list(range(18)) for deck in decks)
    assert len(set(decks)) > 7500
    assert deals(2)[1] != decks


@pytest.mark.parametrize("games", [0, 7561])
def test_there_are_as_many_games_as_states(games: int) -> None:
    with pytest.raises(ModelError, match="7560"):
        run(conditions()[:1], games=games)


def test_the_report_judges_every_claim() -> None:
    found = {games.condition: games for games in run(all_conditions(), games=12)}
    judged = claims(found)
    assert len(judged) == 29
    assert {claim.verdict for claim in judged} <= {
        "reproduced",
        "partly",
        "not reproduced",
        "premise not met",
    }
    assert {claim.said[:2] for claim in judged if claim.in_text} == {"If"}
    assert all(sum(row.winners) == 12 for row in rows(found))
    page = document(found, "mystpy puzzle my-number --report", 12)
    assert page.count("| until steady |") == 9
    assert page.count("| numbers |") == 9


@pytest.mark.slow
def test_the_page_of_results_is_what_comes_out() -> None:
    path = Path(__file__).parents[3] / "docs" / "explanation" / "whats-my-number.md"
    found = {games.condition: games for games in run(all_conditions(), processes=2)}
    page = document(found, "mystpy puzzle my-number --report", 7560)
    assert page == path.read_text("utf-8")


def test_intervals_are_those_of_the_textbook() -> None:
    # Newcombe (1998), Statistics in Medicine 17: 81 of 263 gives 0.2553 to 0.3662.
    found = wilson(81 / 263, 263)
    assert (round(found.lower, 4), round(found.upper, 4)) == (0.2553, 0.3662)
    assert wilson(0, 20).lower == 0
    assert wilson(1, 20).upper == 1
    values = np.array([0, 1] * 500)
    found = bootstrap(values)
    assert found.value == 0.5
    assert found.upper - found.lower == pytest.approx(
        2 * 1.96 * 0.5 / 1000**0.5, rel=0.1
    )
