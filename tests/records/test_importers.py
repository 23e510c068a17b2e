"""Records made from files of mystpy and of other programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.errors import MystError, QueryError
from mystpy.records.check import faults_of
from mystpy.records.format.reader import read_record
from mystpy.records.format.record import GameRecord
from mystpy.records.format.writer import record_text
from mystpy.records.importers.formats import FORMATS, format_of, imported
from mystpy.records.importers.plain_yaml import yaml_value

ROOT = Path(__file__).parents[2]

CLUEBOT = """\
setup:
  # players from left to right
  players:
    - name: bob
      card_count: 6   # he is the dealer
    - name: 'joe'
      card_count: 6
    - name: meg
      cards: "white rope plum study scarlet kitchen"

events:
  - q: "bob lounge green candlestick" # bob's question
    a: joe
  - q: meg lounge mustard dagger
    a: bob dagger
  - q: joe plum leadpipe kitchen
    a: meg plum
  - r: nobody hall
  - r: joe library
  - accuse: bob green lounge wrench
  - q: meg green kitchen leadpipe
    a: nobody
"""

REASONER = """\
def hand(player, cards):
    return []

def play():
    cgr = ClueGameReasoner(["sc", "mu", "wh", "gr", "pe", "pl"])
    cgr.add_hand("sc", ["wh", "li", "st"])
    # cgr.suggest("mu", "gr", "pi", "di", "pe", None)
    cgr.suggest("sc", "sc", "ro", "lo", "mu", "sc")
    cgr.suggest("mu", "pe", "pi", "di", "pe", None)
    cgr.suggest("gr", "wh", "kn", "ba", "pl")
    cgr.suggest("pl", "pe", "pi", "ba", None, None)
    cgr.accuse("pl", "pe", "pi", "ba", False)
    cgr.accuse("sc", "pe", "pi", "bi", True)
"""

JAVA = """\
ClueReasoner cr = new ClueReasoner();
String[] myCards = {"wh", "li", "st"};
cr.hand("sc", myCards);
cr.suggest("sc", "sc", "ro", "lo", "mu", "sc");
cr.suggest("mu", "pe", "pi", "di", "pe", null);
"""

CONTEST = """\
bot alive
< reset 3 0 Mu Wh Kn Re Ha Lo
> ok
< suggest
> suggest Sc Ro Ki
< suggestion 0 Sc Ro Ki 1 Sc
> ok
< accuse
> -
< suggestion 1 Pl Pi Ba 2
> ok
< accusation 1 Gr Pi Ba -
> ok
< disprove 2 Mu Wr St
> show Mu
< suggestion 2 Mu Wr St 0 Mu
> ok
< accusation 2 Gr Wr St +
> ok
< done
> dead
"""


def records(text: str, *players: str, source: str | None = None) -> list[GameRecord]:
    """Return the records of a text, each of which can be true and is read again."""
    found = list(imported(text, "the file", source, players))
    for record in found:
        assert not list(map(str, faults_of(record, get_engine("auto"))))
        assert read_record(record_text(record)) == record
    return found


def lines(record: GameRecord) -> list[str]:
    return str(record.fields["history"]).splitlines()


def test_cluebot() -> None:
    (record,) = records(CLUEBOT)
    assert record.viewers == (3,)
    assert lines(record) == [
        "1. bob: green candlestick lounge -> joe shows",
        "2. joe: -",
        "3. meg: mustard dagger lounge -> bob shows dagger",
        "4. bob: -",
        "5. joe: plum leadpipe kitchen -> meg shows plum",
        "the pile lays open hall",
        "joe lays open library",
        "6. meg: -",
        "7. bob: -",
        "bob accuses green wrench lounge: wrong",
        "8. joe: -",
        "9. meg: green leadpipe kitchen -> bob passes, joe passes",
    ]
    assert record.fields["result"] == {"end": "unfinished", "out": [1]}
    assert record.game.sizes == (3, 6, 6, 6)


WRONG = {
    "a: joe\n": ("a: dan\n", "line 12: there is no player dan"),
    "meg plum\n": ("meg rope\n", "rope was not asked for"),
    "joe library": ("joe libary", "line 19: there is no card libary"),
    "card_count: 6   ": ("card_count: six   ", "card_count is 'six'"),
    "  - r: joe library": ("  - x: joe library", "no event of cluebot"),
    "events:": ("events: &a", "values that begin with &"),
}


@pytest.mark.parametrize("old", WRONG)
def test_cluebot_that_is_wrong_is_refused_with_the_line(old: str) -> None:
    new, says = WRONG[old]
    assert old in CLUEBOT
    with pytest.raises(QueryError, match=says):
        records(CLUEBOT.replace(old, new, 1))


def test_simple_yaml() -> None:
    text = 'a:\n- x: \'1\'\n  y: [2, "3"]\n-\n  z: # none\nb: c # d\n"e f": g#h\n'
    found = yaml_value(text, "y")
    assert found == {
        "a": [{"x": "1", "y": ["2", "3"]}, {"z": None}],
        "b": "c",
        "e f": "g#h",
    }
    for wrong in (
        "a: |\n  b\n",
        "a: 1\na: 2\n",
        "a: *b\n",
        "a: [1\n",
        "a\n",
        "\ta: 1\n",
    ):
        with pytest.raises(QueryError, match="line "):
            yaml_value(wrong, "y")
    deep = "".join(f"{' ' * k}a:\n" for k in range(60))
    with pytest.raises(QueryError, match="nested more than"):
        yaml_value(deep, "y")


def test_the_reasoner_in_python_and_java() -> None:
    (record,) = records(REASONER)
    assert record.viewers == (1,)
    assert record.fields["result"]["winner"] == 1
    assert record.fields["result"]["pile"] == ["peacock", "pipe", "billiard"]
    assert record.fields["result"]["out"] == [6]
    assert lines(record)[1].startswith("2. Mustard player: peacock pipe dining ->")
    assert lines(record)[2] == "3. White player: -"
    (other,) = records(JAVA)
    assert lines(other) == lines(record)[:2]
    own = REASONER.replace('"pe", "pi", "di", "pe"', '"pe", "pi", "di", "mu"')
    with pytest.raises(QueryError, match=r"line 9: .* asked, and does not answer"):
        records(own)
    with pytest.raises(QueryError, match="line 8: 'zz'"):
        records(REASONER.replace('"sc", "ro", "lo"', '"zz", "ro", "lo"'))
    two = REASONER + REASONER.replace("play()", "again()")
    assert len(records(two)) == 2


def test_the_contest() -> None:
    (record,) = records(CONTEST, "bot", "ann", "bob")
    assert record.viewers == (1,)
    assert record.game.speed
    assert lines(record) == [
        "1. 1: scarlett rope kitchen -> 2 shows scarlett",
        "2. 2: plum pipe ballroom -> 3 shows",
        "2 accuses green pipe ballroom: wrong",
        "3. 3: mustard wrench study -> 1 shows mustard",
        "3 accuses green wrench study",
    ]
    result = record.fields["result"]
    assert result["winner"] == 3
    assert result["pile"] == ["green", "wrench", "study"]
    assert [row["name"] for row in record.rows("player")] == ["bot", "ann", "bob"]
    with pytest.raises(QueryError, match=r"line 6: .*'Sx' abbreviates no card"):
        records(CONTEST.replace("suggestion 0 Sc Ro", "suggestion 0 Sx Ro"))
    with pytest.raises(QueryError, match="no such text"):
        records(CONTEST.replace("< accuse\n", "< insult\n"))


def test_a_transcript_has_the_claims_that_were_made() -> None:
    text = (ROOT / "queries/transcripts/clue.jsonl").read_text("utf-8")
    (record,) = records(text)
    assert record.viewers == (1,)
    rows = record.rows("turn")
    claims = [x for row in rows for x in row["claim"]]
    assert {x["player"] for x in claims} == {1}
    said = {row["number"]: [x["formula"] for x in row["claim"]] for row in rows}
    assert said[1][-1] == "h(3,plum) | h(3,rope) | h(3,hall)"
    assert said[3] == ["h(3,hall)", "h(2,revolver)", "h(2,kitchen)"]
    assert said[7] == ["h(0,plum)", "h(0,rope)", "h(0,library)"]
    text = (ROOT / "queries/transcripts/myst.jsonl").read_text("utf-8")
    assert [len(each.history) > 5 for each in records(text)] == [True]


def test_lines_of_play_and_of_batch() -> None:
    line = {
        "do": "legal",
        "game": {"rules": "clue", "p": 3},
        "history": "1: plum rope hall -> 2 shows",
    }
    (record,) = records(json.dumps(line))
    assert lines(record) == ["1. 1: plum rope hall -> 2 shows"]
    with pytest.raises(QueryError, match="line 2"):
        records(json.dumps(line) + '\n{"game": 1, "history": ""}')


def test_query_files_and_records() -> None:
    text = (ROOT / "queries/clue-game-six.toml").read_text("utf-8")
    (record,) = records(text)
    assert record.title
    (same,) = records(record_text(record))
    assert same == record


def test_a_game_that_cannot_have_happened_is_refused_with_the_turn() -> None:
    wrong = CLUEBOT.replace("meg green kitchen leadpipe", "meg plum kitchen dagger")
    with pytest.raises(QueryError, match="turn 9 cannot have happened"):
        records(wrong)


def test_what_has_no_known_format_is_refused_with_the_formats() -> None:
    with pytest.raises(QueryError, match="no format that is known") as caught:
        records("Dear diary,\nwe played Clue.")
    assert all(name in str(caught.value.hint) for name in FORMATS)
    with pytest.raises(QueryError, match="no format 'cluebott'"):
        records(CLUEBOT, source="cluebott")
    for text, name in ((CLUEBOT, "cluebot"), (JAVA, "reasoner"), (CONTEST, "contest")):
        assert format_of(text, "x") == name
        for other in set(FORMATS) - {name}:
            with pytest.raises(MystError):
                records(text, source=other)
