"""The engines agree on random histories, legal or not, that are given in part.

Every engine answers by itself, from the axiom files in its own language; that their
answers to the same query agree makes each of them credible. A query that has no answer,
since no deal is consistent, must have none from any engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given, note, settings
from hypothesis import strategies as st

from mystpy.engines import get_engine
from mystpy.engines.asp.program import Program, situation
from mystpy.engines.base import Engine, Inconsistency, Verdict
from mystpy.errors import EngineMissing, NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Looks, NoAsk, Shows, action_term
from mystpy.history.history import History
from mystpy.history.witnesses import seen_later
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from tests.engines.situations import (
    GAMES_OF_ENGINES,
    formulas,
    histories,
    mutated_histories,
)
from tests.sampling import by_day

NAMES = ("prolog", "worlds", "asp")
QUICK = ("prolog", "worlds")


def engines(names: tuple[str, ...]) -> list[Engine]:
    """Return the available engines: at least two, or nothing can be compared."""
    found = []
    for name in names:
        if find_spec(f"mystpy.engines.{name}"):
            try:
                found.append(get_engine(name))
            except EngineMissing:
                continue
    if len(found) < 2:
        pytest.skip("there is only one engine")
    return found


def share(per_cent: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try this share of the examples of the profile, by day a third of it."""
    number = by_day(settings().max_examples * per_cent // 100, 3)
    return settings(max_examples=max(2, number))


def assert_same(
    names: tuple[str, ...], history: History, ask: Callable[[Engine], object]
) -> object:
    """Require one answer from all engines, and return it; None without a world."""
    answers: dict[str, object] = {}
    for engine in engines(names):
        try:
            answers[engine.name] = ask(engine)
        except NoWorldFits:
            answers[engine.name] = None
    first = next(iter(answers.values()))
    game = history.game.to_dict()
    note(f"{game} {history.hands} {history.text()!r}: {answers}")
    assert all(answer == first for answer in answers.values()), answers
    return first


def judged(engine: Engine, history: History) -> object:
    answer = engine.judge(history)
    event(str(answer.verdict))
    failed = frozenset(answer.failed)
    return answer.verdict, answer.step, answer.axiom, failed, answer.every_deal


def listed(engine: Engine, history: History, public: bool) -> object:
    """Return the worlds, and how many times each is listed."""
    worlds = list(engine.worlds(history, public=public))
    return len(worlds), frozenset(worlds)


def assert_agree_on_what_can_be_done(names: tuple[str, ...], history: History) -> None:
    assert_same(names, history, lambda engine: judged(engine, history))
    assert_same(names, history, lambda engine: engine.state(history))
    assert_same(names, history, lambda engine: engine.cells(history))
    assert_same(names, history, lambda engine: frozenset(engine.possible(history)))


def assert_agree_on_the_worlds(names: tuple[str, ...], history: History) -> None:
    assert_same(names, history, lambda engine: listed(engine, history, False))
    assert_same(names, history, lambda engine: listed(engine, history, True))
    assert_same(names, history, lambda engine: engine.grid(history, None))
    for player in viewers(history):
        assert_same(names, history, partial(grid_of, history, player))


def grid_of(history: History, player: int, engine: Engine) -> object:
    return engine.grid(history, player)


def value_of(history: History, phi: Formula, engine: Engine) -> object:
    return engine.value(history, phi).value


def viewers(history: History) -> list[int]:
    """Return the players whose hand, and every card shown to or by them, is given."""
    hidden = [
        {action.player, other, *seen_later(history.actions, step)}
        for step, action in enumerate(history.actions)
        if isinstance(action, Shows | Looks) and action.card is None
        for other in (action.holder if isinstance(action, Looks) else action.to,)
    ]
    return [
        i
        for i in range(1, history.game.p + 1)
        if history.hands[i] is not None and not any(i in seers for seers in hidden)
    ]


@share(200)
@given(histories(GAMES_OF_ENGINES))
def test_all_engines_agree_on_what_can_be_done(history: History) -> None:
    assert_agree_on_what_can_be_done(NAMES, history)


@share(800)
@given(histories(GAMES_OF_ENGINES))
def test_the_quick_engines_agree_on_what_can_be_done(history: History) -> None:
    assert_agree_on_what_can_be_done(QUICK, history)


@share(150)
@given(histories(GAMES_OF_ENGINES))
def test_all_engines_agree_on_the_worlds_and_on_what_players_see(
    history: History,
) -> None:
    assert_agree_on_the_worlds(NAMES, history)


@share(400)
@given(histories(GAMES_OF_ENGINES))
def test_the_quick_engines_agree_on_the_worlds(history: History) -> None:
    assert_agree_on_the_worlds(QUICK, history)


@share(200)
@given(st.data())
def test_all_engines_agree_on_formulas(data: st.DataObject) -> None:
    history = data.draw(histories(GAMES_OF_ENGINES))
    for _ in range(2):
        phi = data.draw(formulas(history.game))
        note(str(phi))
        value = assert_same(NAMES, history, partial(value_of, history, phi))
        event(str(value))


@share(800)
@given(st.data())
def test_the_quick_engines_agree_on_formulas(data: st.DataObject) -> None:
    history = data.draw(histories(GAMES_OF_ENGINES))
    for _ in range(3):
        phi = data.draw(formulas(history.game))
        note(str(phi))
        assert_same(QUICK, history, partial(value_of, history, phi))


@share(50)
@given(histories(GAMES_OF_ENGINES), st.data())
def test_a_cell_of_the_grid_says_what_the_player_knows(
    history: History, data: st.DataObject
) -> None:
    assume(viewers(history))
    player = data.draw(st.sampled_from(viewers(history)))
    holder = data.draw(st.sampled_from(list(history.game.holders)))
    card = data.draw(st.sampled_from(history.game.cards))
    held = H(holder, card)
    for engine in engines(NAMES):
        try:
            cell = engine.grid(history, player).cells[holder][card]
        except NoWorldFits:
            continue
        knows = engine.value(history, Knows(player, held)).value
        rules_out = engine.value(history, Knows(player, Not(held))).value
        assume("undetermined" not in (knows, rules_out))
        words = {("true", "false"): "yes", ("false", "true"): "no"}
        assert cell == words.get((str(knows), str(rules_out)), "?"), engine.name


@share(100)
@given(mutated_histories())
def test_a_clash_is_a_smallest_one(history: History) -> None:
    answers = engines(NAMES)
    try:
        verdict = answers[0].judge(history).verdict
    except NoWorldFits:
        verdict = Verdict.LEGAL
    assume(verdict is Verdict.ILLEGAL)
    deals = impossible_steps(history)
    for engine in answers:
        found = engine.clash(history)
        note(f"{engine.name}: {found}")
        assert found.action == history.actions[found.step]
        assert all(a == history.actions[step] for step, a in found.observations)
        hands = {k: history.hands[k] for k in found.hands}
        steps = {found.step, *(step for step, _ in found.observations)}
        assert not fits(deals, hands, steps)
        if any(isinstance(a, Guess) for a in history.actions[: found.step]):
            continue  # how a guess came out may be named, or be left to the deal
        for k in found.hands:
            fewer = {other: hand for other, hand in hands.items() if other != k}
            assert fits(deals, fewer, steps), f"the hand of {k} is not needed"
        for step in steps - {found.step}:
            assert fits(deals, hands, steps - {step}), f"step {step} is not needed"
        if engine.name in ("asp", "worlds"):
            assert_none_is_smaller(history, deals, found)


def assert_none_is_smaller(
    history: History, deals: list[tuple[Deal, set[int]]], found: Inconsistency
) -> None:
    """Try all sets with one step or hand less."""
    held = [(True, k) for k, hand in enumerate(history.hands) if hand is not None]
    done = [(False, step) for step in range(found.step)]
    size = len(found.hands) + len(found.observations)
    for chosen in combinations([*held, *done], size - 1) if size else ():
        hands = {k: history.hands[k] for is_hand, k in chosen if is_hand}
        steps = {found.step, *(k for is_hand, k in chosen if not is_hand)}
        assert fits(deals, hands, steps), f"these are fewer: {chosen}"


Deal = tuple[frozenset[str], ...]


def fits(
    deals: list[tuple[Deal, set[int]]],
    hands: dict[int, frozenset[str] | None],
    steps: set[int],
) -> bool:
    """Return whether in some deal with these hands all of these steps are possible."""
    return any(
        not steps & impossible and all(deal[k] == hand for k, hand in hands.items())
        for deal, impossible in deals
    )


def impossible_steps(history: History) -> list[tuple[Deal, set[int]]]:
    """Return every deal with the steps whose actions are impossible there."""
    game, actions = history.game, history.actions
    program = Program(replace(history, hands=(None,) * len(game.holders)))
    poss = {
        f"poss({action_term(action, game.deck)},{situation(k)})": k
        for k, action in enumerate(actions)
    }

    def read(model: Any) -> tuple[Deal, set[int]]:
        hands: list[set[str]] = [set() for _ in game.holders]
        impossible = set(range(len(actions)))
        for atom in model.symbols(atoms=True):
            if atom.name == "h" and len(atom.arguments) == 2:
                hands[atom.arguments[0].number].add(atom.arguments[1].name)
            elif atom.name == "poss":
                impossible.discard(poss.get(str(atom), -1))
        return tuple(map(frozenset, hands)), impossible

    return program.each(read)


def turns(game: Game, number: int) -> Iterator[History]:
    """Yield random legal histories of a game, in each of which a turn passes."""
    chance, progressor = Random(number), get_engine("asp")
    for _ in range(number):
        history = History.make(game, {1: chance.sample(game.cards, game.sizes[1])})
        for _ in range(8):
            legal_actions = [legal.action for legal in progressor.possible(history)]
            passing = [legal for legal in legal_actions if isinstance(legal, NoAsk)]
            if not legal_actions:
                break
            likely = passing if passing and chance.random() < 0.6 else legal_actions
            action = chance.choice(likely)
            if isinstance(action, Asks | Guess):
                sets = history.game.questions()
                action = replace(action, cards=chance.choice(list(sets)))
            history = history.then(action)
        if any(isinstance(action, NoAsk) for action in history.actions):
            yield history


def test_the_engines_agree_where_turns_pass_without_a_question() -> None:
    sorts = {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}
    number = by_day(8, 4)
    found = list(turns(Game.clue(3, sorts, board=True), number))
    assert len(found) > number // 2
    for history in found:
        said = [announced(engine, history) for engine in engines(NAMES)]
        assert all(each == said[0] for each in said), history.text()


def announced(engine: Engine, history: History) -> tuple[object, ...]:
    """Return all answers of an engine about a history that are compared."""
    judged = engine.judge(history)
    return (
        *(judged.verdict, judged.step, judged.axiom, engine.state(history)),
        *(engine.cells(history), frozenset(engine.possible(history))),
        *(listed(engine, history, False), listed(engine, history, True)),
        engine.grid(history, 1),
    )
