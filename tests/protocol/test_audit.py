"""Audits: deductions held against what followed from the player's view."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from mystpy.axioms import queries_dir
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.protocol.audit import (
    AuditRecord,
    DeductionAccount,
    Utterance,
    audit,
    record,
)
from mystpy.protocol.claims.claim import AnyClaim, Deduction
from mystpy.questions.knowledge import ask

FOLDER = queries_dir() / "transcripts"
TRANSCRIPTS = sorted(FOLDER.glob("*.jsonl"))


def replies(name: str) -> list[Utterance]:
    path = FOLDER / f"{name}.jsonl"
    return list(audit(path.read_bytes().splitlines(), name))


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 2


def formula(claim: AnyClaim, player: int, history: History, mark: str = "") -> Formula:
    return parse_formula(f"K({player}, {mark}({claim.formula}))", history.game)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_verdict_is_that_of_the_formula(path: Path) -> None:
    engine = get_engine("asp")
    seen = set()
    for reply in audit(path.read_bytes().splitlines(), path.name):
        history, account = reply.seen.history(), reply.account
        for kind, claims in account._asdict().items():
            for claim in claims if kind != "unread" else ():
                player = reply.seen.player
                found = tuple(
                    str(
                        ask(
                            history, formula(claim, player, history, mark), engine
                        ).value
                    )
                    for mark in ("", "~")
                )
                wanted = {
                    "right": ("true", "false"),
                    "missed": ("true", "false"),
                    "wrong": ("false", "true"),
                    "open": ("false", "false"),
                }
                assert found == wanted[kind], claim
                seen.add(kind)
    assert {"right", "open", "missed"} <= seen


def test_each_turn_has_its_score() -> None:
    found = replies("myst")
    assert [len(reply.seen.events) for reply in found] == [0, 3, 17, 21, 30, 33]
    scores = [str(reply.account.score) for reply in found]
    assert scores == ["1", "1", "0", "3/5", "1/3", "3/4"]
    last = found[-1]
    assert last.action == "guess s3"
    assert Deduction(0, "s3", has=True) in last.account.right


def test_a_deduction_that_was_made_before_is_not_missed() -> None:
    """After step 21 it says that player 2 has s6, and not that s3 is in the pile."""
    made, left = Deduction(2, "s6", has=True), Deduction(0, "s3", has=True)
    before, now, after = replies("myst")[2:5]
    assert {made, left} & {*before.account.missed} == set()
    assert made in now.account.right
    assert left in now.account.missed
    assert made not in after.account.missed
    assert left in after.account.missed


def test_a_reply_that_was_refused_does_not_count() -> None:
    found = replies("clue")
    assert found[0].action == "suggest plum, rope and hall"
    assert "professor" not in str(found)
    assert [reply.action for reply in found].count("show white") == 1


def test_the_score_is_the_share_of_what_is_true() -> None:
    claim = Deduction(1, "s1", has=True)
    assert DeductionAccount().score == 1
    assert DeductionAccount(
        (claim,), (claim,), (), (claim,), ("what?",)
    ).score == Fraction(1, 4)
    assert DeductionAccount((claim,)).plus(
        DeductionAccount((), (claim,))
    ).score == Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("", "is no transcript: no game begins in it"),
        ('{"type":"act","text":"x"}', "line 1: unexpected act; expected game"),
        ("\n{", "line 2: the message is not JSON"),
        ('{"type":"akt"}', "line 1: there is no message of type 'akt'"),
    ],
)
def test_what_is_no_transcript_is_told(text: str, output: str) -> None:
    with pytest.raises(QueryError, match=output):
        list(audit(text.encode().splitlines(), "it"))


def output(*messages: str) -> list[bytes]:
    game = '{"rules":"myst","m":1,"n":1,"p":2,"q":1}'
    begins = f'{{"type":"game","game":{game},"rules":"myst","cards":["s1","s2","s3"],'
    begins += '"sizes":[1,1,1],"player":1,"hand":["s1"],"seed":1}'
    return [begins.encode(), *(one.encode() for one in messages)]


def event(step: int, action: str, more: str = "") -> str:
    return f'{{"type":"event","step":{step},"action":"{action}"{more}}}'


def test_how_games_ended_is_counted() -> None:
    asks = (event(0, "asks(1,{s2})"), event(1, "no(2)"))
    over = '{"type":"over","still_in":[1,2],"winner":%s}'
    right = output(*asks, event(2, "guess(1,{s2})", ',"won":true'), over % 1)
    wrong = output(*asks, event(2, "guess(1,{s3})"), over % 2)
    left = output(over % "null")
    lost = output('{"type":"over","still_in":[],"winner":null,"lost":1}')
    others = output('{"type":"over","still_in":[],"winner":null,"lost":2}')
    assert record(right) == AuditRecord(1, 1, 0, 0)
    assert record(wrong) == AuditRecord(1, 0, 1, 0)
    assert record(left) == record(others) == AuditRecord(1, 0, 0, 0)
    assert record(lost) == AuditRecord(1, 0, 0, 1)
    assert record([*right, b"", *wrong, *lost]) == AuditRecord(3, 1, 1, 1)


TURN = '{"type":"turn","step":0,"offers":["asks(1,Q)"],"seconds":5}'
ACT = '{"type":"act","action":"asks(1,{s2})"}'
ASKED, PASSED, WON = (
    event(0, "asks(1,{s2})"),
    event(1, "no(2)"),
    event(2, "guess(1,{s2})", ',"won":true'),
)
OVER = '{"type":"over","still_in":[1,2],"winner":1}'
WHOLE = (TURN, ACT, ASKED, PASSED, WON, OVER)


@pytest.mark.parametrize(
    ("number", "message", "why"),
    [
        (0, TURN.replace('"step":0', '"step":1'), "line 2: turn: step 1; expected 0"),
        (1, ACT.replace("s2", "s3"), r"line 4: .* but the act was asks\(1,{s3}\)"),
        (1, '{"type":"act","text":"Action: ask s3"}', r"line 4: .* the act was"),
        (2, event(0, "asks(1,{s3})"), r"line 4: .* but the act was asks\(1,{s2}\)"),
        (2, event(1, "asks(1,{s2})"), "line 4: event: step 1; expected 0"),
        (3, event(1, "no(1)"), "line 5: .*"),
        (4, event(2, "guess(1,{s2})"), "line 7: .* without a right guess"),
        (5, OVER.replace('"winner":1', '"winner":2'), "player 1 guessed rightly"),
        (5, OVER.replace('"winner":1', '"winner":null'), "player 1 guessed rightly"),
    ],
)
def test_a_transcript_that_was_changed_is_refused(
    number: int, message: str, why: str
) -> None:
    assert len(list(audit(output(*WHOLE), "it"))) == 1
    changed = [*WHOLE[:number], message, *WHOLE[number + 1 :]]
    with pytest.raises(QueryError, match=why):
        list(audit(output(*changed), "it"))


def test_an_act_that_was_refused_need_not_happen() -> None:
    wrong = ACT.replace("s2", "s3")
    again = '{"type":"error","error":"no","again":true}'
    assert len(list(audit(output(TURN, wrong, again, *WHOLE), "it"))) == 1
    lost = '{"type":"over","still_in":[],"winner":null,"lost":1}'
    for refused in (wrong, '{"type":"act","text":"hm"}', '{"type":"act"}'):
        list(audit(output(TURN, refused, lost), "it"))


def test_a_player_who_left_before_the_game_has_said_nothing() -> None:
    hello = b'{"type":"hello","version":1,"name":"mystpy"}'
    wrong = b'{"type":"hello","version":2,"name":"x"}'
    error = b'{"type":"error","error":"version 2 is not spoken here"}'
    for lines in ([hello], [hello, wrong, error]):
        assert not list(audit(lines, "it"))
        assert record(lines) == AuditRecord(0, 0, 0, 0)
