"""The sweep: its worlds are those of the engine, and its symmetries lose nothing."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from mystpy.bits import mask_of, members, set_of_members
from mystpy.conjectures.budget import Budget, CheckStopped, spread
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.check import SweepCheck
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.truth import holds
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows, show_action
from mystpy.history.history import History
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import cards_in
from mystpy.processes.ticking import tick
from mystpy.questions.knowledge import ask
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.explore import events, steps
from mystpy.situations.frame import Frame
from tests.programs import HANGING, comes_true
from tests.random_games import random_play

GAMES = (
    Game.myst(1, 1, 2, 1),
    Game.myst(1, 1, 3, 2),
    Game.myst(2, 2, 2, 2),
    Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]}),
)
FORMULAS = (
    "K(1, {0})",
    "K(2, ~{0})",
    "C([1,2], {0})",
    "K(1, K(2, {0}))",
    "K(2, ~K(1, {0}))",
    "E([1,2], {0} | Turn(1))",
)


def stage_of(history: History) -> tuple[EpistemicState, int]:
    """Return the state of a history with shown cards, and the worlds with them."""
    state = EpistemicState.start(history.game)
    fit = state.full
    for action in history.actions:
        state, fit = done(state, fit, action, history.game)
    return state, fit


def done(
    state: EpistemicState, fit: int, action: object, game: Game
) -> tuple[EpistemicState, int]:
    for event in events(state):
        for reached, meant in steps(state, event):
            for world in islice(members(meant), 1):
                last = reached.state.history(world).actions[-1]
                if last == action:
                    kept = {w for w in members(meant) if fit >> reached.parents[w] & 1}
                    if kept:
                        return reached.state, sum(1 << w for w in kept)
    raise AssertionError(f"{action} leads nowhere")


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_worlds_are_those_of_the_engine(game: Game) -> None:
    rng = Random(7)
    for _ in range(6):
        history, deal = random_play(game, rng, rng.randrange(9), right_guesses=0)
        state, fit = stage_of(history)
        world = next(
            w
            for w in members(fit)
            if state.worlds[w] == tuple(mask_of(hand, game) for hand in deal)
        )
        given = History(game, deal, history.actions)
        # After a guess the engine lists the worlds with either outcome.
        if not any(isinstance(action, Guess) for action in history.actions[-1:]):
            found = list(WorldsEngine().worlds(given, public=True))
            if game.p == 2:  # everybody has seen the cards that were shown
                shown = [a.card for a in given.actions if isinstance(a, Shows)]
                found = [w for w in found if [card for _, card in w.shown] == shown]
            assert state.size == len(found)
        card = rng.choice(game.cards)
        for form in FORMULAS:
            text = form.format(f"h(0,{card})")
            node = parse_conjecture(text, games=[game])
            here = holds(node, state, {}) >> world & 1
            value = ask(given, parse_formula(text, game), WorldsEngine()).value
            assert str(value) == ("true" if here else "false"), (text, given)


@pytest.mark.parametrize(
    "text",
    [
        "forall j in players, Q in questions: Question(Q) -> after no(j):"
        " C(players, forall x in Q: ~h(j,x))",
        "forall i in players, x in cards: ~K(i, h(0,x))",
        "forall i in players, x in cards, y in cards:"
        " K(i,h(0,x)) -> K(i,h(0,y)) | ~(x = y)",
        "K(1, h(0,s1)) -> K(2, h(0,s1))",
        "next ~GameOver",
    ],
)
def test_one_of_those_alike_is_enough(text: str) -> None:
    """All histories with all questions, and representatives: the same answer."""
    game, node = Game.myst(1, 1, 2, 2), parse_conjecture(text)
    depth = 4
    every = any(fails_somewhere(node, state) for state in all_states(game, depth))
    swept = sweep(node, game, work=0, depth=depth)
    assert (swept.failure is not None) is every


def fails_somewhere(node: Formula, state: EpistemicState) -> bool:
    return holds(node, state, {}) != state.full


def all_states(game: Game, depth: int) -> Iterator[EpistemicState]:
    level = [EpistemicState.start(game)]
    for _ in range(depth + 1):
        yield from level
        level = [
            reached.state
            for state in level
            for event in events(state)
            if event.key[0] != "shows"
            or event.cards == state.question & -state.question
            for reached in state.after(
                Event(event.key) if event.key[0] == "shows" else event
            )
        ]


def test_a_counterexample_is_a_shortest_one() -> None:
    node = parse_conjecture("forall i in players, x in cards: ~K(i, h(0,x))")
    swept = sweep(node, Game.myst(1, 1, 2, 1), work=10_000)
    assert swept.failure
    history = swept.failure.state.history(swept.failure.world)
    assert len(history) == 2
    assert swept.depth == 2


def test_premises_that_hold_nowhere_are_not_counted() -> None:
    node = parse_conjecture("forall i in players: In(i) & ~In(i) -> GameOver")
    check = SweepCheck(cards_in(node))
    assert check.first(node, EpistemicState.start(Game.myst(1, 1, 2, 1))) is None
    assert check.instances == 0


@pytest.mark.parametrize("text", ["C([1,2], {0})", "K(2, ~K(1, {0}))", "next {0}"])
def test_worlds_left_out_do_not_matter(text: str) -> None:
    """States share the worlds of their frame: alone they are the same."""
    game = Game.myst(1, 1, 2, 2)
    node = parse_conjecture(text.format("(h(0,s1) | In(1))"), games=[game])
    for state in all_states(game, 5):
        left = list(members(state.full))
        shown = [state.shown[w] for w in left]
        worlds = [state.worlds[w] for w in left]
        frame = Frame(game, worlds, shown, state.frame.events)
        alone = EpistemicState(frame, state.number, state.question, frame.full)
        here, there = (holds(node, each, {}) for each in (state, alone))
        assert [w for w in left if here >> w & 1] == [left[w] for w in members(there)]


@pytest.mark.parametrize("found", [[0, 3, 64, 200], list(range(2, 150)), []])
def test_members_of_a_set_are_those_it_was_made_of(found: list[int]) -> None:
    assert list(members(set_of_members(found))) == found


def square(number: int) -> object:
    return number * number


def process(together: tuple[Path, int]) -> object:
    """Return the process that does this, once enough processes are working."""
    folder, number = together
    (folder / str(os.getpid())).touch()
    assert comes_true(lambda: len(list(folder.iterdir())) >= number)
    return os.getpid()


def endless(_: int) -> object:
    while True:
        tick()


def asleep(_: int) -> object:
    time.sleep(10 * HANGING)
    return None


@pytest.mark.parametrize(("work", "processes"), [(endless, 1), (asleep, 2)])
def test_work_that_is_begun_ends_with_the_time(
    work: Callable[[int], object], processes: int
) -> None:
    before = set(multiprocessing.active_children())
    budget = Budget(seconds=0.2, processes=processes)
    with pytest.raises(CheckStopped):
        list(spread(budget, "long", work, [("1", 1), ("2", 2)]))
    assert (budget.left() or 0) <= 0
    assert comes_true(lambda: set(multiprocessing.active_children()) <= before)


def test_processes_serve_more_than_once(tmp_path: Path) -> None:
    budget = Budget(processes=2)
    served = []
    for label in ("first", "second"):
        (folder := tmp_path / label).mkdir()
        items = [(str(k), (folder, 2)) for k in range(2)]
        served.append({found for _, found in spread(budget, label, process, items)})
    assert served[0] == served[1]
    assert len(served[0]) == 2
    assert os.getpid() not in served[0]


def test_a_counterexample_is_of_the_smallest_game() -> None:
    text = "forall i in players, j in players, k in players: i = j | j = k | i = k"
    games = tuple(Game.myst(1, 1, p, q) for p, q in ((2, 1), (3, 1), (3, 2), (4, 1)))
    instances = set()
    for processes in (1, 2):
        budget = Budget(processes=processes)
        found = settle(Conjecture("", "always", text, games), budget)
        instances.add(found.instances)
        assert found.verdict is Verdict.FALSE
        assert found.counterexample
        assert found.counterexample["game"] == games[1].to_dict()
    assert len(instances) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_finished_work_is_not_done_again(processes: int) -> None:
    seen: list[tuple[int, int]] = []
    results: dict[str, object] = {"squares|2": "kept"}
    budget = Budget(
        processes=processes,
        results=results,
        progress=lambda done, total: seen.append((done, total)),
    )
    items = [(str(k), k) for k in (1, 2, 3)]
    assert dict(spread(budget, "squares", square, items)) == {
        "1": 1,
        "2": "kept",
        "3": 9,
    }
    assert results["squares|3"] == 9
    assert seen[-1] == (3, 3)


def test_actions_are_told_with_the_cards_shown() -> None:
    game = Game.myst(1, 1, 2, 1)
    state = EpistemicState.start(game)
    for key, cards in ((("asks", 1), 2), (("yes", 2), 0), (("shows", 2, 1), 0)):
        (reached,) = state.after(Event(key, cards))
        state = reached.state
    raised = [show_action(a, game.deck) for a in state.history(0).actions]
    assert raised == ["asks(1,{s2})", "yes(2)", "shows(2,1,s2)"]
    assert {Asks, Shows, Guess} - {type(a) for a in state.history(0).actions} == {Guess}


KNOWN = "#(y in cards: K(1,h(2,y)))"
TWO_KNOW = (
    f"forall x in cards: K(1,h(0,x)) & K(2,h(0,x)) & {KNOWN} * {KNOWN} >= 0"
    " -> next (K(1,h(0,x)) | ~K(1,h(0,x)))"
)
"""It is true, and no method but a sweep covers products of counts."""


class Ticks(Budget):
    """A budget with a number of checks whether the time is up."""

    looks = 0

    def tick(self) -> None:
        Ticks.looks -= 1
        if Ticks.looks < 0:
            raise CheckStopped


def stopped(conjecture: Conjecture, looks: int) -> Result | None:
    """Return the result within a number of checks of the time; None if none is kept."""
    Ticks.looks = looks
    try:
        return settle(conjecture, Ticks(processes=1, scope="sample"))
    except CheckStopped:
        return None


def test_what_was_seen_before_the_time_was_up_is_kept() -> None:
    games = (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 2, 2), Game.myst(2, 1, 3, 2))
    conjecture = Conjecture("", "always", TWO_KNOW, games)
    assert stopped(conjecture, 0) is None
    kept = [stopped(conjecture, looks) for looks in (60, 300, 4_000, 10**9)]
    raised = [found for found in kept if found]
    assert [found.verdict for found in raised][-1] is Verdict.HOLDS
    assert raised[0].verdict is Verdict.OPEN
    assert "2 more games to look at" in str(raised[0].note)
    assert (raised[0].scope["c"], raised[0].scope["games"]) == (3, 1)
    assert "time was up" not in str(raised[-1].note)
    assert raised[0].instances < raised[-1].instances


def test_a_piece_that_was_stopped_is_not_kept_for_later() -> None:
    conjecture = Conjecture("", "always", TWO_KNOW, (Game.myst(1, 1, 3, 1),))
    Ticks.looks = 300
    budget = Ticks(processes=1, scope="sample")
    early = settle(conjecture, budget)
    assert "time was up" in str(early.note)
    late = settle(
        conjecture, Budget(processes=1, scope="sample", results=budget.results)
    )
    assert late.instances > early.instances
    assert "time was up" not in str(late.note)


def test_a_process_of_its_own_stops_in_time() -> None:
    node = parse_conjecture("forall x in cards: ~K(1,h(0,x)) | next true")
    swept = sweep(node, Game.myst(1, 1, 3, 1), work=None, until=0)
    assert (swept.stopped, swept.depth, swept.stages) == (True, -1, 0)


def test_sometimes_is_of_every_game_or_of_some() -> None:
    games = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1))
    text = "K(1, h(0,s1) & h(0,s2))"
    every = Conjecture("", "sometimes", text, games)
    found = settle(every, Budget(processes=1))
    assert found.verdict is Verdict.FALSE
    assert "no such situation of rules=myst m=1" in str(found.note)
    some = settle(replace(every, of="some game"), Budget(processes=1))
    assert some.verdict is Verdict.PROVED
    assert some.statement.startswith("sometimes in some game: ")
    assert "in MYST(2,1,2,1)" in str(some.note)
    assert some.example
    small = (games[0], Game.myst(1, 1, 2, 2))
    absurd = Conjecture(
        "", "sometimes", "K(1, h(2,s1)) & ~h(2,s1)", small, of="some game"
    )
    refuted = settle(absurd, Budget(processes=1))
    assert refuted.verdict is Verdict.FALSE
    assert "in any of the 2 games, and all histories were" in str(refuted.note)
    both = settle(replace(every, text="K(1, h(0,s1))"), Budget(processes=1))
    assert (both.verdict, both.note) == (
        Verdict.PROVED,
        "there is such a situation in every game",
    )
    none = replace(every, text="K(1, h(0,s1) & h(1,s1))", of="some game")
    nowhere = settle(none, Budget(processes=1))
    assert nowhere.verdict is Verdict.FALSE
    assert "no such situation was found in any of the 2 games" in str(nowhere.note)
