"""Formulas about the past, compared with the histories themselves."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.evaluation import StateWithPast
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.truth import StateWorldSets, holds
from mystpy.conjectures.values import Binding
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.language.decidable import ground, parse_conjecture
from mystpy.language.nodes import And, Exists, ForAll, Formula, Knows, Not, Or
from mystpy.language.read import read
from mystpy.language.temporal import Historically, Once, Past, Previously
from mystpy.language.truth import evaluate
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import events

SMALL = Game.myst(1, 1, 2, 1)
THREE = Game.myst(1, 1, 3, 2)


def found(text: str, form: Form = "always", game: Game = SMALL) -> Result:
    budget = Budget(processes=1, scope="sample")
    return settle(Conjecture("test", form, text, (game,)), budget)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("before askphase", Previously),
        ("once K(1,h(0,s1))", Once),
        ("so far ~GameOver", Historically),
    ],
)
def test_the_past_is_read_and_printed(text: str, formula: type[Past]) -> None:
    assert isinstance(read(text), formula)
    assert str(read(text)) == text
    both = read(f"{text} & before once ({text} | GameOver)")
    assert read(str(both)) == both


@pytest.mark.parametrize("text", ["so GameOver", "once", "before & GameOver"])
def test_a_wrong_word_of_the_past_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"expected|too early"):
        read(text)


def test_what_speaks_of_the_past_is_refused_with_who_can() -> None:
    with pytest.raises(QueryError, match="'once' speaks of other situations") as raised:
        ground(read("K(1,once GameOver)"), SMALL)
    assert "mystpy theorem --say" in str(raised.value.hint)
    with pytest.raises(QueryError, match="at other times"):
        found("once endphase -> endphase", game=Game.myst(5, 5, 3, 2))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("once GameOver -> GameOver", "PROVED"),
        ("once endphase -> endphase", "FALSE"),
        ("forall i in players: In(i) -> so far In(i)", "PROVED"),
        ("forall i in players, x in cards: once K(i,h(0,x)) -> K(i,h(0,x))", "PROVED"),
        ("forall i in players, x in cards: "
         "once ~K(i,h(0,x)) -> K(i,once ~K(i,h(0,x)))", "PROVED"),
        ("forall i in players, x in cards: "
         "~K(i,h(0,x)) -> so far ~K(i,h(0,x))", "PROVED"),
        ("forall x in cards: so far ~K(1,h(0,x))", "FALSE"),
        ("ansphase -> before askphase", "PROVED"),
        ("askphase -> before endphase", "FALSE"),
        ("forall Q in questions: "
         "Question(Q) & showphase -> before Question(Q)", "PROVED"),
        ("forall Q in questions: once Question(Q) -> Question(Q)", "FALSE"),
        ("before before ansphase -> ~askphase", "PROVED"),
        ("before before before ansphase -> ~askphase", "FALSE"),
    ],
)  # fmt: skip
@pytest.mark.alike(2)
def test_conjectures_about_the_past_are_settled(text: str, verdict: str) -> None:
    result = found(text)
    assert result.verdict == verdict
    assert (result.counterexample is None) is (result.verdict is not Verdict.FALSE)
    if verdict == "PROVED":
        (depth,) = (x for key, x in result.scope.items() if key.endswith("depth"))
        assert depth == "any"


def test_nothing_is_before_the_initial_situation() -> None:
    assert found("before true", "initially").verdict is Verdict.FALSE
    assert found("~before true & once ~before true", "initially").verdict.good
    assert found("once ~before true").verdict is Verdict.PROVED


def test_in_games_that_do_not_close_it_holds_to_a_depth() -> None:
    both = "(exists x in cards: K(1,h(0,x)) & K(2,h(0,x)))"
    result = found(f"{both} -> once guessphase", game=THREE)
    assert result.verdict is Verdict.HOLDS


def said(drawn: random.Random, deep: int, bound: tuple[str, ...] = ()) -> Formula:
    """Return a random formula of the past; its variables are cards."""
    if not deep:
        atoms = ["askphase", "endphase", "Turn(1)", "h(0,s1)", "h(2,s2)"]
        atoms += [f"h(1,{x})" for x in bound] + [f"Question({{{x}}})" for x in bound]
        body = drawn.choice(atoms)
        found = parse_conjecture(f"forall x in cards: {body}")
        assert isinstance(found, ForAll)
        return found.body
    below = [said(drawn, deep - 1, bound) for _ in range(2)]
    kinds: list[Callable[[], Formula]] = [
        lambda: And(tuple(below)), lambda: Or(tuple(below)), lambda: Not(below[0]),
        lambda: Knows(drawn.choice([1, 2]), below[0]),
        lambda: Previously(below[0]), lambda: Once(below[0]),
        lambda: Historically(below[0]), lambda: Once(Not(below[0])),
    ]  # fmt: skip
    if not bound:
        inner = said(drawn, deep - 1, ("x",))
        every: Formula = ForAll("x", "cards", inner, sort="card")
        some: Formula = Exists("x", "cards", inner, sort="card")
        kinds += [lambda: every, lambda: some]
    return drawn.choice(kinds)()


class Direct(StateWorldSets):
    """The past by the definition: each world along its own history."""

    line: tuple[EpistemicState, ...] = ()

    def bound(self, binding: Binding) -> Direct:
        found = super().bound(binding)
        found.line = self.line
        return found

    def atom(self, f: Formula) -> int:
        if not isinstance(f, Previously | Once | Historically):
            return super().atom(f)
        rows = []
        for k in range(len(self.line)):
            there = Direct(self.line[k], self.binding)
            there.line = self.line[: k + 1]
            rows.append((there, evaluate(f.body, there)))
        return sum(
            1 << world
            for world in range(self.full.bit_length())
            if self.full >> world & 1 and self.true(f, rows, world)
        )

    def true(self, f: Formula, rows: list[tuple[Direct, int]], world: int) -> bool:
        history = self.state.history(world)
        along = [
            any(
                sets.state.history(w).actions == history.actions[:k]
                and sets.state.history(w).hands == history.hands
                for w in range(where.bit_length())
                if where >> w & 1
            )
            for k, (sets, where) in enumerate(rows)
        ]
        if isinstance(f, Previously):
            return len(along) > 1 and along[-2]
        return any(along) if isinstance(f, Once) else all(along)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.alike(5)
def test_the_past_is_what_it_was(seed: int) -> None:
    drawn = random.Random(seed)
    game = drawn.choice([SMALL, THREE, Game.myst(1, 1, 2, 2)])
    trail: EpistemicState = StateWithPast.start(game)
    line = [trail]
    for _ in range(drawn.randrange(1, 7)):
        ahead = [r.state for event in events(trail) for r in trail.after(event)]
        if not ahead:
            break
        trail = drawn.choice(ahead)
        line.append(trail)
    formula = said(drawn, 4)
    direct = Direct(trail, {})
    direct.line = tuple(line)
    assert holds(formula, trail, {}) == evaluate(formula, direct), str(formula)


def least_depth(formula: Formula, game: Game, most: int) -> int | None:
    """Return the length of a shortest history after which it fails, checking all."""
    level: list[EpistemicState] = [StateWithPast.start(game)]
    for depth in range(most + 1):
        if any(holds(formula, state, {}) != state.full for state in level):
            return depth
        level = [r.state for s in level for event in events(s) for r in s.after(event)]
    return None


@pytest.mark.alike(5)
@pytest.mark.parametrize("seed", range(40))
def test_leaving_out_what_is_alike_leaves_out_no_failure(seed: int) -> None:
    drawn = random.Random(1000 + seed)
    formula = said(drawn, 4)
    swept = sweep(formula, SMALL, work=None, depth=5)
    least = least_depth(formula, SMALL, 5)
    assert (swept.depth if swept.failure else None) == least, str(formula)
