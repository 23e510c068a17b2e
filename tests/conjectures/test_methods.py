"""The list of methods, and how the loop combines what they find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mystpy.conjectures import settle
from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.conjecture import Conjecture, Form, premises_only
from mystpy.conjectures.prover import provers
from mystpy.conjectures.settle import ALL_FORMS, METHODS, Cost, Method
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture

SMALL, LARGE = Game.myst(1, 1, 2, 1), Game.clue(6)
OWN_HAND = "forall i in players, x in cards: K(i, h(i,x)) <-> h(i,x)"


def stated(form: Form, *games: Game, text: str = OWN_HAND) -> Conjecture:
    return Conjecture("test", form, text, games or (SMALL,))


def budget() -> Budget:
    return Budget(scope="sample", processes=1)


def a_method(verdict: Verdict | None, cost: Cost, *, any_size: bool) -> Method:
    """A method that finds this; without a verdict nothing."""
    name = f"{verdict} {cost.value} {any_size}"
    found = None if verdict is None else Result(verdict, "", name, {}, 1)
    return Method(name, any_size, cost, lambda *_: found)


def out_of_time(*_: object) -> Result | None:
    raise CheckStopped


PROVED_ALL = a_method(Verdict.PROVED, Cost.PROOF, any_size=True)
PROVED_HERE = a_method(Verdict.PROVED, Cost.PROOF, any_size=False)
HOLDS_HERE = a_method(Verdict.HOLDS, Cost.WHOLE, any_size=False)
FALSE_HERE = a_method(Verdict.FALSE, Cost.LOOK, any_size=False)
OPEN_HERE = a_method(Verdict.OPEN, Cost.PROOF, any_size=False)
NOTHING = a_method(None, Cost.PROOF, any_size=True)
LATE = Method("late", True, Cost.PROOF, out_of_time)


@pytest.mark.parametrize("form", ALL_FORMS)
@pytest.mark.parametrize("games", [(SMALL,), (LARGE,), (SMALL, LARGE)])
def test_the_last_method_of_a_conjecture_does_not_depend_on_a_proof(
    form: Form, games: tuple[Game, ...]
) -> None:
    conjecture, large = stated(form, *games), LARGE in games
    costs = [x.cost for x in METHODS if x.covers(conjecture, large=large)]
    assert costs[-1] is Cost.WHOLE


def test_proofs_are_tried_of_the_times_that_they_cover() -> None:
    ahead = stated("always", text="GameOver -> on all ways always GameOver")
    past = stated("always", text="once GameOver -> GameOver")
    names = [
        {x.name for x in METHODS if x.cost is Cost.PROOF and x.covers(y, large=False)}
        for y in (ahead, past)
    ]
    assert names[0] == {"vacuous", "reduction"}
    assert names[1] == {*names[0], "exhaustive", "provers", "induction"}


def test_no_proof_is_tried_without_guesses_in_large_games() -> None:
    conjecture = Conjecture("test", "always", OWN_HAND, (LARGE,), guesses=False)
    assert all(
        method.cost is not Cost.PROOF
        for method in METHODS
        if method.covers(conjecture, large=True)
    )


@pytest.mark.parametrize(
    ("methods", "chosen"),
    [
        ((NOTHING, PROVED_ALL, HOLDS_HERE), PROVED_ALL),
        ((HOLDS_HERE, PROVED_ALL), PROVED_ALL),
        ((PROVED_HERE, HOLDS_HERE, NOTHING), PROVED_HERE),
        ((FALSE_HERE, PROVED_ALL), FALSE_HERE),
        ((OPEN_HERE, PROVED_ALL), OPEN_HERE),
        ((LATE, PROVED_ALL, HOLDS_HERE), HOLDS_HERE),
        ((HOLDS_HERE, LATE, PROVED_ALL), HOLDS_HERE),
    ],
)
def test_what_reaches_further_is_preferred(
    methods: tuple[Method, ...], chosen: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settle, "METHODS", methods)
    found = settle.settle(stated("always"), budget())
    assert found.method == chosen.name


def test_what_is_found_in_init0_counts_if_the_time_is_up_for_proofs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(provers, "prove", out_of_time)
    text = "forall x in cards: exists k in holders: h(k,x)"
    found = settle.settle(stated("initially", text=text), budget())
    assert (found.verdict, found.method) == (Verdict.PROVED, "exhaustive")


@pytest.mark.parametrize(
    ("text", "form", "method"),
    [
        (OWN_HAND, "always", "few worlds"),
        ("GameOver -> endphase", "always", "provers"),
        ("forall i in players: ~In(i)", "always", "exhaustive"),
        ("In(1)", "sometimes", "exhaustive"),
    ],
)
def test_findings_have_the_names_of_methods(text: str, form: Form, method: str) -> None:
    found = settle.settle(stated(form, text=text), budget())
    assert found.method == method
    assert method in {each.name for each in METHODS}


@pytest.mark.parametrize(
    ("text", "only", "acting"),
    [
        ("GameOver -> endphase", "GameOver -> false", "GameOver -> false"),
        ("GameOver -> next In(1)", "GameOver -> false", "GameOver -> next false"),
        ("after no(1): In(1) -> In(2)", "false", "after no(1): In(1) -> false"),
    ],
)
def test_premises_end_before_an_action_or_after_it(
    text: str, only: str, acting: str
) -> None:
    read: Callable[[str], object] = parse_conjecture
    assert premises_only(parse_conjecture(text)) == read(only)
    assert premises_only(parse_conjecture(text), acting=True) == read(acting)
