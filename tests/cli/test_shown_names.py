"""Names as people write them and as they are printed, on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

QUERY = """[game]
rules = "cards"
q = 1
cards = ["Pik Sieben", "Жук", "c3"]
players = ["José", "Ann"]
sizes = {"José" = 1, "Ann" = 1}

[hands]
"José" = ["Жук"]

[[ask]]
formula = 'K(José, h(José, "жук"))'
expect = "true"
"""


def test_a_query_file_takes_them_and_json_keeps_identifiers(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "names.toml"
    path.write_text(QUERY, encoding="utf-8")
    done = run("ask", str(path))
    assert done.stdout.startswith("true")
    assert "K(jose,h(jose,c2))" in done.stdout
    done = run("know", "José", str(path), "--format", "json")
    found = json.loads(done.stdout)
    assert found["shown"] == {"pik_sieben": "Pik Sieben", "c2": "Жук"} | {
        "jose": "José",
        "ann": "Ann",
    }
    assert found["grid"]["1"]["c2"] == "yes"


@pytest.mark.parametrize(
    ("hand", "deals"),
    [
        ("1=Professor Plum,rope,Dining Room,hall,knife,green", "103,488"),
        ("1=plum rope dining hall knife green", "103,488"),
        ('1="Miss Scarlett", Prof. Plum, Lead Pipe, rope, hall, study', "103,488"),
    ],
)
def test_a_hand_is_read_as_it_is_printed(run: Run, hand: str, deals: str) -> None:
    done = run("know", "1", "--game", 'rules="clue", p=3', "--hand", hand)
    assert done.stdout.startswith(f"player 1 holds {deals} deals possible")


def test_a_word_in_a_hand_that_may_be_a_misspelt_card_is_refused(run: Run) -> None:
    hand = "1=plum ropee hall knife green study"
    done = run("know", "1", "--game", 'rules="clue", p=3', "--hand", hand)
    assert "there is no card ropee" in done.stderr
    assert "did you mean rope?" in done.stderr


def test_the_turns_of_a_table_with_printed_names_are_followed(
    run: Run, tmp_path: Path
) -> None:
    lines = (
        "board",
        "Ann Bob Cid",
        "ann",
        "Miss Scarlett, Mr. Green, Knife, Lead Pipe, Kitchen, Billiard Room",
        "Ann: Prof. Plum, Rope, Hall -> Bob shows Rope",
        "Bob: Miss Scarlet, Wrench, Lounge -> Cid shows",
        "Cid: Col. Mustard, Lead Pipe, Dining Room -> Ann shows Lead Pipe",
    )
    done = run("notebook", str(tmp_path / "titles.notes"), stdin="\n".join(lines))
    assert (done.stderr, done.exit_code) == ("", 0)
    assert done.stdout.splitlines()[-1] == "  26,208 deals left"


def test_a_notebook_says_names_as_they_are_and_goes_on_with_them(
    run: Run, tmp_path: Path
) -> None:
    path = str(tmp_path / "names.notes")
    lines = (
        "board",
        "Ann, Mrs Smith, O'Hara, 小明",
        "小明",
        "plum, rope, hall, knife",
        "Ann: Mr. Mustard, wrench, Dining Room -> nobody",
        "Mrs Smith: -",
        "O'Hara: white wrench study -> 小明 passes, Ann passes, Mrs Smith shows",
        "小明: -",
        "ann: -",
        "mrs smith: green wrench study -> o'hara passes, 小明 passes, ann passes",
        "know mrs smith that O'Hara",
    )
    done = run("notebook", path, stdin="\n".join(lines))
    assert (done.stderr, done.exit_code) == ("", 0)
    assert "player 2 (Mrs Smith): not mustard, wrench, dining" in done.stdout
    assert "what player 2 (Mrs Smith) knows that player 3 (O'Hara) knows" in (
        done.stdout
    )
    again = run("notebook", path, stdin='grid\nask h("Mrs Smith",white)\n')
    assert again.stdout.splitlines()[0].split()[-2:] == ["O'Hara", "小明"]
    assert "asks(ohara,{white,wrench,study})" in Path(path).read_text(encoding="utf-8")
