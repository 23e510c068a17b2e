"""Answers about the new forms: by listed worlds, by diagrams, by linked copies."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.engines.symbolic.value import value
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import ground, reduce_announcements
from mystpy.language.expand import expand
from mystpy.language.nodes import (
    Announcing,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iterated,
    Knows,
    KnowsWhether,
)
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import children, depth, walk, with_children
from mystpy.questions.why import why
from tests.engines.symbolic.groups import (
    formula,
    growing,
    outcome,
    played,
    runs,
    some_group,
)
from tests.sampling import reaches, seeds_by_day

SMALL = Game.myst(1, 1, 3, 1)


def varied(phi: Formula, game: Game, rng: Random) -> Formula:
    """Put D, Kw, E^k and announcements here and there into a formula."""
    phi = with_children(phi, [varied(part, game, rng) for part in children(phi)])
    if isinstance(phi, Common | Everyone | Knows) and rng.random() < 0.4:
        group = some_group(game, rng)
        kinds = (
            Distributed(group, phi.body),
            KnowsWhether(group[0], phi.body),
            Iterated(group, phi.body, 2),
        )
        phi = rng.choice(kinds)
    if children(phi) and rng.random() < 0.3:
        phi = Announcing(formula(game, rng, rng.randint(0, 2)), phi)
    return phi


@pytest.mark.parametrize("start", runs(150, 2_000))
def test_diagrams_say_what_listed_worlds_say(start: int) -> None:
    for seed in seeds_by_day(50, start=start):
        rng, history = played(seed)
        phi = varied(formula(history.game, rng, rng.randint(1, 3)), history.game, rng)
        if depth(expand(phi, history.game)) > 40:
            continue
        found = outcome(value, history, phi)
        expected = outcome(get_engine("worlds").value, history, phi)
        same = found and found.value, expected and expected.value
        assert same[0] == same[1], f"{seed}: {phi}"


@pytest.mark.parametrize("start", runs(50, 400))
def test_announcements_written_out_say_what_taking_worlds_away_says(
    start: int,
) -> None:
    changed = 0
    for seed in seeds_by_day(50, start=start):
        for rng, constraints, worlds, _ in growing(seed):
            phi = varied(
                formula(constraints.game, rng, rng.randint(1, 3)), constraints.game, rng
            )
            expanded = expand(phi, constraints.game)
            without = reduce_announcements(expanded)
            changed += without != expanded
            assert worlds.truth(phi) == worlds.model.truth(without), f"{seed}: {phi}"
    assert reaches(changed)


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(40))
def test_a_group_knows_together_what_holds_where_all_of_it_sees_the_same(
    seed: int,
) -> None:
    for rng, constraints, worlds, _ in growing(seed):
        group = some_group(constraints.game, rng)
        body = formula(constraints.game, rng, 1)
        seen = [
            tuple(worlds.view(w, i) for i in group) for w in range(len(worlds.model))
        ]
        holds = worlds.truth(body)
        failing = [view for view, true in zip(seen, holds, strict=True) if not true]
        found = worlds.truth(Distributed(group, body))
        assert [bool(x) for x in found] == [view not in failing for view in seen]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D([1,2],h(0,s1) | h(0,s2) | h(0,s3) | h(0,s4))", "true"),
        ("D([1,2,3],h(0,s4))", "true"),
        ("Kw(1,h(0,s4))", "false"),
        ("[~h(2,s2) -> h(2,s2)!]Kw(1,h(0,s4))", "false"),
        ("[h(2,s2)!]Kw(1,h(0,s4))", "false"),
        ("[h(2,s2)!][h(3,s3)!]C(players,h(0,s1) | h(0,s4))", "true"),
        ("[h(2,s2)!]C(players,h(2,s2)) & ~C(players,h(2,s2))", "true"),
        ("E^2(players,exactly 1 of x in cards: h(0,x))", "true"),
        ("at least 2 of i in players: h(i,s1) | h(i,s2)", "true"),
        ("exactly 2 of (h(1,s1),h(2,s2),h(3,s1))", "true"),
        ("exactly p of x in cards: ~h(0,x)", "true"),
        ("at least p of x in cards: h(0,x)", "false"),
        ("forall i in players, j in players, x in cards: "
         "h(i,x) & i != j -> ~K(j,h(i,x))", "true"),
        ("forall G in groups: 1 in G & G != [1] -> ~C(G,h(1,s1))", "true"),
        ("exists Q in guesses: forall x in Q: h(0,x)", "true"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("engine", ["asp", "worlds"])
def test_new_forms_are_answered(text: str, expected: str, engine: str) -> None:
    hands = {0: ["s4"], 1: ["s1"], 2: ["s2"], 3: ["s3"]}
    history = History.make(SMALL, hands)
    answer = get_engine(engine).value(history, parse_formula(text, SMALL))
    assert answer.value.value == expected


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("E^2(players,~h(2,plum))", "sat"),
        ("[h(3,plum)!]K(2,h(3,plum))", "sat"),
        ("at least 3 of x in cards: K(1,h(1,x))", "sat"),
        ("D([1,3],h(3,plum) | h(3,rope) | h(3,hall))", "sat"),
        ("[h(3,plum)!]C(players,h(3,plum))", "bdd"),
    ],
)
def test_new_forms_are_answered_in_clue(text: str, method: str) -> None:
    game = Game.clue(6)
    hands = {1: ["scarlett", "knife", "study"]}
    actions = "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,_) noguess(1) endturn(1)"
    history = History.make(game, hands, actions)
    answer = get_engine("asp").value(history, parse_formula(text, game))
    assert (answer.value, answer.method) == (Value.TRUE, method)


def test_why_explains_new_forms_and_refuses_what_is_known_together() -> None:
    history = History.make(SMALL, {1: ["s2"]}, "asks(1,{s1}) no(2)")
    engine = get_engine("asp")
    raised = why(history, parse_formula("E^2(players,~h(2,s1))", SMALL), engine)
    assert raised.value is Value.TRUE
    assert raised.axioms == ("2.32",)
    both = why(history, parse_formula("E^2([1,2],~h(2,s1))", SMALL), engine)
    assert both.axioms == raised.axioms
    together = parse_formula("D([1,2],~h(2,s1))", SMALL)
    with pytest.raises(QueryError, match="does not explain what players know together"):
        why(history, together, engine)


@pytest.mark.parametrize(
    "text", ["next Turn(1)", "after no(1): true", "possible(no(1))"]
)
def test_what_speaks_of_other_situations_is_refused_with_who_can(text: str) -> None:
    formula = parse_formula(text, SMALL)
    for name in ("asp", "prolog"):
        with pytest.raises(QueryError, match="what can be done") as raised:
            get_engine(name).value(History.make(SMALL), formula)
        assert "mystpy theorem --say" in (raised.value.hint or "")
        assert "--engine worlds decides it" in (raised.value.hint or "")
    with pytest.raises(QueryError, match="does not explain what can be done"):
        why(History.make(SMALL), formula, get_engine("worlds"))
    assert get_engine("worlds").value(History.make(SMALL), formula)


def test_the_axioms_alone_refuse_what_they_have_no_term_for() -> None:
    phi = parse_formula("D([1,2],h(0,s1))", SMALL)
    with pytest.raises(QueryError, match="no term") as raised:
        get_engine("prolog").value(History.make(SMALL), phi)
    assert "--engine auto" in (raised.value.hint or "")


def test_what_grounding_leaves() -> None:
    text = "[h(0,s1)!](K(1,h(0,s2)) & C(players,h(0,s1))) | [true!]~Kw(2,h(0,s1))"
    found = ground(parse_formula(text, SMALL), SMALL)
    kept = [part for part in walk(found) if isinstance(part, Announcing)]
    assert len(kept) == 1
    assert not any(isinstance(part, KnowsWhether) for part in walk(found))
    assert ground(Truth(), SMALL) == Truth()
