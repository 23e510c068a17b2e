"""Conjectures that name cards, of games with cards on the table, and empty steps."""

from __future__ import annotations

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import NOTHING_NEXT, Conjecture
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import And
from mystpy.theses.commands.text import _query
from mystpy.theses.errata import command, in_words

SMALL = Game.myst(1, 1, 2, 1)
SORTS = {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "cap"]}
FACE_UP = (
    Game.clue(2, SORTS, left_over=2, face_up=["bow"]),
    Game.general(["sun", "moon", "star", "sky"], [1, 1, 1], q=2, face_up=["moon"]),
)


def found(text: str, *games: Game, depth: int | None = None) -> Result:
    return settle(Conjecture("c", "always", text, games, depth), Budget(processes=1))


def test_a_game_without_a_card_that_is_named_is_refused_by_name() -> None:
    with pytest.raises(QueryError, match="no card s4 in rules=myst m=1") as refused:
        found("h(1,s4) -> K(1,h(1,s4))", SMALL)
    assert 'c = "4..6"' in str(refused.value.hint)
    result = found("h(1,s4) -> K(1,h(1,s4))", Game.myst(1, 1, 3, 1))
    assert result.verdict is Verdict.PROVED


def test_a_condition_in_front_leaves_games_without_the_card_out() -> None:
    games = SMALL, Game.myst(2, 1, 2, 1)
    result = found("c >= 4 -> (h(1,s4) -> K(1,h(1,s4)))", *games, depth=2)
    assert result.verdict.good


def test_a_counterexample_has_the_cards_on_the_table() -> None:
    game = Game.clue(2, {"a": ["x1", "x2"], "b": ["y1", "y2", "y3"]}, left_over=1)
    query = found("h(2,x1)", game).counterexample
    assert query is not None
    hands = query["hands"]
    assert isinstance(hands, dict)
    assert list(hands) == ["0", "1", "2", "table"]


@pytest.mark.parametrize("game", FACE_UP)
@pytest.mark.parametrize(
    "text",
    [
        "forall x in cards: h(3,x) -> K(1,h(3,x))",
        "forall x in cards: ~K(1,h(0,x))",
        "forall Q in questions: Question(Q) -> exists x in Q: ~h(3,x)",
        "exists x in cards: C(players,h(3,x))",
    ],
)
def test_a_card_that_lies_face_up_is_like_no_other(game: Game, text: str) -> None:
    node = parse_conjecture(text, games=(game,))
    named = " & ".join(f"(h(0,{x}) | ~h(0,{x}))" for x in game.cards)
    each = parse_conjecture(named, games=(game,))
    apart = sweep(And((node, each)), game, work=None, depth=4)
    alike = sweep(node, game, work=None, depth=4)
    assert (alike.failure is None) is (apart.failure is None)
    assert alike.stages <= apart.stages


def test_where_nothing_can_be_done_next_is_no_missing_premise() -> None:
    for text in (
        "GameOver -> next on all ways some time Turn(1)",
        "GameOver -> next on some way some time askphase",
        "GameOver -> after asks(1,{s1}): false",
    ):
        result = found(text, SMALL)
        assert (result.verdict, result.note) == (Verdict.PROVED, NOTHING_NEXT)
    never = found("false -> next on all ways some time Turn(1)", SMALL)
    assert (never.verdict, never.vacuous) == (Verdict.PROVED, True)
    assert "its premises are never true" in str(never.note)


def test_the_step_that_next_takes_is_shown_as_one() -> None:
    query = found("Turn(1) & askphase -> next next GameOver", SMALL).counterexample
    assert query is not None
    assert query["history"] == query["taken"] == ["asks(1,{s1})", "no(2)"]
    lines = [line.strip() for line in _query(query, "")]
    assert "history: init0" in lines
    assert "then: asks(1,{s1}) no(2)" in lines
    assert "after `asks(1,{s1}) no(2)` `GameOver` is false" in in_words(query)
    asked = command("c", query)
    assert asked.endswith("'Turn(1) & askphase -> next next GameOver'")
    assert "--do" not in asked  # it is false before they are taken
