"""Rules and events in plain English, and what replies in plain words mean."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import action_text
from mystpy.language.read import parse_formula
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.protocol import instructions
from mystpy.protocol.claims.claim import Deduction
from mystpy.protocol.reply import action_said, claims
from mystpy.situations.event import Event, action_of

CLUE = Game.clue(players=["ann", "bob", "cid"])
MYST = Game.myst(1, 2, 3, 2)
GENERALIZED = Game.generalized_clue(1, 2, 3, 3)
ASK = [LegalAction(("asks", 1), 0)]
GUESS = [LegalAction(("guess", 1), 0), LegalAction(("noguess", 1), 0)]
SHOW = [LegalAction(("shows", 2, 1), 0b11)]


@pytest.mark.parametrize(
    ("said", "legal_actions", "action"),
    [
        ("Action: ask plum, rope, hall", ASK, "asks(ann,{plum,rope,hall})"),
        ("action: Suggest the PLUM in the hall with the rope.", ASK, None),
        ("I think.\n**Action:** suggest hall and rope and plum!", ASK, None),
        ("Action: ask a\nNo, rather\nAction: asks(ann,{plum,rope,hall})", ASK, None),
        ("Action: accuse plum, rope, hall", GUESS, "guess(ann,{plum,rope,hall})"),
        ("Action: no guess", GUESS, "noguess(ann)"),
        ("Action: I'd rather\n- `Action: pass`", GUESS, "noguess(ann)"),
        ("Action: don't accuse yet", GUESS, "noguess(ann)"),
        ("Action: show scarlett to ann", SHOW, "shows(bob,ann,scarlett)"),
        ("Action: show Miss Scarlett", SHOW, "shows(bob,ann,scarlett)"),
        ("Well.\r\nAction: ask Prof. Plum, rope, Hall\r\n", ASK, None),
        ("Well.\rAction: ask plum, rope, hall\r", ASK, None),
        ("```\nAction: ask plum, rope, hall\n```", ASK, None),
        ('```json\n{"action": "ask plum, rope, hall"}\n```\nDone.', ASK, None),
        (
            '{"deductions": ["bob has plum"], "action": "ask plum, rope, hall"}',
            ASK,
            None,
        ),
        ("1. Action: ask plum, rope, hall", ASK, None),
        ("### Action: ask Professor Plum with the rope in the hall", ASK, None),
    ],
)
def test_a_reply_is_understood(
    said: str, legal_actions: list[LegalAction], action: str | None
) -> None:
    event = action_said(said, legal_actions, CLUE)
    found = action_text(action_of(event, CLUE), CLUE)
    assert found == (action or "asks(ann,{plum,rope,hall})")


@pytest.mark.parametrize(
    ("said", "legal_actions", "output", "hint"),
    [
        ("I ask for plum.", ASK, "no line", "'Action: ask scarlett, knife, kitchen'"),
        ("Action: ask plumm, rope, hall", ASK, "no card plumm", "mean plum?"),
        ("Action: ask plum, rope", ASK, "a question has 3 cards", "Action: ask"),
        ("Action: ask plum, rope, knife", ASK, "one card of each sort", "Action: ask"),
        ("Action: aks plum, rope, hall", ASK, "aks is not what", "did you mean ask"),
        ("Action: guess plum, rope, hall", ASK, "guess is not what", "Action: ask"),
        ("Action: show", SHOW, "a show is of one card", "show scarlett"),
        ("Action:", ASK, "no line of the reply", "Action: ask"),
        ("Action: asks(1,{s9})", ASK, "there is no card s9", ""),
    ],
)
def test_what_cannot_be_understood_is_told_with_what_to_write(
    said: str, legal_actions: list[LegalAction], output: str, hint: str
) -> None:
    with pytest.raises(MystError) as caught:
        action_said(said, legal_actions, CLUE)
    assert output in str(caught.value)
    assert hint in (caught.value.hint or "")


def test_deductions_are_read_and_what_is_none_is_told() -> None:
    found, unread = claims(
        "Deduction: Bob has plum and rope.\n* **Deduction:** the pile lacks hall\n"
        "deduction: player 3 doesn't have the knife\nDeduction: Cid has a or b\n"
        "Deduction: it is over\nDeduction: dan has rope\nI have the pipe.",
        CLUE,
    )
    assert found == [
        Deduction(2, "plum", has=True),
        Deduction(2, "rope", has=True),
        Deduction(0, "hall", has=False),
        Deduction(3, "knife", has=False),
    ]
    assert len(unread) == 3
    assert "there is no player or card 'dan'" in unread[2]


def test_the_rules_are_told_in_words() -> None:
    output = instructions.rules(InformationState(CLUE, 1, 0b111))
    assert "Clue, a game of deduction for 3 players, ann, bob and cid" in output
    assert "You are ann." in output
    assert "weapon: knife, revolver" in output
    assert "Your hand: scarlett, mustard and plum." in output
    assert "asks for one suspect, one weapon and one room" in output
    board = Game.clue(3, board=True)
    assert "reaches no room" in instructions.rules(InformationState(board, 1, 0b111))
    assert "reaches no room" not in output
    output = instructions.rules(InformationState(GENERALIZED, 1, 0b11))
    assert "This is generalized Clue" in output
    assert (
        "asks one other player, who has not guessed yet, for at most 3 cards" in output
    )
    myst = instructions.rules(InformationState(MYST, 3, 0b11))
    assert "Hidden in the pile: 1 of the 7 cards." in myst


def test_a_question_to_one_player_is_told_and_understood() -> None:
    legal_actions = [LegalAction(("asks", 1, to), 0) for to in (2, 3)] + [
        LegalAction(("guess", 1), 0)
    ]
    output = instructions.turn(legal_actions, GENERALIZED)
    for line in ("Action: ask player 2: s1", "Action: ask player 3: s1"):
        assert line in output
    assert action_said(
        "Action: ask player 3: s1, s4", legal_actions, GENERALIZED
    ) == Event(("asks", 1, 3), 0b1001)
    with pytest.raises(QueryError, match="cannot be asked now, only 2 or 3"):
        action_said("Action: ask player 1: s1", legal_actions, GENERALIZED)
    with pytest.raises(QueryError, match="a question has"):
        action_said("Action: ask 2: s1 s2 s3 s4", legal_actions, GENERALIZED)


@pytest.mark.parametrize("legal_actions", [ASK, GUESS, SHOW])
@pytest.mark.parametrize("game", [CLUE, MYST], ids=repr)
def test_what_is_asked_for_is_understood(
    legal_actions: list[LegalAction], game: Game
) -> None:
    output = instructions.turn(legal_actions, game)
    lines = [line for line in output.split("\n") if line.startswith("Action:")]
    assert lines
    for line in lines:
        assert action_said(line, legal_actions, game).key in [
            legal.key for legal in legal_actions
        ]
    found, unread = claims(output, game)
    assert (len(found), unread) == (3, [])


WORDS = st.sampled_from(
    "Action: Deduction: ask guess show no pass plum rope hall bob the pile has does"
    " not or and player 2 0 9 asks( ) { } , . ** \n _ x \u00e9".split(" ")
)


@given(st.lists(WORDS).map(" ".join) | st.text(), st.sampled_from([ASK, GUESS, SHOW]))
def test_whatever_is_said_is_understood_or_refused(
    said: str, legal_actions: list[LegalAction]
) -> None:
    found, _ = claims(said, CLUE)
    for claim in found:
        assert parse_formula(str(claim.formula), CLUE) == claim.formula
    with suppress(MystError):
        assert action_said(f"{said}\nAction: {said}", legal_actions, CLUE).key[1] in (
            1,
            2,
            3,
        )
