"""Updates in formulas: announcements of groups, and named actions."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.kripke.construction import build_model
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import stages
from mystpy.kripke.model import Model
from mystpy.kripke.update.action_model import Action
from mystpy.kripke.update.product import NamedActionModel, update
from mystpy.language import nodes as fm
from mystpy.language.atoms import Atom
from mystpy.language.decidable import parse_conjecture, parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.read import read
from mystpy.language.temporal import Doing
from mystpy.language.vocabulary import GameWords, ModelWords
from tests.kripke.random_models import (
    AGENTS,
    ATOMS,
    actions,
    bisimilar_pairs,
    formulas,
    groups,
    models,
    seen,
    true_in,
)
from tests.sampling import by_day

P = Atom("p")


def subsets(worlds: set[int]) -> list[frozenset[int]]:
    every = (combinations(worlds, k) for k in range(len(worlds) + 1))
    return list(map(frozenset, chain.from_iterable(every)))


def sayable(model: Model, agent: str) -> list[frozenset[int]]:
    """The sets of worlds that are where an agent knows something that can be said."""
    every = frozenset(range(len(model)))
    alike = bisimilar_pairs(model, model)
    return [
        said
        for said in subsets(set(every))
        if all(seen(model, agent, every, w) <= said for w in said)
        and all(v in said for w, v in alike if w in said)
    ]


@settings(max_examples=by_day(30, 4))
@given(models(most=4), groups, formulas(leaves=3), st.booleans())
def test_group_announcements_are_as_defined(
    model: Model, group: tuple[str, ...], body: Formula, every: bool
) -> None:
    ways = product(*(sayable(model, agent) for agent in group))
    left = {frozenset.intersection(*way) for way in ways}
    by_hand = []
    for w in range(len(model)):
        after = [true_in(model, body, kept, w) for kept in left if w in kept]
        by_hand.append(all(after) if every else any(after))
    found = model.truth(fm.GroupAnnouncing(group, body, every))
    assert found.tolist() == by_hand


@settings(max_examples=by_day(30, 4))
@given(models(most=4), actions(), formulas(leaves=3), st.data())
def test_a_named_action_says_what_its_execution_brings(
    model: Model, action: Action, body: Formula, data: st.DataObject
) -> None:
    events = action.frame.events
    event = data.draw(st.sampled_from([None, *events]))
    pointed = data.draw(st.booleans())
    named = NamedActionModel("act", action, pointed)
    meant = [event] if event else [events[action.frame.actual]] if pointed else events
    for every in (True, False):
        found = model.truth(Doing(every, "act", event, body, named))
        for w in range(len(model)):
            after = [
                update(model.at(w), named.happening(e)).holds(body)
                for e in meant
                if model.at(w).holds(named.happening(e).preconditions[events.index(e)])
            ]
            assert found[w] == (all(after) if every else any(after))


@settings(max_examples=by_day(30, 4))
@given(models(), formulas(leaves=3), formulas(leaves=3))
def test_a_truth_can_be_announced(model: Model, said: Formula, body: Formula) -> None:
    both = fm.And((said, fm.Announcing(said, body)))
    assert (model.truth(fm.TrulyAnnouncing(said, body)) == model.truth(both)).all()
    dual = fm.Not(fm.Announcing(said, fm.Not(body)))
    assert (model.truth(fm.TrulyAnnouncing(said, body)) == model.truth(dual)).all()


COIN = """
agents = ["a", "b"]
atoms = ["p"]
point = ["p"]
[relations]
a = "all"
b = "all"
[action.look]
events = { heads = "p", tails = "~p", nothing = "true" }
alike = { b = [["heads", "tails", "nothing"]] }
[action.turn]
events = { turn = { post = { p = "~p" } } }
actual = "turn"
[[step]]
action = "look"
actual = "heads"
[[check]]
formula = "<turn>K(a,~p) & [turn]<turn>K(a,p) & [look]~K(b,p)"
expect = "true"
"""


def test_actions_of_a_file_are_done_and_spoken_of() -> None:
    file = load_model(COIN)
    last = list(stages(file))[-1]
    assert str(last.step) == "look(heads)"
    (check,) = file.checks
    assert last.value(check.formula) == check.expect
    assert str(check.formula) == check.text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('actual = "heads"', 'actual = "head"', "no event"),
        ('actual = "heads"', "", "which event of the action look happens, is not said"),
        ('action = "look"', 'action = "lock"', "action"),
        ("<turn>", "<torn>", "there is no named action 'torn'"),
        ("[look]", "[look(head)]", "the action look has no event 'head'"),
        ("~p", "~q", "no atom q"),
        ("post = { p", "post = { q", "no atom q"),
        ("[action.turn]", '[action."1 x"]', "no formula can name the action"),
    ],
)
def test_a_wrong_action_is_told(old: str, new: str, message: str) -> None:
    assert old in COIN
    with pytest.raises((QueryError, ParseError), match=message):
        load_model(COIN.replace(old, new))


@pytest.mark.parametrize(
    "text",
    [
        "B(a,p) -> M(b,~p)",
        "<p!>~K(a,q)",
        "~<p & q!>(p | q)",
        "[{a,b}]K(a,p)",
        "<{1}>[{a}]p",
        "[p!]<[q!]p!>q",
    ],
)
def test_what_is_printed_is_read_again(text: str) -> None:
    words = ModelWords.of(AGENTS, ATOMS)
    formula = read(text, words)
    assert read(str(formula), words) == formula
    assert parse_in_model(str(formula), words) == parse_in_model(text, words)


def test_in_games_belief_is_knowledge_and_groups_are_refused() -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    for text, same in (
        ("B(1,h(0,s1))", "K(1,h(0,s1))"),
        ("M(1,h(0,s1))", "~K(1,~h(0,s1))"),
        ("<h(0,s1)!>K(1,h(0,s1))", "h(0,s1) & K(1,h(0,s1) -> h(0,s1))"),
    ):
        found, wanted = parse_conjecture(text), parse_conjecture(same)
        assert text.startswith("<") or found == wanted
        assert str(read(text, GameWords(game))) == text
    for text in ("[{1,2}]h(0,s1)", "<players>h(0,s1)", "[act]h(0,s1)"):
        with pytest.raises(ParseError) as caught:
            read(text, GameWords(game))
        assert "mystpy check" in str(caught.value.hint)


def test_what_believers_can_announce_and_too_many_classes_are_refused() -> None:
    size = 14
    names = [f"w{k}" for k in range(size)]
    atoms = {name: [f"p{k}"] for k, name in enumerate(names)}
    model = build_model(names, {"a": [[n] for n in names], "b": [names]}, atoms)
    with pytest.raises(QueryError, match="tells 14 classes of worlds apart"):
        model.truth("<{a}>K(b,p0)")
    assert model.truth("<{b}>K(a,p0)").sum() == 1
