"""Section 1.3 edited: what players see is asked of the axioms, or refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count, permutations
from pathlib import Path
from random import Random

import pytest

from mystpy.compilation import replace
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.engines.symbolic.engine import SymbolicEngine
from mystpy.engines.worlds.sight_table import table_if_any
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import And, Common, Everyone, Formula, Knows, Not, Or
from mystpy.language.subformulas import agents_in
from mystpy.questions.knowledge import ask, know
from mystpy.sight import is_known_sight, require_known_sight
from mystpy.theories import theory_in
from mystpy.views import SHIPPED
from tests.edits import copied_axioms
from tests.engines.sights import SIGHTS, Event, Judge, Sight, World
from tests.programs import needs
from tests.random_games import random_play
from tests.sampling import by_day, part_by_day, reaches

GAMES = (Game.myst(1, 1, 3, 2), Game.myst(1, 2, 2, 2), Game.myst(2, 1, 3, 1))
PARTS = by_day(12, 3)
"""So many questions are put for each sight and engine."""


BY_PLAYER = {
    "only the responder sees the card",
    "only the asker sees the card",
    "the shown card is public",
    "nobody sees the card",
    "player 1 sees every show",
    "nobody sees the result of a guess",
}
"""The sights that depend on who acts, and on nothing else."""


def edited(sight: Sight, folder: Path) -> Path:
    """Return a copy of the axioms with the edits of a sight."""
    copy = folder / "mine"
    copied_axioms(copy)
    for name, old, new in sight.edits:
        text = (copy / name).read_text("utf-8")
        assert old in text, (name, old)
        (copy / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def random_history(rng: Random) -> History:
    """Return a history of a small game, of which some hands and cards are given."""
    game = rng.choice(GAMES)
    history, deal = random_play(
        game, rng, rng.randint(3, 14), wrong_guesses=0.3, right_guesses=0.1
    )
    hands = tuple(hand if rng.random() < 0.4 else None for hand in deal)
    actions = tuple(
        replace(a, card=None) if isinstance(a, Shows) and rng.random() < 0.6 else a
        for a in history.actions
    )
    return History(game, hands, actions)


def random_formula(rng: Random, game: Game, depth: int) -> Formula:
    """Return a formula with K, E and C."""
    if depth == 0:
        held = H(rng.randint(0, game.p), rng.choice(game.cards))
        return Not(held) if rng.random() < 0.5 else held
    body = random_formula(rng, game, depth - 1)
    group = tuple(sorted(rng.sample(range(1, game.p + 1), 2)))
    kind = rng.randrange(6)
    if kind < 3:
        known = Knows(rng.randint(1, game.p), body)
        return known if kind else Not(known)
    if kind == 3:
        return Everyone(group, body)
    if kind == 4:
        return Common(group, body)
    both = rng.choice((And, Or))
    return both((body, random_formula(rng, game, depth - 1)))


def questions(seed: str) -> Iterator[tuple[History, Formula]]:
    """Yield histories and formulas, at random."""
    for number in count():
        rng = Random(f"{seed} {number}")
        history = random_history(rng)
        yield history, random_formula(rng, history.game, rng.randint(1, 3))


@pytest.fixture
def sight(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Sight:
    """Put axioms with another sight in force."""
    found: Sight = SIGHTS[request.param]
    monkeypatch.setenv("MYSTPY_AXIOMS", str(edited(found, tmp_path)))
    return found


@pytest.mark.alike(3)
@pytest.mark.parametrize("sight", SIGHTS, indirect=True)
@pytest.mark.parametrize("name", ["asp", pytest.param("prolog", marks=needs("swipl"))])
def test_another_sight_is_followed(
    name: str, sight: Sight, request: pytest.FixtureRequest
) -> None:
    found: Counter[str] = Counter()
    asked = questions(request.node.name)
    for _ in range(PARTS):
        history, phi = next(asked)
        value = Judge(sight, history).value(phi)
        answer = get_engine(name).value(history, phi)
        assert answer.value == value, (history, phi)
        found[value] += 1
    assert reaches(len(found) > 1)


@pytest.mark.alike(6)
@pytest.mark.parametrize("sight", SIGHTS, indirect=True)
@pytest.mark.parametrize("name", ["asp", pytest.param("prolog", marks=needs("swipl"))])
def test_know_is_what_k_of_each_cell_is(
    name: str, sight: Sight, request: pytest.FixtureRequest
) -> None:
    history, _ = next(questions(request.node.name))
    judge, player = Judge(sight, history), history.game.p
    found = know(history, player, get_engine(name))
    assert found.deals is None
    assert found.cells == judge.cells(partial(Knows, player))


def is_table(sight: Sight) -> bool:
    """Whether who acts decides who sees a card, and all see results."""
    return sight.result and any(sight is SIGHTS[each] for each in BY_PLAYER)


@pytest.mark.alike(8)
@pytest.mark.parametrize("sight", SIGHTS, indirect=True)
@pytest.mark.parametrize("name", ["asp", pytest.param("prolog", marks=needs("swipl"))])
def test_announcements_are_followed_by_prolog_and_where_sight_is_a_table(
    name: str, sight: Sight, request: pytest.FixtureRequest
) -> None:
    asked, answered = questions(request.node.name), 0
    while answered < PARTS // 2:
        history, phi = next(asked)
        judge = Judge(sight, history)
        said = Knows(1, H(2, "s1"))
        if name != "prolog" and not is_table(sight):
            with pytest.raises(AxiomError, match=r"\(S1\.3\.1[a-d]\)"):
                ask(history, phi, get_engine(name), [said])
        elif judge.value(said) == "false":
            continue
        else:
            after = Judge(sight, history, said)
            answer = ask(history, phi, get_engine(name), [said])
            assert answer.value == after.value(phi), (history, phi)
        answered += 1


def _nested(one: int, other: int, phi: Formula) -> Formula:
    return Knows(one, Knows(other, phi))


@pytest.mark.alike(4)
@pytest.mark.parametrize("sight", SIGHTS, indirect=True)
def test_methods_for_large_games_follow_a_table_and_else_refuse(
    sight: Sight, request: pytest.FixtureRequest
) -> None:
    asked, scaled = questions(request.node.name), SymbolicEngine()
    for number in range(PARTS):
        history, phi = next(asked)
        one, other = number % history.game.p + 1, history.game.p
        nested = partial(scaled.nested_cells, history, (one, other))
        common = partial(scaled.common_cells, history, (1, other))
        if not is_table(sight):
            for question in (partial(scaled.value, history, phi), nested, common):
                with pytest.raises(AxiomError, match=r"\(S1\.3\.1[a-d]\)"):
                    question()
            continue
        judge = Judge(sight, history)
        assert scaled.value(history, phi).value == judge.value(phi), (history, phi)
        assert nested() == judge.cells(partial(_nested, one, other)), history
        assert common() == judge.cells(partial(Common, (1, other))), history


@pytest.mark.alike(4)
@pytest.mark.parametrize("sight", SIGHTS, indirect=True)
@pytest.mark.parametrize("name", ["asp", "walk", "worlds"])
def test_deals_are_counted_where_sight_is_a_table_and_else_refused(
    name: str, sight: Sight, request: pytest.FixtureRequest
) -> None:
    asked, answered, engine = questions(request.node.name), 0, get_engine(name)
    while answered < PARTS // 2:
        history, _ = next(asked)
        judge, player = Judge(sight, history), answered % history.game.p + 1
        if not is_table(sight):
            with pytest.raises(AxiomError, match=r"\(S1\.3\.1[a-d]\)"):
                engine.grid(history, player)
        elif (deals := judge.deals(player)) is None:
            continue
        else:
            assert engine.grid(history, player).deals == deals, history
        answered += 1


@pytest.mark.alike(4)
@pytest.mark.parametrize("sight", SIGHTS, indirect=True)
@pytest.mark.parametrize("name", ["worlds", "walk"])
def test_another_sight_is_followed_if_it_is_a_table_and_else_refused(
    name: str, sight: Sight, request: pytest.FixtureRequest
) -> None:
    followed = any(sight is SIGHTS[each] for each in BY_PLAYER)
    asked = questions(request.node.name)
    for _ in range(PARTS):
        history, phi = next(asked)
        if followed or not agents_in(phi):
            value = Judge(sight, history).value(phi)
            assert get_engine(name).value(history, phi).value == value, (history, phi)
        else:
            with pytest.raises(AxiomError, match=r"\(S1\.3\.1[a-d]\)"):
                get_engine(name).value(history, phi)


NO_WORLD = World((), (), won=False)
LARGE = Game.myst(2, 3, 4, 2)
"""A game whose worlds are not listed."""


@pytest.mark.parametrize(
    ("name", "game"),
    [
        pytest.param("prolog", Game.myst(1, 1, 3, 2), marks=needs("swipl")),
        ("asp", Game.myst(1, 1, 3, 2)),
        ("worlds", Game.myst(1, 1, 3, 2)),
        ("walk", LARGE),
    ],
)
def test_the_same_history_by_other_axioms_is_answered_anew(
    name: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, phi = get_engine(name), Knows(1, H(2, "s2"))
    history = History.make(game, {}, "asks(1,{s1,s2}) yes(2) shows(2,1,s2)")
    assert engine.value(history, phi).value is Value.TRUE
    sights = part_by_day(sorted(BY_PLAYER), 2, len(name))
    for number, sight in enumerate(sights):
        folder = edited(SIGHTS[sight], tmp_path / f"{number}")
        monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
        if game is LARGE and not SIGHTS[sight].result:
            continue  # it is refused
        sees = SIGHTS[sight].card(1, Event(2, 1, "s2", frozenset()), NO_WORLD)
        found = engine.value(history, phi).value
        assert found is (Value.TRUE if sees else Value.UNDETERMINED), sight


@pytest.mark.parametrize("name", ["asp", "worlds", "walk"])
def test_a_sight_that_is_chosen_for_a_block_is_followed(
    name: str, tmp_path: Path
) -> None:
    engine, phi = get_engine(name), Knows(3, H(2, "s2"))
    history = History.make(GAMES[0], {}, "asks(1,{s1,s2}) yes(2) shows(2,1,s2)")
    with theory_in(edited(SIGHTS["the shown card is public"], tmp_path)):
        assert not is_known_sight("myst")
        assert engine.value(history, phi).value is Value.TRUE
        with pytest.raises(AxiomError, match=r"\(S1\.3\.1[a-d]\)"):
            require_known_sight("myst")
    assert is_known_sight("myst")
    assert engine.value(history, phi).value is not Value.TRUE


@pytest.mark.parametrize("p", range(2, 6))
def test_the_table_if_any_the_shipped_axioms_is_what_they_say(p: int) -> None:
    game = Game.myst(1, 1, p, 1)
    found = table_if_any(game)
    assert found is not None
    assert found.results is SHIPPED.results
    for by, to in permutations(range(1, p + 1), 2):
        for player in range(p + 1):
            assert found.sees(player, by, to) is SHIPPED.sees(player, by, to)
