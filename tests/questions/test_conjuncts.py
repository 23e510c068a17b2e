"""A conjunct that fails, in words: also those that a history seldom brings about."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from mystpy import Game, History, axioms
from mystpy.engines.base import (
    Cell,
    Conjunct,
    Engine,
    Judgement,
    PublicFluents,
    Verdict,
)
from mystpy.questions.conjuncts import TEMPLATES, card_list, in_words

NAMED = Game.clue(3, players=["ann", "bob", "cy"])
MYST = Game.myst(m=1, n=2, p=3, q=2)


class Told:
    """An engine that says only what it was told."""

    name = "told"

    def __init__(
        self, state: PublicFluents, cells: tuple[dict[str, Cell], ...]
    ) -> None:
        self.state_told = state
        self.cells_told = cells

    def state(self, history: History) -> PublicFluents:
        return self.state_told

    def cells(self, history: History) -> tuple[dict[str, Cell], ...]:
        return self.cells_told


def words(
    *conjuncts: Conjunct, game: Game = MYST, every_deal: bool = True, **fluents: Any
) -> tuple[str, ...]:
    values = {
        "still_in": frozenset({1, 2, 3}),
        "turn": frozenset({1}),
        "ans_turn": frozenset(),
        "question": None,
        "phases": frozenset({"askphase"}),
        "game_over": False,
        **fluents,
    }
    unknown = tuple(dict.fromkeys(game.cards, Cell.OPEN) for _ in game.holders)
    engine = cast(Engine, Told(PublicFluents(**values), unknown))
    judgement = Judgement(Verdict.ILLEGAL, 0, "2.16", conjuncts, every_deal)
    return in_words(judgement, History.make(game), engine)


@pytest.mark.parametrize(
    ("conjunct", "sentence"),
    [
        (Conjunct("turn", (2,)), "Turn(2): it is player 1's turn"),
        (Conjunct("ans_turn", (2,)), "AnsTurn(2): nobody is to answer"),
        (Conjunct("ansphase", ()), "ansphase: it is the askphase"),
        (Conjunct("question", ()), "Question(Q): no question has been asked"),
        (
            Conjunct("question_set", (("s1",),)),
            "Q is a question of this game: a question has 2 cards, this one has 1",
        ),
        (
            Conjunct("pile_set", (("s1", "s2"),)),
            "M is a pile of this game: a guess has 1 card, this one has 2",
        ),
        (
            Conjunct("disjoint", (("s10", "s2"), 2)),
            "Q and S_2 are disjoint: in every deal that fits player 2 holds one of "
            "s2, s10",
        ),
        (
            Conjunct("shared", ("unseen", ("s1", "s2"), 2)),
            "a card is in Q and S_2: player 2 holds none of s1, s2",
        ),
        (Conjunct("shared", ("s1",), negated=True), "not shared(s1) fails"),
    ],
)
def test_each_conjunct_has_its_sentence(conjunct: Conjunct, sentence: str) -> None:
    game = Game.myst(m=1, n=3, p=3, q=2)
    text = words(conjunct, game=game if "s10" in str(conjunct) else MYST)
    assert text == (sentence,)


def test_every_conjunct_of_the_poss_axioms_has_a_sentence_of_its_own() -> None:
    blocks = axioms.blocks("prolog")
    for label in axioms.poss_labels().values():
        goals = re.findall(r"^    (\\\+ )?(\w+)", blocks[label].text, re.M)
        assert goals
        for negation, name in goals:
            assert (name, bool(negation)) in TEMPLATES, f"({label}): {name}"


def test_what_fails_in_some_deals_only_says_so() -> None:
    (sentence,) = words(Conjunct("turn", (2,)), every_deal=False)
    assert sentence == "Turn(2): it is player 1's turn (in some of the deals that fit)"


def test_players_are_called_by_number_and_name() -> None:
    (sentence,) = words(Conjunct("turn", (2,)), game=NAMED)
    assert sentence == "Turn(bob): it is player 1 (ann)'s turn"
    assert NAMED.owner(0) == "the pile"
    assert MYST.owner(2) == "player 2"


def test_cards_are_listed_in_the_order_of_the_deck() -> None:
    assert card_list(NAMED, frozenset({"hall", "plum", "rope"})) == "plum, rope, hall"


def test_nothing_fails_where_all_is_possible() -> None:
    history = History.make(MYST)
    engine = cast(Engine, None)
    assert in_words(Judgement(Verdict.POSSIBLE), history, engine) == ()
