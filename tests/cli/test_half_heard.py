"""Half-heard turns, doubts, forgotten turns and events, through the command line.

The numbers were counted by a program apart, which deals card by card.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FOUR = json.dumps(
    {
        "rules": "clue",
        "board": True,
        "players": ["ann", "bob", "cid", "dan"],
        "sizes": [3, 3, 2, 2, 2],
        "sorts": {
            "suspect": ["scarlett", "plum", "green", "white"],
            "weapon": ["rope", "knife", "pipe", "wrench"],
            "room": ["hall", "study", "kitchen", "lounge"],
        },
    }
)
NINE = {
    "suspect": ["plum", "green", "white"],
    "weapon": ["rope", "knife", "pipe"],
    "room": ["hall", "study", "kitchen"],
}
THREE = json.dumps(
    {"rules": "clue", "board": True, "players": ["ann", "bob", "cid"], "sorts": NINE}
)
ANN = ("--game", FOUR, "--hand", "ann=scarlett,rope,hall")
SMALL = ("--game", THREE, "--hand", "ann=green,pipe")
CID = ("--game", THREE.replace("true", "false"), "--hand", "cid=green,pipe")
EITHER = "bob: plum knife study -> cid or dan shows"
UNHEARD = "bob: plum knife ? -> cid shows"
ANYBODY = "cid: plum rope hall -> bob - ..."
SHOWN = "ann: plum knife study -> bob -, cid shows knife"
OVERLOOKED = "bob: green knife kitchen -> cid -, dan -, ann -"


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "game.notes")


@pytest.fixture
def query(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a query file and returns its path."""

    def written(history: str, game: str = FOUR, **hands: list[str]) -> str:
        file = tmp_path / "query.toml"
        cards = hands or {"ann": ["scarlett", "rope", "hall"]}
        rows = [f"{name} = {json.dumps(hand)}" for name, hand in cards.items()]
        keys = [f"{key} = {_toml(value)}" for key, value in json.loads(game).items()]
        lines = ["history = '''", history, "'''", "[game]", *keys, "[hands]", *rows]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(file)

    return written


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + "}"
    return json.dumps(value)


def succeeded(done: Result) -> str:
    assert (done.stderr, done.exit_code) == ("", 0)
    return done.stdout


TURNS = pytest.mark.parametrize(
    ("line", "number"),
    [
        (EITHER, "2,088"),
        ("bob: plum knife study -> cid shows", "1,404"),
        ("bob: plum knife study -> dan shows", "684"),
        (UNHEARD, "2,034"),
    ],
)


@TURNS
def test_a_notebook_follows_half_heard_turns(
    run: Run, path: str, line: str, number: str
) -> None:
    lines = f"ann: -\n{line}\nknow\nhistory\n"
    shown = succeeded(run("notebook", path, *ANN, stdin=lines))
    assert f"  {number} deals left of 2,430" in shown
    assert f"player 1 (ann) holds {number} deals possible" in shown
    assert line in shown.splitlines()[-1]
    again = succeeded(run("notebook", path, stdin="know\n"))
    assert f"player 1 (ann) holds {number} deals possible" in again


@TURNS
def test_know_follows_half_heard_turns(
    run: Run, query: Callable[..., str], line: str, number: str
) -> None:
    notes = f"ann: -\n{line}"
    from_file = succeeded(run("know", "ann", query(notes)))
    assert from_file.startswith(f"player 1 (ann) holds {number} deals possible\n")
    typed = run("know", "ann", *ANN, "--do", notes, "--format", "json")
    found = json.loads(succeeded(typed))
    assert found["deals"] == int(number.replace(",", ""))
    assert found["grid"]["2"]["scarlett"] == "no"
    question = {
        "do": "know",
        "game": json.loads(FOUR),
        "hands": {"ann": ["scarlett", "rope", "hall"]},
        "history": notes,
        "player": "ann",
        "odds": True,
    }
    (answer,) = (json.loads(x) for x in asked(run, question))
    assert answer["deals"] == found["deals"]
    share = Fraction(answer["odds"]["0"]["plum"])
    noted = succeeded(run("know", "ann", *ANN, "--do", notes, "--odds"))
    plum = next(row for row in noted.splitlines() if row.startswith("plum"))
    assert plum.split()[1] == f"{float(share):.1%}"


def asked(run: Run, *questions: dict[str, object]) -> list[str]:
    lines = "\n".join(map(json.dumps, questions))
    return succeeded(run("batch", stdin=lines)).splitlines()


def test_pile_odds_and_advice_follow_a_half_heard_turn(run: Run, path: str) -> None:
    lines = f"ann: -\n{EITHER}\npile\nodds\nodds shows\nadvice\nmine\n"
    shown = succeeded(run("notebook", path, *ANN, stdin=lines))
    # 576 of the 2088 deals have plum in the pile, and 756 each of green and white.
    assert "suspect: green 36%, white 36%, plum 28%" in shown
    assert shown.count("plum      27.6%   no  20.7%  25.9%  25.9%") == 2
    assert "0.98 bits about the pile for you" in shown
    assert "player 3 (cid) knows 0 of your cards" in shown


def test_ask_and_why_follow_a_half_heard_turn(
    run: Run, query: Callable[..., str]
) -> None:
    file = query(f"ann: -\n{EITHER}")
    not_all = "K(ann,~(h(0,plum) & h(0,knife) & h(0,study)))"
    assert succeeded(run("ask", file, not_all)).startswith("true")
    one = run("ask", file, "K(ann,h(cid,plum) | h(cid,knife) | h(cid,study))")
    assert (one.stdout.split()[0], one.exit_code) == ("false", 1)
    reason = succeeded(run("why", file, not_all))
    assert "step 3, bob: plum knife study -> cid shows or cid passes, dan shows" in (
        reason
    )
    assert "(2.33) knowledge gained from yes" in reason
    counter = run("why", file, "K(ann,~h(0,plum))")
    assert counter.exit_code == 1


def test_answers_out_of_the_order_of_seats(
    run: Run, path: str, query: Callable[..., str]
) -> None:
    lines = f"ann: -\nbob: -\n{ANYBODY}"
    shown = succeeded(run("notebook", path, *SMALL, stdin=f"{lines}\npile\nadvice\n"))
    assert "  23 deals left of 72" in shown
    assert "suspect: plum 74%, white 26%" in shown
    file = query(lines, THREE, ann=["green", "pipe"])
    assert "holds 23 deals possible" in succeeded(run("know", "ann", file))
    assert succeeded(run("ask", file, "K(ann,~h(bob,plum))")).startswith("true")


def test_one_answer_is_doubtful(run: Run, path: str) -> None:
    refused = run("notebook", path, *ANN, stdin=f"{SHOWN}\n{OVERLOOKED}\nwhich\n")
    assert refused.exit_code == 1
    assert "cid cannot have passed: cid holds the knife (line 1)" in refused.stderr
    assert "doubtful LINE PLAYER lets it in" in refused.stderr
    assert f"  line 2, {OVERLOOKED}: the answer of cid" in refused.stdout
    again = f"{OVERLOOKED}\ndoubtful 2 cid\npile\nodds shows\nwhy K(ann,h(cid,knife))\n"
    done = run("notebook", path, stdin=again)
    assert "  150 deals left" in done.stdout
    assert "suspect: plum 37%, green 37%, white 25%" in done.stdout
    assert "knife        no   no     no    yes     no" in done.stdout
    assert "true: K(ann,h(cid,knife))" in done.stdout
    trusted = run("notebook", path, stdin="trusted 2 cid\ndoubtful 1 cid\nknow\n")
    assert "cid cannot have passed: cid holds the knife" in trusted.stderr
    assert "player 1 (ann) holds" in trusted.stdout


def test_the_earlier_answer_is_doubtful(run: Run, path: str) -> None:
    run("notebook", path, *ANN, stdin=f"{SHOWN}\n")
    lines = f"{OVERLOOKED}\ndoubtful 1 cid\nhistory\n"
    shown = run("notebook", path, stdin=lines).stdout
    assert "  144 deals left" in shown
    assert "(doubtful: cid)" in shown


def test_forgotten_turns_are_inserted(run: Run, path: str) -> None:
    passed = "bob: - / cid: - / dan: -"
    lines = f"ann: -\n{EITHER}\n"
    insert = f"insert 2 {passed} / ann: green pipe lounge -> nobody\nhistory\nknow\n"
    shown = succeeded(run("notebook", path, *ANN, stdin=lines + insert))
    assert "player 1 (ann) holds 90 deals possible" in shown
    assert "6  " in shown
    alone = run("notebook", path, stdin="insert 2 bob: -\nknow\n")
    assert alone.exit_code == 2
    assert "no longer fits" in alone.stderr
    assert "player 1 (ann) holds 90 deals possible" in alone.stdout


RANGES = json.dumps(
    {**json.loads(FOUR), "players": ["ann", "bob", "cid"], "sizes": [3, 3, "2..3", 3]}
)
WIDE = RANGES.replace('"2..3", 3]', '"2..3", "3..4"]')
NONE = (
    "ann: plum knife study -> bob - ...\nbob: -\ncid: -\n"
    "ann: green pipe kitchen -> bob - ..."
)


def test_hands_whose_sizes_are_not_known(
    run: Run, path: str, query: Callable[..., str]
) -> None:
    options = ("--game", WIDE, "--hand", "ann=scarlett,rope,hall")
    shown = succeeded(run("notebook", path, *options, stdin=f"{NONE}\npile\nadvice\n"))
    assert "  44 deals left" in shown
    assert "bits about the pile" in shown
    file = query(NONE, WIDE)
    assert "holds 44 deals possible" in succeeded(run("know", "ann", file, "--odds"))
    assert succeeded(run("ask", file, "K(ann,~h(bob,plum))")).startswith("true")
    known = run("why", file, "K(ann,~h(bob,plum))")
    assert known.stdout.startswith("true")
    question = {
        "do": "know",
        "game": json.loads(WIDE),
        "hands": {"ann": ["scarlett", "rope", "hall"]},
        "history": NONE,
        "player": 1,
    }
    (answer,) = asked(run, question)
    assert json.loads(answer)["deals"] == 44
    for bob, cid, number in ((3, 3, 8), (2, 4, 36)):
        sizes = f'"sizes": [3, 3, {bob}, {cid}]'
        game = WIDE.replace('"sizes": [3, 3, "2..3", "3..4"]', sizes)
        known = run("know", "ann", "--game", game, *options[2:], "--do", NONE)
        assert f"holds {number} deals possible" in succeeded(known)


def test_sizes_that_never_add_up_are_refused(run: Run) -> None:
    done = run("know", "ann", "--game", RANGES.replace('"2..3"', '"1..2"'))
    assert done.exit_code == 2
    assert "mystpy: error" in done.stderr


def test_a_part_of_a_hand_is_given(
    run: Run, path: str, query: Callable[..., str]
) -> None:
    part = ("--hand", "bob=rope,...")
    known = succeeded(run("know", "ann", *SMALL, *part))
    assert "holds 72 deals possible" in known  # ann has not seen it
    assert succeeded(run("ask", *SMALL, *part, "h(bob,rope)")).startswith("true")
    seen = run("ask", *SMALL, *part, "K(ann,h(bob,rope))")
    assert (seen.stdout.split()[0], seen.exit_code) == ("false", 1)
    file = query("ann: -", THREE, ann=["green", "pipe"], bob=["rope", "..."])
    assert succeeded(run("ask", file, "K(bob,h(bob,rope))")).startswith("true")
    shown = run("notebook", path, *SMALL, *part, stdin="ann: -\nask h(bob,rope)\n")
    assert "true          h(bob,rope)" in succeeded(shown)
    question = {
        "do": "ask",
        "game": json.loads(THREE),
        "hands": {"ann": ["green", "pipe"], "bob": ["rope", "..."]},
        "formula": "h(bob,rope)",
    }
    (answer,) = asked(run, question)
    assert json.loads(answer)["value"] == "true"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("bob=rope,rope,...", "names rope twice"),
        ("bob=rope,hall,plum,...", "its part has 3"),
        ("bob=...", "no card of the hand"),
        ("bob=green,...", "green is given to player 1 (ann) and player 2 (bob)"),
    ],
)
def test_parts_that_cannot_be_are_refused(run: Run, hand: str, words: str) -> None:
    done = run("know", "ann", *SMALL, "--hand", hand)
    assert done.exit_code == 2
    assert words in done.stderr


def test_a_card_that_a_third_player_saw(
    run: Run, path: str, query: Callable[..., str]
) -> None:
    line = "ann: white rope study -> bob shows rope"
    asks = run("notebook", path, *CID, stdin=f"{line}\n")
    assert asks.exit_code == 2
    assert "did cid, whose notes these are, see the card?" in asks.stderr
    assert "bob shows rope, cid saw it" in asks.stderr
    shown = succeeded(
        run("notebook", path, stdin=f"{line}, cid saw it\npile\nadvice\n")
    )
    assert "  18 deals left of 72" in shown
    assert "weapon: knife" in shown
    file = query(f"{line}, cid saw it", CID[1], cid=["green", "pipe"])
    assert "holds 18 deals possible" in succeeded(run("know", "cid", file))
    assert "\ntrue " in succeeded(run("ask", file, "K(cid,h(0,knife))"))
    assert "(E20)" in succeeded(run("why", file, "K(cid,h(0,knife))"))
    refused = run("know", "cid", query(line, CID[1], cid=["green", "pipe"]))
    assert refused.exit_code == 2
    assert "did cid, whose notes these are, see the card?" in refused.stderr


def test_a_look_and_cards_laid_open(run: Run, path: str) -> None:
    shown = run("notebook", path, *CID, stdin="cid looks at bob: rope\npile\n")
    assert "  18 deals left of 72" in succeeded(shown)
    assert "weapon: knife" in shown.stdout
    begun = ("--game", THREE.replace('"ann", "bob", "cid"', '"bob", "cid", "ann"'))
    notes = "bob accuses white knife hall: wrong\nbob lays open plum hall"
    done = run("know", "ann", *begun, "--hand", "ann=green,pipe", "--do", notes)
    assert "holds 4 deals possible" in succeeded(done)
    why = run(
        "why", *begun, "--hand", "ann=green,pipe", "--do", notes, "K(ann,h(0,white))"
    )
    assert "(E9)" in succeeded(why)


EVENTS = "with events besides questions (axioms E1 to E20)"


def test_events_besides_questions_are_said_once(
    run: Run, path: str, query: Callable[..., str]
) -> None:
    lines = "cid looks at bob: rope\nbob drops hall\nann: white knife study -> nobody\n"
    assert succeeded(run("notebook", path, *CID, stdin=lines)).count(EVENTS) == 1
    file = query("cid looks at bob: rope", CID[1], cid=["green", "pipe"])
    for words in (
        ("know", "cid", file),
        ("ask", file, "K(cid,h(0,knife))"),
        ("why", file, "K(cid,h(0,knife))"),
        ("legal", file),
        ("poss", file),
    ):
        done = run(*words)
        assert done.stdout.splitlines()[0] == EVENTS, words
        assert done.stdout.count(EVENTS) == 1
        assert EVENTS not in run(*words, "--format", "json").stdout
    plain = query("ann: white knife study -> nobody", CID[1], cid=["green", "pipe"])
    assert EVENTS not in run("know", "cid", plain).stdout


def test_a_statement_about_the_moment_before_an_announcement(
    run: Run, tmp_path: Path
) -> None:
    case = Path("tests/kripke/cases/knew-before.toml").resolve()
    refused = run("puzzle", str(case))
    assert refused.exit_code == 2
    assert "write before K(S, ~Kv(P,x))" in refused.stderr
    file = tmp_path / "knew.toml"
    told = case.read_text("utf-8")
    file.write_text(told.replace('"K(S, ~Kv', '"before K(S, ~Kv'), encoding="utf-8")
    shown = succeeded(run("puzzle", str(file)))
    left = "(2,25), (2,27), (2,49), (2,52), (2,54), (2,58), (3,35), (3,45), (4,13),"
    assert f"Left: {left}\n(4,19)" in shown
    assert "left 10" in shown


def test_names_as_they_are_printed(run: Run, path: str) -> None:
    lines = (
        "board\nAnn Bob Cid\nann\n"
        "Miss Scarlett, Mr. Green, Knife, Lead Pipe, Kitchen, Billiard Room\n"
        "Ann: Prof. Plum, Rope, Hall -> Bob shows Rope\n"
        "Bob: Miss Scarlet, Wrench, Lounge -> Cid shows\n"
        "Cid: Col. Mustard, Lead Pipe, Dining Room -> Ann shows Lead Pipe\n"
        "know\n"
    )
    shown = succeeded(run("notebook", path, stdin=lines))
    assert "Ann) holds 26,208 deals possible" in shown


def test_batch_names_the_writer_of_notes(run: Run) -> None:
    question = {
        "do": "know",
        "game": json.loads(THREE),
        "hands": {"ann": ["green", "pipe"], "bob": ["rope", "hall"]},
        "history": "ann: -\nbob: plum knife ? -> cid shows",
        "player": "ann",
    }
    unnamed, named, wrong = (
        json.loads(line)
        for line in asked(
            run, question, {**question, "writer": "ann"}, {**question, "writer": "cid"}
        )
    )
    assert "depends on open facts" in unnamed["error"]
    assert named["deals"] > 0
    assert "the notes of cid need the whole hand" in wrong["error"]
    assert "--hand cid=" in wrong["hint"]
