"""``mystpy ask`` and ``mystpy know``: values, the grid, formats, exit statuses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FIFTEEN = "queries/fifteen-cards.toml"
GAME = ("--game", 'rules="myst", m=1, n=1, p=3, q=1')
CLUE = ("--game", '{"rules": "clue", "p": 3, "players": ["ann", "bob", "cy"]}')
ENGINES = pytest.mark.parametrize("engine", ["asp", "prolog"])


@ENGINES
@pytest.mark.parametrize(
    ("formula", "value", "status"),
    [
        ("K(1, h(1,s1))", "true", 0),
        ("K(2, h(1,s1))", "false", 1),
        ("h(2,s2)", "undetermined", 5),
        ("C([1,2], h(2,s1) -> false)", "false", 1),
    ],
)
def test_a_formula_has_one_of_three_values(
    run: Run, engine: str, formula: str, value: str, status: int
) -> None:
    words = ("ask", *GAME, "--hand", "1=s1", "--engine", engine, formula)
    done = run(*words, "--format", "json")
    answer = json.loads(done.stdout)
    assert answer["value"] == value
    assert set(answer) == {"formula", "value", "method", "seconds"}
    assert done.exit_code == status
    assert run(*words).stdout.startswith(f"{value} ")


@pytest.mark.parametrize(
    ("formulas", "status"),
    [
        (("true", "h(2,s2)"), 5),
        (("true", "false", "h(2,s2)"), 1),
        (("true", "h(1,s1)"), 0),
    ],
)
def test_the_status_of_several_formulas_is_the_worst(
    run: Run, formulas: tuple[str, ...], status: int
) -> None:
    done = run("ask", *GAME, "--hand", "1=s1", *formulas)
    assert len(done.stdout.splitlines()) == len(formulas)
    assert done.exit_code == status


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        *(("ask", wrong) for wrong in ("foo(", "K(9,h(1,s1))", "m = 1 &")),
        *(("why", wrong) for wrong in ("foo(", "next h(1,s1)", "after no(1): true")),
    ],
)
def test_one_wrong_formula_leaves_the_others_answered(
    run: Run, command: str, wrong: str
) -> None:
    done = run(command, *GAME, "--hand", "1=s1", "K(1,h(1,s1))", wrong, "h(1,s2)")
    answers = [line for line in done.stdout.splitlines() if line[0].isalpha()]
    assert [re.split("[ :]", line)[0] for line in answers] == ["true", "false"]
    assert done.exit_code == 2
    assert done.stderr.startswith("mystpy: error: ")


def test_an_announcement_of_one_question_of_a_file_may_be_false(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "q.toml"
    file.write_text(
        'game = {rules = "myst", m = 1, n = 1, p = 3, q = 1}\nhands = {1 = ["s1"]}\n'
        '[[ask]]\nformula = "true"\nannounce = ["h(1,s2)"]\n'
        '[[ask]]\nformula = "K(1,h(1,s1))"\n',
        encoding="utf-8",
    )
    done = run("ask", str(file))
    assert done.stdout.startswith("true ")
    assert "is false in every world that fits" in done.stderr
    assert done.exit_code == 2


def test_the_formulas_of_the_file_are_asked(run: Run) -> None:
    values = [line.split()[0] for line in run("ask", FIFTEEN).stdout.splitlines()]
    assert values == ["true", "true", "false"]


def test_the_title_of_a_file_and_its_source_are_told(run: Run) -> None:
    title = "Fifteen cards: player 3 counts the hand of player 2 (thesis, section 3.2)"
    assert run("ask", FIFTEEN).stderr == f"{title}\n"
    assert run("ask", FIFTEEN, "h(0,s1)").stderr == ""
    assert run("ask", FIFTEEN, "--format", "json").stderr == ""


def test_check_compares_with_what_the_file_expects(run: Run, tmp_path: Path) -> None:
    agreed = run("ask", FIFTEEN, "--check")
    assert agreed.exit_code == 0
    assert agreed.stderr.endswith("3 of 3 agreed with what was expected\n")
    text = Path(FIFTEEN).read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace('"false"', '"undetermined"'), encoding="utf-8")
    done = run("ask", str(wrong), "--check")
    assert done.exit_code == 1
    assert "but undetermined was expected" in done.stdout
    assert done.stderr.endswith("2 of 3 agreed with what was expected\n")
    text = text.replace('expect = "false"', "")
    wrong.write_text(text, encoding="utf-8")
    done = run("ask", str(wrong), "--check")
    assert done.exit_code == 0
    assert "2 of 2 agreed with what was expected; of 1 nothing was" in done.stderr


def test_check_does_not_pass_if_a_formula_cannot_be_answered(run: Run) -> None:
    done = run("ask", FIFTEEN, "--check", "h(9,s1)")
    assert "there is no player 9" in done.stderr
    assert done.exit_code == 2
    assert run("ask", FIFTEEN, "--check", "h(0,s1)", "h(1,").exit_code == 2


def test_formulas_are_printed_as_terms_and_as_latex(run: Run) -> None:
    words = ("ask", *GAME, "--hand", "1=s1", "K(1, ~h(0,s1))")
    term = run(*words, "--format", "term").stdout
    assert term.startswith("k(1,neg(h(0,s1))) % true")
    latex = run(*words, "--format", "latex").stdout
    assert latex.startswith(r"K(1, \neg h_{0,1}) % true")


@ENGINES
def test_no_world_fits_is_an_error_and_never_an_answer(run: Run, engine: str) -> None:
    history = "asks(1,{s4}) no(2) no(3)"
    given = ("--hand", "0=s1", "--hand", "1=s2", "--do", history, "--engine", engine)
    done = run("ask", *GAME, *given, "true")
    assert done.stdout == ""
    assert done.exit_code == 2
    assert "no world fits: step 2, no(3)" in done.stderr
    assert "clashes with step 1, no(2)" in done.stderr


@ENGINES
def test_the_grid_says_what_a_player_knows(run: Run, engine: str) -> None:
    done = run("know", "3", FIFTEEN, "--format", "json", "--engine", engine)
    answer = json.loads(done.stdout)
    assert (answer["player"], answer["deals"]) == (3, 220)
    not_with_2 = {card for card, cell in answer["grid"]["2"].items() if cell == "no"}
    assert not_with_2 == {f"s{i}" for i in range(5, 16)}
    assert answer["grid"]["3"]["s14"] == "yes"
    assert "odds" not in answer
    assert done.exit_code == 0


@ENGINES
def test_odds_are_shares_of_the_deals(run: Run, engine: str) -> None:
    words = ("know", "1", *GAME, "--hand", "1=s1", "--odds", "--engine", engine)
    odds = json.loads(run(*words, "--format", "json").stdout)["odds"]
    assert odds["0"] == {"s1": "0", "s2": "1/3", "s3": "1/3", "s4": "1/3"}
    assert run(*words).stdout == (
        "player 1 holds 6 deals possible; odds: each deal equally likely\n\n"
        "     pile    1      2      3\n"
        "s1     no  yes     no     no\n"
        "s2  33.3%   no  33.3%  33.3%\n"
        "s3  33.3%   no  33.3%  33.3%\n"
        "s4  33.3%   no  33.3%  33.3%\n"
    )


def test_known_cells_are_terms(run: Run) -> None:
    done = run("know", "1", *GAME, "--hand", "1=s1", "--format", "term")
    assert "k(1,h(1,s1))" in done.stdout.splitlines()
    assert "k(1,neg(h(0,s1)))" in done.stdout.splitlines()


def test_the_grid_is_a_latex_table(run: Run) -> None:
    done = run("know", "1", *GAME, "--hand", "1=s1", "--format", "latex")
    lines = done.stdout.splitlines()
    assert lines[0] == r"\begin{tabular}{lcccc}"
    assert r"$s_1$ & no & yes & no & no \\" in lines


def test_clue_has_its_sorts_as_groups_and_its_players_names(run: Run) -> None:
    hand = "ann=plum,rope,hall,green,pipe,study"
    done = run("know", "ann", *CLUE, "--hand", hand)
    lines = done.stdout.splitlines()
    assert lines[0] == "player 1 (ann) holds 103,488 deals possible"
    assert lines[2].split() == ["pile", "ann", "bob", "cy"]
    groups = [line for line in lines if line.endswith(":")]
    assert groups == ["suspect:", "weapon:", "room:"]


def test_a_player_there_is_not_has_no_grid(run: Run) -> None:
    done = run("know", "9", FIFTEEN)
    assert done.exit_code == 2
    assert "there is no player 9" in done.stderr
    assert "the players are 1..3" in done.stderr


def test_a_view_that_is_not_given_makes_cells_depend(run: Run) -> None:
    done = run("know", "2", FIFTEEN)
    title, _, *rows, _, legend = done.stdout.splitlines()
    assert done.exit_code == 0
    assert title == "what player 2 knows depends on the cards that player 2 holds"
    assert rows[1].split() == ["s1", "!", "!", "!", "!"]
    assert legend == "!  depends on what is not given"
    answer = json.loads(run("know", "2", FIFTEEN, "--format", "json").stdout)
    assert (answer["depends"], answer["grid"]["2"]["s1"]) == (title, "!")
    assert "deals" not in answer
    latex = run("know", "2", FIFTEEN, "--format", "latex").stdout
    assert "$s_1$ & ! & ! & ! & !" in latex
    assert latex.endswith("% !: depends on what is not given\n")
    term = run("know", "2", FIFTEEN, "--format", "term").stdout.splitlines()
    assert "k(2,neg(h(2,s5)))" in term
    assert not any("s1)" in line for line in term)


def test_a_view_that_what_is_given_determines_makes_none_depend(run: Run) -> None:
    done = run("know", "1", *GAME, "--hand", "1=s1", "--do", "asks(1,{s2}) no(2)")
    assert done.exit_code == 0
    assert "!" not in done.stdout


def test_deals_are_not_counted_for_a_view_that_is_not_given(run: Run) -> None:
    done = run("know", "2", FIFTEEN, "--odds")
    assert done.exit_code == 2
    assert "the cards that player 2 holds" in done.stderr
    assert "--hand 2=" in done.stderr


def test_a_card_that_the_player_saw_makes_cells_depend(run: Run) -> None:
    game = ("--game", 'rules="myst", m=1, n=2, p=3, q=2')
    history = "asks(1,{s3,s4}) yes(2) shows(2,1,_)"
    words = ("know", "1", *game, "--hand", "1=s1,s2", "--do", history)
    lines = run(*words).stdout.splitlines()
    assert "the card in step 2, shows(2,1,_)" in lines[0]
    assert lines[5].split() == ["s3", "!", "no", "!", "!"]
    done = run(*words, "--odds")
    assert done.exit_code == 2
    assert "hint: give the card that was seen: s3, s4" in done.stderr


def test_what_an_observer_knows_that_somebody_knows_is_answered(run: Run) -> None:
    game = ("--game", 'rules="myst", m=1, n=1, p=3, q=2')
    history = "asks(1,{s3,s4}) no(2) yes(3) shows(3,1,s3)"
    words = (*game, "--do", history, "--format", "json")
    that = json.loads(run("know", "observer", "--that", "2", *words).stdout)
    assert (that["player"], that["that"]) == ("observer", [2])
    assert that["grid"]["2"] == {"s1": "?", "s2": "?", "s3": "no", "s4": "no"}
    of = json.loads(run("know", "1", "--that", "observer", *words).stdout)
    listed = json.loads(run("know", "observer", "--that", "[2,1]", *words).stdout)
    each = run("know", "observer", "--that", "2", "--that", "1", *words).stdout
    assert listed == json.loads(each)
    assert (of["player"], of["that"], of["grid"]) == (1, ["observer"], that["grid"])
    both = json.loads(run("know", "1,observer", *words).stdout)
    assert (both["group"], both["grid"]) == (["observer", 1], that["grid"])


def test_a_card_that_can_be_only_one_need_not_be_given(run: Run) -> None:
    game = ("--game", 'rules="myst", m=1, n=2, p=3, q=2')
    history = "asks(1,{s1,s4}) yes(2) shows(2,1,_)"
    done = run(
        "know", "1", *game, "--hand", "1=s1,s2", "--do", history, "--format", "json"
    )
    assert json.loads(done.stdout)["grid"]["2"]["s4"] == "yes"


def test_what_is_known_after_a_guess_depends_on_its_outcome(run: Run) -> None:
    history = "asks(1,{s2}) no(2) no(3) guess(1,{s3})"
    words = ("know", "2", *GAME, "--hand", "2=s1", "--do", history)
    lines = run(*words).stdout.splitlines()
    assert "whether the last guess was right" in lines[0]
    assert [line.split()[1] for line in lines[3:7]] == ["no", "!", "!", "!"]
    done = run(*words, "--odds")
    assert done.exit_code == 2
    assert "whether the last guess was right" in done.stderr


ENDED = "asks(1,{s1}) no(2) guess(1,{s3}) endturn(1) asks(2,{s2}) no(1) guess(2,{s2})"
"""The last player guesses, so that the game is over, whether that was right or not."""


@pytest.mark.parametrize("engine", ["asp", "worlds", "prolog"])
@pytest.mark.parametrize(
    "words", [["observer"], ["1", "--that", "2"], ["1,2"]], ids=["one", "that", "group"]
)
def test_what_is_known_depends_on_a_guess_that_ends_the_game_either_way(
    run: Run, engine: str, words: list[str]
) -> None:
    game = 'rules="myst", m=1, n=1, p=2, q=1'
    situation = ["--game", game, "--do", ENDED, "--engine", engine]
    done = run("know", *words, *situation)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[4].split() == ["s2", "!", "no", "!"]
    right = run("know", *words, *situation, "--hand", "0=s2")
    assert right.exit_code == 0
    assert right.stdout.splitlines()[4].split() == ["s2", "yes", "no", "no"]


def test_reasons_name_their_axioms_and_say_their_formula(run: Run) -> None:
    words = ("why", *GAME, "--hand", "1=s1", "h(2,s1)")
    assert run(*words).stdout == (
        "false: h(2,s1)\n"
        "  since ~h(2,s1) follows:\n"
        "  given: the hand of player 1 is {s1}\n"
        "  by (2.9) Disjoint Axiom\n"
    )
    answer = json.loads(run(*words, "--format", "json").stdout)
    assert answer["names"] == {"2.9": "Disjoint Axiom"}
    assert answer["explained"] == "~h(2,s1)"
    (reason,) = answer["because"]
    assert run("ask", *words[1:-1], reason["formula"]).stdout.startswith("true")
    assert answer["witness"]["hands"]["1"] == ["s1"]
    latex = run(*words, "--format", "latex").stdout.splitlines()
    assert latex[1] == r"% since \neg h_{2,1} follows:"
    assert latex[3].startswith(r"\item $S_{1}$: $")


def test_a_witness_is_told_in_latex_too(run: Run) -> None:
    words = ("why", *GAME, "--hand", "1=s1", "K(1,h(0,s2))", "--format", "latex")
    first, second, *_ = run(*words).stdout.splitlines()
    assert first == "$K(1, h_{0,2})$ % false"
    assert second.startswith("%   world 0 fits what is given")


NAMED = (
    "--game",
    'rules="clue", players=["ann","bob","cid"], sorts={who=["plum","green","white"], '
    'how=["rope","pipe","axe"], where=["hall","loft","yard"]}',
)
ASKED = "asks(ann,{plum,rope,hall}) no(bob) yes(cid)"


def test_players_that_have_names_are_called_by_them_and_what_is_printed_can_be_asked(
    run: Run,
) -> None:
    words = (*NAMED, "--hand", "ann=plum,pipe", "--do", ASKED)
    for formula in (
        "K(ann,~h(bob,rope))",
        "E([ann,cid],Turn(ann) & ~AnsTurn(cid)) & In(bob)",
        "exists i in [ann,bob]: K(i,h(cid,rope) | h(0,rope)) & i != ann",
        "E^2(players,~h(bob,rope)) -> D([ann,bob],~h(bob,rope))",
        "(forall x in cards: h(bob,x) -> K(cid,h(0,x))) | Kw(bob,h(cid,hall))",
    ):
        printed = run("ask", *words, formula).stdout.split(maxsplit=1)[1]
        printed = printed.rpartition("  (")[0]
        assert printed == formula
        answer = json.loads(run("ask", *words, printed, "--format", "json").stdout)
        assert answer["formula"] == formula
    poss = sorted(line.split()[1] for line in run("poss", *words).stdout.splitlines())
    assert poss == ["shows(cid,ann,hall)", "shows(cid,ann,rope)"]
    after = (*words[:-1], f"{ASKED} {poss[0]}")
    why = run("why", *after, "K(ann,h(cid,hall))").stdout
    assert why.startswith("true: K(ann,h(cid,hall))\n  step 3, shows(cid,ann,hall): ")
    wrong = run("legal", *NAMED, "--do", f"{ASKED} no(bob)").stdout
    assert "no(bob), by (2.16)" in wrong
    assert "AnsTurn(bob): it is player 3 (cid)'s turn" in wrong
    hint = run("know", "ann", *NAMED, "--odds").stderr
    assert "--hand ann=..." in hint
    output = run("ask", *words, "--announce", "h(bob,rope)", "true").stderr
    assert "what is announced, h(bob,rope), is false" in output


def test_terms_and_latex_have_the_numbers_of_named_players(run: Run) -> None:
    words = ("ask", *NAMED, "K(ann,h(bob,rope))", "--format")
    assert run(*words, "term").stdout.startswith("k(1,h(2,rope))")
    assert run(*words, "latex").stdout.startswith("K(1, ")
