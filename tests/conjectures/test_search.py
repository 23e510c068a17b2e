"""The search by a solver: what the sweep finds, and games that no sweep reaches."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.limits import too_large
from mystpy.conjectures.prover import provers
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.search.search import BoundedSearch
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.engines.programs.worlds import own, world_rules
from mystpy.errors import EnginesDisagree, NotCovered
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from tests.sampling import cases, is_nightly

SMALL = (
    Game.myst(1, 1, 2, 1),
    Game.myst(1, 1, 2, 2),
    Game.myst(2, 1, 2, 1),
    Game.myst(1, 1, 3, 1),
    Game.myst(1, 1, 3, 2),
    Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow", "cup"]}),
)
CLUE = Game.clue(6)
FIFTEEN = Game.myst(3, 3, 4, 3)
TWENTY = Game.myst(2, 3, 6, 2)


def go_on() -> None:
    """A tick that never ends anything."""


def shortest(text: str, game: Game, depth: int) -> int | None:
    """The fewest actions after which the formula fails, by the search; replayed."""
    node = parse_conjecture(text, None, [game])
    search = BoundedSearch(node, game, go_on)
    for length in range(depth + 1):
        found = search.after(length)
        if found is not None:
            query = found.query(node, length)
            if "formula" in query:
                confirming_engines(query)
            return length
    return None


def swept(text: str, game: Game, depth: int) -> int | None:
    """The fewest actions after which the formula fails, by the sweep."""
    node = parse_conjecture(text, None, [game])
    found = sweep(node, game, work=10**9, depth=depth)
    return found.depth if found.failure else None


class Writer:
    """Writes formulas at random; `sets`, `cards` and `players` are what is bound."""

    def __init__(self, seed: int, game: Game) -> None:
        self.random = Random(seed)
        self.players = ["i", "j"]
        self.cards = ["x", game.cards[0]]
        self.sets: list[str] = []

    def conjecture(self) -> str:
        front = "forall i in players, j in players, x in cards: "
        if self.random.random() < 0.5:
            front = "forall Q in questions, i in players, j in players, x in cards: "
            front += "Question(Q) -> "
            self.sets = ["Q"]
        body = self.knows(2) if self.random.random() < 0.6 else self.says(2, ahead=True)
        if self.random.random() < 0.4:
            premise = self.knows(1) if self.random.random() < 0.4 else self.says(1)
            body = f"{premise} -> {body}"
        if self.random.random() < 0.3:
            body = self.random.choice(
                (f"(after {self.act()}: {body})", f"next ({body})")
            )
        return front + body

    def one(self, words: list[str]) -> str:
        return self.random.choice(words)

    def act(self) -> str:
        i, j = self.one(self.players), self.one(self.players)
        acts = [f"no({i})", f"yes({i})", f"noguess({i})", f"endturn({i})"]
        acts.append(f"shows({i},{j},{self.one(self.cards)})")
        acts += [f"{kind}({i},{Q})" for Q in self.sets for kind in ("asks", "guess")]
        return self.one(acts)

    def atom(self) -> str:
        i, x = self.one(self.players), self.one(self.cards)
        atoms = [f"h({i},{x})"] * 4 + [f"h(0,{x})", f"In({i})", f"Turn({i})"]
        atoms += [f"AnsTurn({i})", "guessphase", "showphase", "GameOver", f"{i} = j"]
        atoms += [said for Q in self.sets for said in (f"Question({Q})", f"{x} in {Q}")]
        return self.one(atoms)

    def says(self, depth: int, *, ahead: bool = False) -> str:
        """A formula that speaks of nobody's knowledge."""
        kind = self.random.random()
        if not depth or kind < 0.3:
            return self.atom()
        if kind < 0.4:
            return f"~{self.says(depth - 1)}"
        if kind < 0.7:
            sign = self.one(["&", "|", "->", "<->"])
            return f"({self.says(depth - 1)} {sign} {self.says(depth - 1)})"
        if kind < 0.9 or not ahead:
            return self.every(lambda: self.says(depth - 1))
        if kind < 0.95:
            return f"possible({self.act()})"
        return f"(after {self.act()}: {self.says(depth - 1)})"

    def every(self, body: Callable[[], str]) -> str:
        """A quantified formula."""
        word, last = self.one(["forall", "exists"]), self.one([*self.sets, "cards"])
        if self.random.random() < 0.5:
            return f"({word} k in players: h(k,x) & {body()})"
        if self.random.random() < 0.5:
            sign = "->" if word == "forall" else "&"
            return f"({word} R in questions: Question(R) {sign} {body()})"
        return f"({word} y in {last}: {body()} | h(i,y))"

    def knows(self, depth: int) -> str:
        """A formula about knowledge."""
        kind = self.random.random()
        if not depth:
            return self.says(1)
        if kind < 0.5:
            deeper = self.random.random() < 0.3
            body = self.knows(depth - 1) if deeper else self.says(1)
            who = self.one(["K(i", "K(i", "K(j", "E(players", "C([i,j]"])
            return f"{who},{body})"
        if kind < 0.6:
            return f"~{self.knows(depth - 1)}"
        if kind < 0.85:
            sign = self.one(["&", "|", "->"])
            return f"({self.knows(depth - 1)} {sign} {self.knows(depth - 1)})"
        return self.every(lambda: self.knows(depth - 1))


@pytest.mark.parametrize("seed", range(18))
@pytest.mark.alike(6)
def test_search_and_sweep_agree_on_conjectures_at_random(seed: int) -> None:
    game = SMALL[seed % len(SMALL)]
    text = Writer(seed, game).conjecture()
    assert shortest(text, game, 3) == swept(text, game, 3), f"{text} in {game.sizes}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_300))
def test_search_and_sweep_agree_on_many_conjectures(seed: int) -> None:
    game = SMALL[seed % len(SMALL)]
    text = Writer(seed, game).conjecture()
    try:
        found = shortest(text, game, 4)
    except NotCovered:
        return
    assert found == swept(text, game, 4), f"{text} in {game.sizes}"


LENGTHS = [
    ("forall i in players, x in cards: guessphase & h(0,x) -> ~K(i,h(0,x))", 3),
    ("forall i in players: In(i)", 4),
    ("forall i in players, x in cards: h(0,x) -> ~C(players,h(0,x))", 4),
    ("~GameOver", 4),
    ("forall i in players, x in cards: K(i,h(0,x)) | ~K(i,h(0,x))", None),
    ("forall i in players, x in cards: h(i,x) -> K(i,h(i,x))", None),
    ("forall Q in questions, j in players: after asks(j,Q): K(j,~h(2,s1))", 0),
    ("forall j in players: Turn(j) -> next ~possible(yes(j))", None),
    ("forall i in players, x in cards: E(players,h(i,x)) -> C(players,h(i,x))", 4),
]
"""Formulas, and how many actions there are before they fail: if they do."""

SOME_LENGTHS = (LENGTHS[1], LENGTHS[6], LENGTHS[7])
"""By day: one that fails after some actions, one at once, and one never."""


@pytest.mark.parametrize(
    ("text", "length"),
    [
        pytest.param(*row, marks=() if row in SOME_LENGTHS else pytest.mark.slow)
        for row in LENGTHS
    ],
)
def test_lengths_are_those_of_the_sweep(text: str, length: int | None) -> None:
    for game in (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 3, 2)):
        found = shortest(text, game, 5)
        assert found == swept(text, game, 5)
        assert (found is None) is (length is None)


def settled(
    text: str,
    game: Game,
    *,
    form: Form = "always",
    depth: int | None = None,
    budget: Budget | None = None,
) -> Result:
    stated = Conjecture("test", form, text, (game,), depth)
    return settle(stated, budget or Budget(processes=1, scope="sample"))


@pytest.fixture
def few_provers(monkeypatch: pytest.MonkeyPatch) -> None:
    """By day ask no provers: they take long over what is false."""
    if not is_nightly():
        monkeypatch.setattr(provers, "prove", lambda *_: None)


@pytest.mark.usefixtures("few_provers")
@pytest.mark.parametrize("game", cases([CLUE, FIFTEEN, TWENTY], FIFTEEN))
def test_large_games_have_a_shortest_counterexample(game: Game) -> None:
    result = settled(
        "forall Q in questions, j in players:"
        " Question(Q) & AnsTurn(j) -> ~exists x in Q: h(j,x)",
        game,
    )
    assert (result.verdict, result.method) == (Verdict.FALSE, "search")
    query = result.counterexample
    assert query is not None
    history = query["history"]
    assert isinstance(history, list)
    assert [action[:4] for action in history] == ["asks"]
    with pytest.raises(EnginesDisagree):
        confirming_engines({**query, "value": "true"})


@pytest.mark.usefixtures("few_provers")
@pytest.mark.parametrize(
    ("text", "actions"),
    [
        pytest.param(
            "forall i in players, j in players: Turn(i) ->"
            " after yes(j): exists x in cards: K(i, h(j,x))",
            2,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "forall i in players, j in players, x in cards:"
            " after shows(j,i,x): C(players, h(j,x))",
            3,
            marks=pytest.mark.slow,
        ),
        ("forall i in players, j in players, x in cards: h(j,x) -> K(i,h(j,x))", 0),
        ("forall j in players: next ~K(1, ~AnsTurn(j))", 1),
    ],
)
def test_what_is_not_known_in_clue(text: str, actions: int) -> None:
    result = settled(text, CLUE)
    assert result.verdict is Verdict.FALSE
    assert result.counterexample is not None
    history = result.counterexample["history"]
    assert isinstance(history, list)
    assert len(history) == actions


def test_what_is_true_holds_up_to_a_length_and_the_mutant_is_false() -> None:
    """With players that are listed it is no matter for provers."""
    said = "forall j in [1,2], Q in questions: Question(Q) -> after no(j): "
    right = settled(said + "C(players, forall x in Q: ~h(j,x))", CLUE, depth=4)
    wrong = settled(said + "C(players, exists x in Q: h(j,x))", CLUE, depth=4)
    assert (right.verdict, right.scope["depth"]) == (Verdict.HOLDS, "4")
    assert right.scope["chains"] == "of up to 3 worlds"
    assert wrong.verdict is Verdict.FALSE


@pytest.mark.slow
def test_knowledge_in_a_premise_is_checked_in_all_worlds() -> None:
    said = "forall i in players, j in players, x in cards: i != j & K(i,h(j,x)) -> "
    after = "after no(1): h(j,x)"
    assert settled(said + after, FIFTEEN, depth=1).verdict is Verdict.OPEN
    shown = "forall i in players, j in players, x in cards: i != j & guessphase"
    result = settled(f"{shown} -> ~K(i,h(j,x))", Game.myst(1, 4, 3, 1), depth=5)
    assert result.verdict is Verdict.FALSE
    assert result.counterexample is not None
    assert "K(" in str(result.counterexample["formula"])


def test_the_search_proves_that_there_is_a_situation_and_nothing_else() -> None:
    text = "exists j in players, Q in questions: Question(Q) & forall x in Q: h(j,x)"
    some = settled(text, TWENTY, form="sometimes")
    assert (some.verdict, some.method) == (Verdict.PROVED, "search")
    assert some.example is not None
    assert confirming_engines(some.example)
    none = settled(f"askphase & ({text}) & ~In(1)", TWENTY, form="sometimes")
    assert none.verdict is Verdict.OPEN
    start = settled(
        "forall i in players, x in cards: ~K(i,h(0,x))", TWENTY, form="initially"
    )
    assert (start.verdict, start.scope["depth"]) == (Verdict.HOLDS, "0")


def test_an_invariant_is_proved_for_all_sizes_in_large_games_as_well() -> None:
    result = settled("forall i in players: Turn(i) & ~endphase -> In(i)", CLUE)
    assert (result.verdict, result.method) == (Verdict.PROVED, "provers")


def test_small_games_are_swept_and_large_ones_searched() -> None:
    node = parse_conjecture("askphase")
    assert too_large(node, [SMALL[0], CLUE, TWENTY]) == (CLUE, TWENTY)
    text = "forall i in [1,2], x in cards: h(i,x) -> next (E([i],h(i,x)) & Turn(1))"
    stated = Conjecture("test", "always", text, (SMALL[0], CLUE), 2)
    result = settle(stated, Budget(processes=1, scope="sample"))
    assert (result.verdict, result.method) == (Verdict.HOLDS, "exhaustive; search")


def test_the_search_ends_when_the_time_is_up() -> None:
    text = "forall i in [1,2], x in cards: h(i,x) -> next (K(i,h(i,x)) & Turn(1))"
    result = settled(text, CLUE, budget=Budget(seconds=0))
    assert result.verdict is Verdict.OPEN
    assert "the time was up" in str(result.note)
    kept: dict[str, object] = {}
    settled(text, CLUE, depth=1, budget=Budget(results=kept))
    again = settled(text, CLUE, depth=3, budget=Budget(seconds=0, results=kept))
    assert (again.verdict, again.scope["depth"]) == (Verdict.HOLDS, "1")

    ticks = iter(range(3))

    def tick() -> None:
        if next(ticks, None) is None:
            raise CheckStopped

    search = BoundedSearch(parse_conjecture(text), TWENTY, tick)
    with pytest.raises(CheckStopped):
        list(map(search.after, range(9)))


@pytest.mark.usefixtures("few_provers")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "K(1, possible(no(2))) -> false",
            "an action that is spoken of inside of what is known",
            marks=pytest.mark.slow,
        ),
        ("(exists i in [1,2]: after no(2): K(i, h(2,s1))) -> false", "in a premise"),
        ("exists Q in sets: K(1, h(2,s1) & s1 in Q)", "of all sets at once"),
        ("next possible(no(2)) | next K(1,h(1,s1))", "two actions"),
    ],
)
def test_what_cannot_be_looked_at_is_said(text: str, message: str) -> None:
    with pytest.raises(NotCovered, match=message) as raised:
        settled(text, TWENTY)
    assert raised.value.hint


def test_what_depends_on_the_deal_is_stated_for_each_world() -> None:
    rules = world_rules("clue", "_two")
    assert own("clue", "poss", 2, "_two") == "poss_two"
    assert own("clue", "question", 2, "_two") == "question"
    assert "impossible_two :- " in rules
    assert "{ h_two(K,X,init0): holder(K) } :- card(X)." in rules
    assert "shown_two" not in world_rules("clue", "_two", free=False)
