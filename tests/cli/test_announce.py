"""``mystpy ask --announce``, and the key announce: consequences of announcements."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import Result

from mystpy import Game, NoWorldFits, Situation
from mystpy.axioms import queries_dir
from mystpy.engines import get_engine
from mystpy.engines.base import Value
from mystpy.errors import LargeEnumerationWarning
from mystpy.game.names import sort_cards
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.expand import expand
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Modal,
    Not,
)
from mystpy.language.subformulas import children, size, walk, with_children
from mystpy.questions.knowledge import ask
from tests.engines.announcements.announcements import (
    Listed,
    announcement,
    random_formula,
)
from tests.engines.situations import GAMES
from tests.engines.symbolic.groups import partly, runs
from tests.random_games import random_play

Run = Callable[..., Result]

ENGINES = ("asp", "prolog", "worlds")
engines = pytest.mark.parametrize("engine", [*ENGINES, "both"])

FIFTEEN = "queries/fifteen-cards.toml"
GAME = ("--game", 'rules="myst", m=1, n=1, p=3, q=1')
ASKED = ("--do", "asks(1,{s1}) no(2) no(3)")
KNOWS_1 = "exists x in cards: K(1, h(0,x))"
NOT_1 = f"~{KNOWS_1}"

pytestmark = pytest.mark.filterwarnings(
    # Prolog uses an estimate that does not depend on the history.
    f"ignore::{LargeEnumerationWarning.__module__}.{LargeEnumerationWarning.__name__}"
)


@engines
def test_what_is_announced_is_known_to_all(run: Run, engine: str) -> None:
    """Only player 1 could have s1; a player who knows nothing about the pile has it."""
    words = ("ask", *GAME, *ASKED, "--engine", engine, "C([1,2,3], h(1,s1))")
    assert run(*words).stdout.startswith("false ")
    done = run(*words, "--announce", NOT_1)
    assert done.stdout.startswith("true ")
    assert done.stdout.endswith("after 1 announcement\n")
    assert done.exit_code == 0
    twice = run(*words, "--announce", NOT_1, "--announce", "true").stdout
    assert twice.endswith("worlds)  after 2 announcements\n")


@engines
def test_an_announcement_is_judged_in_each_world(run: Run, engine: str) -> None:
    """Nothing is given of player 1: some worlds that fit are left, and some are not."""
    words = ("ask", *GAME, *ASKED, "--engine", engine, "h(1,s1)", "K(2, h(1,s1))")
    values = [line.split()[0] for line in run(*words).stdout.splitlines()]
    assert values == ["undetermined", "false"]
    after = run(*words, "--announce", "h(1,s1) | h(2,s2)").stdout.splitlines()
    assert [line.split()[0] for line in after] == ["undetermined", "undetermined"]
    after = run(*words, "--announce", NOT_1).stdout.splitlines()
    assert [line.split()[0] for line in after] == ["true", "true"]


def test_json_lists_what_was_announced(run: Run) -> None:
    words = ("ask", FIFTEEN, "K(3, h(2,s2))", "--format", "json")
    assert "announced" not in json.loads(run(*words).stdout)
    output = ("--announce", "~K(1, h(2,s1))", "--announce", "h(2,s3)")
    answer = json.loads(run(*words, *output).stdout)
    assert answer["announced"] == ["~K(1,h(2,s1))", "h(2,s3)"]
    assert answer["value"] == "true"
    assert set(answer) == {"formula", "value", "method", "seconds", "announced"}


@pytest.mark.parametrize("form", ["term", "latex"])
def test_other_formats_say_it_in_their_comment(run: Run, form: str) -> None:
    done = run("ask", *GAME, "true", "--announce", "true", "--format", form)
    assert done.stdout.partition("%")[2].endswith("after 1 announcement\n")


@engines
def test_the_announcement_that_cannot_be_true_is_named(run: Run, engine: str) -> None:
    words = ("ask", *GAME, *ASKED, "--engine", engine, "true")
    done = run(*words, "--announce", "h(2,s1)")
    assert done.exit_code == 2
    assert "what is announced, h(2,s1), is false in every world" in done.stderr
    done = run(*words, "--announce", NOT_1, "--announce", "~h(1,s1)")
    assert done.exit_code == 2
    assert "announcement 2, ~h(1,s1), is false in every world" in done.stderr
    assert "those before it were true" in done.stderr
    assert "hint: an announcement must be true when it is made" in done.stderr
    assert done.stdout == ""


@engines
def test_the_history_is_blamed_where_it_is_at_fault(run: Run, engine: str) -> None:
    words = ("ask", *GAME, *ASKED, "--hand", "2=s1", "--engine", engine)
    done = run(*words, "h(0,s1)", "--announce", "h(0,s1)", "--format", "json")
    assert done.exit_code == 2
    assert "no world fits" in json.loads(done.stdout)["error"]
    assert "no(2)" in done.stderr


def test_an_announcement_that_cannot_be_read_is_shown(run: Run) -> None:
    done = run("ask", *GAME, "true", "--announce", "K(1, h(0,s1)")
    assert done.exit_code == 2
    assert "the text ends too early" in done.stderr
    assert "K(1, h(0,s1)\n" in done.stderr
    unknown = run("ask", *GAME, "true", "--announce", "h(0,s11)")
    assert unknown.exit_code == 2
    assert "s11" in unknown.stderr


FILE = """
history = "asks(1,{s1}) no(2) no(3)"
[game]
rules = "myst"
m = 1
n = 1
p = 3
q = 1
[[ask]]
formula = "h(1,s1)"
expect = "undetermined"
[[ask]]
announce = ["~exists x in cards: K(1, h(0,x))"]
formula = "h(1,s1)"
expect = "true"
"""


def test_a_question_of_a_file_has_its_own_announcements(run: Run) -> None:
    done = run("ask", "-", "--check", stdin=FILE)
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert first.startswith("undetermined ")
    assert "announcement" not in first
    assert second.endswith("after 1 announcement")
    wrong = run("ask", "-", "--check", stdin=FILE.replace('"true"', '"false"'))
    assert wrong.exit_code == 1
    assert "but false was expected" in wrong.stdout


def test_those_of_the_command_line_come_after_those_of_the_file(run: Run) -> None:
    output = ("--announce", "h(0,s1) | h(0,s2)", "--format", "json")
    lines = run("ask", "-", *output, stdin=FILE).stdout.splitlines()
    first, second = map(json.loads, lines)
    assert first["announced"] == ["h(0,s1) | h(0,s2)"]
    assert second["announced"][1:] == first["announced"]
    assert len(second["announced"]) == 2
    own = run("ask", "-", *output, "K(3, h(0,s2))", stdin=FILE).stdout
    assert json.loads(own)["announced"] == first["announced"]


@pytest.mark.parametrize(
    ("old", "new", "output"),
    [
        ("announce = [", "anounce = [", "did you mean announce?"),
        ('["~exists x in cards: K(1, h(0,x))"]', '"true"', "must be a list of texts"),
        ("K(1, h(0,x))", "K(1, h(0,y))", "y"),
    ],
)
def test_a_wrong_key_announce_is_an_error(
    run: Run, old: str, new: str, output: str
) -> None:
    done = run("ask", "-", stdin=FILE.replace(old, new))
    assert done.exit_code == 2
    assert output in done.stderr


def test_the_example_of_the_help_is_answered(run: Run) -> None:
    shown = run("ask", "--help").stdout
    assert "--announce '~K(1,h(2,s1))' 'K(3,h(2,s2))'" in shown
    assert "--announce FORMULA" in shown
    done = run("ask", FIFTEEN, "--announce", "~K(1, h(2,s1))", "K(3, h(2,s2))")
    assert done.stdout.startswith("true ")
    assert run("ask", FIFTEEN, "K(3, h(2,s2))").stdout.startswith("false ")


FILES = {"nobody-knows": ENGINES, "clue-who-knows": ("asp", "worlds")}
"""The query files, with the engines that list their worlds in seconds."""

LONG = {("nobody-knows", "worlds"), *(("clue-who-knows", e) for e in ENGINES)}
"""By day Clue is asked after announcements in the tests below."""


def test_each_file_with_announcements_is_tried() -> None:
    files = {path.stem for path in (queries_dir() / "announcements").glob("*.toml")}
    assert files == set(FILES)


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        pytest.param(name, e, marks=pytest.mark.slow if (name, e) in LONG else ())
        for name, listed in FILES.items()
        for e in listed
    ],
)
def test_files_with_announcements_expect_what_is_answered(
    run: Run, name: str, engine: str
) -> None:
    path = queries_dir() / "announcements" / f"{name}.toml"
    done = run("ask", str(path), "--check", "--engine", engine)
    assert done.exit_code == 0, done.output
    assert run("legal", str(path), "--engine", "asp").exit_code in (0, 5)


CLUE = ("--game", '{"rules": "clue", "p": 3}')
TURNS = "asks(1,{plum,rope,hall}) no(2) no(3) noguess(1) endturn(1)"
NOBODY = "~exists i in players: forall x in cards: K(i, h(0,x)) | K(i, ~h(0,x))"


def test_in_clue_the_method_suits_what_is_announced(run: Run) -> None:
    formula = "C([1,2,3], h(1,plum) | h(1,rope) | h(1,hall))"
    words = ("ask", *CLUE, "--do", TURNS, formula)
    assert run(*words).stdout.startswith("false ")
    one = run(*words, "--announce", NOBODY)
    assert one.stdout.startswith("true ")
    assert "(bdd)" in one.stdout
    known = run(*words[:-1], "h(1,plum)", "--announce", NOBODY).stdout
    assert known.startswith("undetermined ")
    assert "(sat-bounds)" in known
    two = run(*words, "--announce", NOBODY, "--announce", NOBODY).stdout
    assert two.startswith("true ")


def test_a_situation_can_be_told_more() -> None:
    game = Game.myst(m=1, n=1, p=3, q=1)
    for engine in ENGINES:
        s = Situation.init(game, engine=engine).do("asks(1,{s1})", "no(2)", "no(3)")
        assert s.holds("h(1,s1)") is None
        now = s.announce(NOT_1)
        assert now.holds("C([1,2,3], h(1,s1))") is True
        later = now.announce("h(0,s2)", "~h(3,s3)")
        assert later.holds("h(2,s3)") is True
        assert len(later.ask("true").announced) == 3
        with pytest.raises(NoWorldFits, match="announcement 2"):
            now.announce("h(0,s1)")


def test_announcing_nothing_is_asking() -> None:
    history = History.make(Game.myst(m=1, n=1, p=3, q=1))
    result = ask(history, Truth(), get_engine("asp"), ())
    assert result.announced == ()
    assert result.method == "asp"


def position(seed: int) -> tuple[Random, Listed]:
    """Return a short random game of few cards of which some is given."""
    rng = Random(seed)
    history, deal = random_play(
        rng.choice(GAMES), rng, rng.randint(0, 7), wrong_guesses=0.2, right_guesses=0.1
    )
    return rng, Listed(partly(history, deal, rng))


def words_of(history: History) -> list[str]:
    """Return the options that say what a history says."""
    game = history.game
    hands = enumerate(history.hands)
    given = [f"{k}={','.join(sort_cards(h, game.deck))}" for k, h in hands if h]
    return [
        *("--game", json.dumps(game.to_dict())),
        *(word for hand in given for word in ("--hand", hand)),
        *("--do", " ".join(map(str, history.actions))),
    ]


@pytest.mark.parametrize("start", runs(30, 600, 10))
def test_the_engines_answer_what_listed_worlds_say(run: Run, start: int) -> None:
    refused = 0
    for seed in range(start, start + 10):
        rng, worlds = position(seed)
        game = worlds.history.game
        output: list[Formula] = []
        for _ in range(rng.randint(1, 3)):
            said = announcement(game, rng)
            if rng.random() < 0.9 and worlds.value(said) is Value.FALSE:
                said = Not(said)
            output.append(said)
            worlds.announce(expand(said, game))
        phi = random_formula(game, rng, rng.randint(0, 3))
        expected = worlds.value(phi)
        words = ["ask", *words_of(worlds.history), "--format", "json"]
        for said in output:
            words += ["--announce", str(said)]
        for engine in ENGINES:
            done = run(*words, "--engine", engine, str(phi))
            answer = json.loads(done.stdout)
            assert answer.get("value") == expected, f"{seed}: {engine} {done.output}"
            assert (done.exit_code == 2) == (expected is None)
        refused += expected is None
    assert refused < 10


def reduced(said: Formula, phi: Formula) -> Formula:
    """Return what must be true for a formula to be true once another is announced.

    By the laws of public announcement; there is no such law for C.
    """
    match phi:
        case Knows(player, body):
            return Implies(said, Knows(player, Implies(said, reduced(said, body))))
        case Everyone(_, body):
            return conjunction([reduced(said, Knows(i, body)) for i in phi.members])
    return with_children(phi, [reduced(said, part) for part in children(phi)])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("start", runs(20, 400, 20))
def test_announcing_follows_its_laws(start: int, engine: str) -> None:
    """Each engine asks itself, before, what is true after the announcement."""
    chosen, tried = get_engine(engine), 0
    for seed in range(start, start + 20):
        rng, worlds = position(seed)
        history = worlds.history
        said = expand(announcement(history.game, rng), history.game)
        phi = expand(random_formula(history.game, rng, 2), history.game)
        after = reduced(said, phi)
        if size(after) > 500 or any(isinstance(f, Common) for f in walk(phi)):
            continue
        both = {
            value: chosen.value(history, And((said, formula))).value is not Value.FALSE
            for value, formula in ((Value.TRUE, after), (Value.FALSE, Not(after)))
        }
        if not any(both.values()):
            with pytest.raises(NoWorldFits):
                ask(history, phi, chosen, [said])
            continue
        found = ask(history, phi, chosen, [said]).value
        one = [value for value, somewhere in both.items() if somewhere]
        assert found is (one[0] if len(one) == 1 else Value.UNDETERMINED), seed
        tried += any(isinstance(f, Modal | Iff) for f in walk(phi))
    assert tried


def test_the_help_of_a_file_names_the_key(run: Run) -> None:
    shown = " ".join(run("ask", "--help").stdout.split())
    assert "the key announce of an [[ask]] lists such formulas" in shown
    assert Path(FIFTEEN).name in shown
