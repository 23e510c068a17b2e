"""The commands about Kripke models: model, update, check."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

HEXA = "queries/models/hexa.toml"
WHISPER = "queries/models/example-11.toml"
LOST = "queries/models/example-01-lost.toml"
MUDDY = "queries/models/three-muddy-children.toml"
PAIR = 'worlds = ["u","v"]\n[relations]\na = [["u"]]\n[valuation]\nu = []\nv = []'


def test_a_model_is_shown_with_its_classes_and_its_actual_world(run: Run) -> None:
    done = run("model", HEXA)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Hexa")
    assert lines[1] == "6 worlds, the actual one is rwb"
    assert lines[2] == "  1: 3 classes: rwb rbw | wrb wbr | brw bwr"
    assert lines[5].split() == ["*", "rwb", "h(1,r)", "h(2,w)", "h(3,b)"]


def test_a_model_after_steps_and_contracted(run: Run) -> None:
    done = run("model", WHISPER, "--after", "1", "--contract", "--format", "json")
    shown = json.loads(done.stdout)
    assert (shown["worlds"], shown["contracted"], done.exit_code) == (12, 12, 0)
    assert len(shown["valuation"]) == 12
    assert run("model", WHISPER, "--after", "2").exit_code == 2


def test_a_model_that_is_written_is_read_again(run: Run) -> None:
    written = run("model", WHISPER, "--after", "1", "--format", "toml").stdout
    again = run("check", "-", "K(2,h(1,r))", stdin=written)
    assert (again.stdout, again.exit_code) == ("false  K(2,h(1,r))\n", 1)
    assert run("model", "-", stdin=written).stdout.splitlines()[1].startswith("12 w")


def test_an_update_says_how_many_worlds_are_left(run: Run) -> None:
    done = run("update", HEXA, "show(2,1,{r,w,b},r)", "win(2)")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1:] == [
        "1. show(2,1,{r,w,b},r): 6 worlds, the actual one is rwb,r",
        "2. win(2): 6 worlds, the actual one is rwb,r,win",
    ]


def test_a_step_that_is_not_executable_has_status_1_and_says_why(run: Run) -> None:
    done = run("update", HEXA, "show(2,1,{r,w,b},w)")
    assert done.exit_code == 1
    assert "the answer 'w' is not true in the actual world rwb" in done.stdout
    output = run("update", HEXA, "announce(h(1,w))", "--format", "json")
    shown = json.loads(output.stdout)
    assert (shown["executable"], shown["step"]) == (False, 1)
    assert "is false in the actual world" in shown["refused"]
    assert output.exit_code == 1


def test_a_step_that_no_world_allows_has_status_1(run: Run) -> None:
    for step in ("win(2)", "noshow(2,1,{r,w,b})", "announce(h(1,r) & h(2,r))"):
        assert run("update", HEXA, step).exit_code == 1
    assert "player 2 can win in no world" in run("update", HEXA, "win(2)").stdout


def test_what_a_file_expects_of_its_steps_is_compared(run: Run) -> None:
    assert run("update", LOST).exit_code == 1
    assert run("update", LOST, "--check").exit_code == 0
    wrong = '[deal]\nhands="r|w|b"\n[[step]]\ndo="noshow(2,1,{w})"\nworlds=5'
    done = run("update", "-", "--check", stdin=wrong)
    assert done.exit_code == 1
    assert "5 worlds were expected" in done.stdout


def test_an_update_is_written_as_a_model(run: Run) -> None:
    written = run("update", HEXA, "noshow(2,1,{w})", "--format", "toml", "--contract")
    done = run("check", "-", "K(3,h(1,r))", stdin=written.stdout)
    assert (done.stdout, done.exit_code) == ("true  K(3,h(1,r))\n", 0)


def test_formulas_are_checked_in_the_actual_world(run: Run) -> None:
    done = run("check", HEXA, "K(1,h(1,r))", "[h(1,r)!]K(3,h(2,w))", "D([1,2],h(3,b))")
    assert done.stdout.splitlines() == [
        "true  K(1,h(1,r))",
        "true  [h(1,r)!]K(3,h(2,w))",
        "true  D([1,2],h(3,b))",
    ]
    assert done.exit_code == 0
    assert run("check", HEXA, "K(1,h(2,w))", "true").exit_code == 1


def test_without_an_actual_world_a_formula_may_be_undetermined(run: Run) -> None:
    done = run("check", MUDDY, "muddy(1)", "--format", "json")
    assert json.loads(done.stdout) == {
        "formula": "muddy(1)", "value": "undetermined", "after": 2, "method": "model",
    }  # fmt: skip
    assert done.exit_code == 5
    before = run("check", MUDDY, "C([1,2,3], muddy(1) | muddy(2) | muddy(3))",
                 "--after", "0")  # fmt: skip
    assert before.exit_code == 1


def test_worlds_of_valuations_have_different_names(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text('atoms = ["none"]\nrelations.a = "all"\n')
    shown = run("model", str(tmp_path / "m.toml")).stdout.splitlines()
    assert [line.split() for line in shown[-2:]] == [["-", "-"], ["none", "none"]]


def test_after_asks_the_checks_of_a_file_there(run: Run) -> None:
    output = [run("check", MUDDY, "--after", n).stdout.split()[0] for n in "12"]
    assert output == ["undetermined", "true"]
    assert run("check", MUDDY, "--after", "1", "--check").exit_code == 2


def test_forty_muddy_children_are_checked_without_listing_worlds(run: Run) -> None:
    done = run("check", "queries/models/forty-muddy-children.toml")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "true  forall i in players: ~K(i,muddy(i))",
        "true  forall i in players: K(i,muddy(i))",
    ]
    listed = run("model", "queries/models/forty-muddy-children.toml")
    assert listed.exit_code == 2
    assert "worlds are too many to list" in listed.stderr


def test_the_checks_of_a_file_are_made(run: Run) -> None:
    done = run("check", WHISPER)
    assert (done.stdout, done.exit_code) == ("false  K(2,h(1,r)) | K(3,h(1,r))\n", 1)
    assert run("check", WHISPER, "--check").exit_code == 0
    none = run("check", "-", "--check", stdin='[deal]\nhands = "a|b"')
    assert (none.stdout, none.exit_code) == ("", 0)
    assert "has no checks to compare with" in none.stderr
    wrong = Path(HEXA).read_text("utf-8").replace('"true"', '"false"')
    output = run("check", "-", "--check", stdin=wrong)
    assert output.exit_code == 1
    assert "but false was expected" in output.stdout


@pytest.mark.parametrize(
    ("words", "stdin", "message"),
    [
        (("check", HEXA, "K(4,h(1,r))"), None, "there is no agent '4'"),
        (("check", HEXA, "h(1,x)"), None, "there is no atom h(1,x)"),
        (("check", "queries/models/letter.toml", "--after", "1"), None, "has 0 steps"),
        (("check", "-"), '[deal]\nhands="a|b"', "there is no formula to check"),
        (("update", HEXA, "win(2[[)"), None, "win is not written so"),
        (("update", HEXA, "win()"), None, "win is not written so"),
        (("update", HEXA, "tell([1,2)"), None, "tell is not written so"),
        (("update", HEXA, "tell([1,2])"), None, "tell is not written so"),
        (("update", HEXA, "wins(2)"), None, "'wins(2)' is no step"),
        (("model", "-"), PAIR, "the relation of a is not an equivalence: v is in no"),
        (("model", "-"), PAIR.replace("v = []", ""), "misses the world"),
        (("model", "-"), "point = 'x'\n" + PAIR.replace('"u"]]', '"u"],["v"]]'),
         "there is no world 'x' in the model"),
        (("model", "-"), b"\xff", "not text in UTF-8"),
        (("model", "queries/models/hexo.toml"), None, "there is no file"),
    ],
)  # fmt: skip
def test_wrong_input_has_status_2(
    run: Run, words: tuple[str, ...], stdin: str | bytes | None, message: str
) -> None:
    done = run(*words, stdin=stdin)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr


def test_an_error_is_an_object_where_json_is_asked_for(run: Run) -> None:
    done = run("check", HEXA, "h(1,x)", "--format", "json")
    assert "no atom" in json.loads(done.stdout)["error"]
    assert done.exit_code == 2
