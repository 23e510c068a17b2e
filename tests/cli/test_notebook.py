"""``mystpy notebook``: lines piped in, and a terminal with Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tests.programs import HANGING, begun, comes_true, heed_signals, seconds_at_work

Run = Callable[..., Result]

GAME = ("--game", 'rules="myst", m=1, n=1, p=3, q=2', "--hand", "1=s4")
BIG = ("--game", 'rules="myst", m=3, n=3, p=4, q=2', "--hand", "1=s1,s2,s3")
CLUE = ("--game", 'rules="clue", players=["ann","bob","cid"]')
HAND = ("--hand", "bob=plum,white,candlestick,kitchen,ballroom,conservatory")

pty = pytest.importorskip("pty", reason="there are no such terminals here")


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "game.notes")


def events(path: str) -> list[str]:
    """Return the lines of the file that are events."""
    return Path(path).read_text().partition("\nevents\n")[2].splitlines()


def test_lines_piped_in_are_answered_one_by_one(run: Run, path: str) -> None:
    lines = "# a game\n\nasks(1,{s1,s2})\nno(2)\nask K(1,h(2,s3))\nhistory\n"
    done = run("notebook", path, *GAME, stdin=lines)
    assert done.stdout == (
        "  nothing new about who holds what\n"
        "  6 deals left\n"
        "  the pile: not s3\n"
        "  player 2: holds s3; not s1, s2\n"
        "  player 3: not s3\n"
        "  2 deals left of 6\n"
        "true          K(1,h(2,s3))  (worlds)\n"
        "1  asks(1,{s1,s2})\n"
        "2  no(2)\n"
    )
    assert (done.stderr, done.exit_code) == ("", 0)
    assert events(path) == ["asks(1,{s1,s2})", "no(2)"]


def test_a_notebook_is_gone_on_with(run: Run, path: str) -> None:
    run("notebook", path, *GAME, stdin="asks(1,{s1,s2})\n")
    run("notebook", path, stdin="no(2)")
    done = run("notebook", path, *GAME, "--do", "yes(3)", stdin="history\nquit\nfoo\n")
    assert done.stdout.splitlines()[-3:] == [
        "1  asks(1,{s1,s2})",
        "2  no(2)",
        "3  yes(3)",
    ]
    assert done.exit_code == 0


def test_undo_is_an_event_of_the_file(run: Run, path: str) -> None:
    done = run("notebook", path, *GAME, stdin="asks(1,{s1,s2})\nyes(2)\nundo\nno(2)\n")
    assert "  taken back: yes(2)\n" in done.stdout
    assert events(path) == ["asks(1,{s1,s2})", "yes(2)", "undo", "no(2)"]


def test_turns_are_noted_as_at_the_table(run: Run, path: str) -> None:
    lines = "ann: peacock pipe dining -> bob passes, cid shows\n"
    lines += "bob: white revolver dining -> cid shows dining\nchanged\n"
    done = run("notebook", path, *CLUE, *HAND, stdin=lines)
    assert done.exit_code == 0, done.stderr
    assert "  player 3 (cid): holds dining\n" in done.stdout
    assert "89,502 deals left of 110,880" in done.stdout
    output = done.stdout.partition("\nplayer 3 (cid) holds dining\n")[2]
    assert output.startswith(
        "  step 8, shows(cid,bob,dining): player 3 (cid) holds dining\n"
    )
    assert events(path)[1] == (
        "noguess(ann) endturn(ann) asks(bob,{white,revolver,dining}) yes(cid) "
        "shows(cid,bob,dining)  # bob: white revolver dining -> cid shows dining"
    )


def test_changed_gives_the_reason_of_each_new_cell(run: Run, path: str) -> None:
    lines = "asks(1,{s1,s2})\nchanged\nno(2)\nchanged\n"
    done = run("notebook", path, *GAME, stdin=lines)
    assert done.stdout.splitlines()[2] == "nothing new about who holds what"
    reasons = done.stdout.partition("2 deals left of 6\n")[2]
    assert reasons.startswith(
        "player 2 holds s3\n"
        "  given: the hand of player 1 is {s4}\n"
        "  step 1, no(2): player 2 holds none of s1, s2\n"
        "  by (2.9) Disjoint Axiom, (2.11) Set Size Axiom of a player, "
        "(2.14) Knowledge Initialization Axiom, (2.32) knowledge gained from no\n"
    )
    assert len(re.findall("^  by", reasons, re.M)) == 5


def test_the_grid_is_shown_on_request_or_each_time(run: Run, path: str) -> None:
    grid = [
        "    pile    1    2   3",
        "s1     ?   no   no   ?",
        "s2     ?   no   no   ?",
        "s3    no   no  yes  no",
        "s4    no  yes   no  no",
    ]
    lines = "asks(1,{s1,s2})\nno(2)\ngrid\ngrid on\nyes(3)\ngrid off\nundo\n"
    done = run("notebook", path, *GAME, stdin=lines)
    output = done.stdout.splitlines()
    assert output[6:11] == grid
    assert output[11:13] == ["  nothing new about who holds what", "  2 deals left"]
    assert output[13:18] == grid
    assert len(output) == 20
    again = run("notebook", path, "--grid", stdin="yes(3)")
    assert again.stdout.splitlines()[-5:] == grid


def test_what_is_known_can_be_asked_in_every_way(run: Run, path: str) -> None:
    lines = ["asks(1,{s1,s2})", "no(2)", "know", "know 1 that 2", "know 1,2", "odds"]
    lines += ["odds shows", "why K(1,h(0,s1))", "poss", "legal", "legal yes(3)", "help"]
    done = run("notebook", path, *GAME, stdin="\n".join(lines))
    assert (done.stderr, done.exit_code) == ("", 0)
    for words in (
        "player 1 holds 2 deals possible\n",
        "what player 1 knows that player 2 knows\n",
        "what is common knowledge of player 1 and player 2\n",
        "odds: each deal equally likely",
        "odds: who could show several cards showed a random one",
        "false: K(1,h(0,s1))\n  world 0 fits",
        "legal     yes(3)\n",
        "\npossible\npossible\n",
        "undo [LINE]             take the last event back, or a line\n",
    ):
        assert words in done.stdout


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        ("no(3)", 1, "standard input:2: player 2 is to answer before player 3"),
        ("shws(2,1,s1)", 2, "hint: did you mean shows?"),
        ("histroy", 2, "hint: did you mean history?"),
        ("no(4)", 2, "standard input:2:4: there is no player 4"),
        ("ask K(1,h(2,s9))", 2, "standard input:2:13: there is no card s9"),
        ("ask", 2, "ask needs a formula"),
        ("undo it", 2, "undo takes the number of a line, not it"),
        ("grid up", 2, "write grid, grid on|off"),
        ("odds eqal", 2, "did you mean equal?"),
        ("know 7", 2, "standard input:2: there is no player 7"),
        ("legal no", 2, "standard input:2:9: the text ends too early"),
        ("yes(2)\nshows(2,1,_)", 2, "hint: it is one of s1, s2"),
        ("\u20ac", 2, "there is no command or action"),
    ],
)
def test_a_line_that_fails_is_told_and_the_next_is_answered(
    run: Run, path: str, line: str, status: int, words: str
) -> None:
    lines = f"asks(1,{{s1,s2}})\n{line}\nhistory\n"
    done = run("notebook", path, *GAME, stdin=lines)
    assert words in done.stderr
    assert done.exit_code == status
    assert "1  asks(1,{s1,s2})\n" in done.stdout
    assert events(path) == ["asks(1,{s1,s2})", *line.split("\n")[:-1]]


def test_a_player_without_a_deed_is_told_how_to_write_one(run: Run, path: str) -> None:
    done = run("notebook", path, *CLUE, *HAND, stdin="ann sugests plum rope hall\n")
    assert "this does not say what ann did" in done.stderr
    assert done.exit_code == 2


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ((), "clue\nann bob cid\nbob\nplum white candlestick kitchen ballroom hall\n"),
        (CLUE, "bob\nplum,white,candlestick,kitchen,ballroom,hall\n"),
        ((*CLUE, "--as", "bob"), "plum white candlestick kitchen ballroom hall\n"),
        ((), f"{CLUE[1]}\n2\n\nplum white candlestick kitchen ballroom hall\n"),
    ],
)
def test_the_first_lines_say_what_the_options_do_not(
    run: Run, path: str, words: tuple[str, ...], lines: str
) -> None:
    done = run(
        "notebook",
        path,
        *words,
        stdin=f"{lines}ann: plum rope hall -> bob shows plum\n",
    )
    assert (done.stderr, done.exit_code) == ("", 0)
    header = Path(path).read_text().splitlines()
    assert header[3:7] == [
        'game {"rules": "clue", "p": 3, "players": ["ann", "bob", "cid"]}',
        "hand bob {plum,white,candlestick,kitchen,ballroom,hall}",
        "owner bob",
        "events",
    ]
    assert len(events(path)) == 1


def test_the_constants_of_myst_are_asked_for(run: Run, path: str) -> None:
    done = run("notebook", path, stdin="myst\n1 1 3 2\n1\ns4\nasks(1,{s1,s2})\n")
    assert done.exit_code == 0
    assert (
        'game {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2}'
        in Path(path).read_text()
    )


@pytest.mark.parametrize(
    ("words", "lines", "message"),
    [
        ((), "", "the input ends before it says rules"),
        ((), "chess\n", "standard input:1: the rules are not 'chess'"),
        ((), "myst\n1 2 3\n", "standard input:2: four numbers are needed"),
        ((), "clue\nann bob\nbbo\n", "hint: did you mean bob?"),
        (CLUE, "bob\nplum white\n", "standard input:2: the hand of player 2"),
        (CLUE, "bob\n", "the input ends before it says your 6 cards"),
        (HAND, "", "--hand needs --game"),
        ((*GAME, "--hand", "2=s1"), "", "several hands are given"),
        ((*GAME, "--as", "4"), "", "there is no player 4"),
    ],
)
def test_what_cannot_begin_leaves_no_file(
    run: Run, path: str, words: tuple[str, ...], lines: str, message: str
) -> None:
    done = run("notebook", path, *words, stdin=lines)
    assert message in done.stderr
    assert done.exit_code == 2
    assert not Path(path).exists()


def test_a_notebook_of_another_game_is_left_alone(run: Run, path: str) -> None:
    run("notebook", path, *GAME, stdin="")
    other = run("notebook", path, *CLUE, *HAND, stdin="asks(1,{s1,s2})\n")
    assert "exists already, with another game" in other.stderr
    hands = run("notebook", path, *GAME[:2], "--hand", "1=s3", stdin="")
    assert "exists already, with other hands" in hands.stderr
    assert (other.exit_code, hands.exit_code, events(path)) == (2, 2, [])
    query = run("notebook", "queries/fifteen-cards.toml", stdin="")
    assert "fifteen-cards.toml is no notebook" in query.stderr


def test_a_line_that_was_cut_off_is_told_and_does_not_count(
    run: Run, path: str
) -> None:
    run("notebook", path, *GAME, stdin="asks(1,{s1,s2})\n")
    with Path(path).open("a") as file:
        file.write("no(2")
    done = run("notebook", path, stdin="yes(2)\nhistory\n")
    assert done.stderr == (
        f"mystpy: warning: {path}:9 was cut off and does not count: no(2\n"
    )
    assert "1  asks(1,{s1,s2})\n2  yes(2)\n" in done.stdout
    assert run("notebook", path, stdin="").stderr == ""


class Terminal:
    """A notebook at work in a terminal: what is typed, and what is seen."""

    def __init__(self, program: Path, *words: str) -> None:
        self.side, other = pty.openpty()
        self.process = subprocess.Popen(
            [program, *words],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(other)
        self.seen = ""

    def expect(self, words: str) -> str:
        """Wait for words, and return what was seen up to them since the last time."""
        while words not in self.seen:
            ready, _, _ = select.select([self.side], [], [], HANGING)
            assert ready, f"{words!r} is not in {self.seen!r}"
            self.seen += self._read()
        before, _, self.seen = self.seen.partition(words)
        return before

    def send(self, keys: str) -> None:
        os.write(self.side, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C until something happens, as people do.

        The line editor may miss one that comes just as it begins to wait for keys. A
        second one that comes after all clears a line that is empty.
        """
        for _ in range(10):
            self.send(CTRL_C)
            if select.select([self.side], [], [], HANGING / 100)[0]:
                return

    def compute(self) -> None:
        """Wait until the program has been at work on its answer for a while."""
        begun = seconds_at_work(self.process.pid)
        assert comes_true(lambda: seconds_at_work(self.process.pid) > begun + 0.2)

    def ended(self) -> int:
        """Wait for the program's end, and return its status."""
        return self.process.wait(HANGING)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.side)

    def _read(self) -> str:
        try:
            return os.read(self.side, 4096).decode()
        except OSError:
            pytest.fail(f"the terminal was closed after {self.seen!r}")


def _own_terminal() -> None:
    """Make standard input the terminal whose keys send signals to this process."""
    import fcntl
    import termios

    heed_signals()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminal(program_dir: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts a notebook in a terminal."""
    begun: list[Terminal] = []

    def begin(*words: str) -> Terminal:
        begun.append(Terminal(program_dir / "mystpy", "notebook", *words))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


Begin = Callable[..., Terminal]
CTRL_C, CTRL_D = "\x03", "\x04"


def test_a_terminal_has_a_prompt_and_ctrl_d_leaves(terminal: Begin, path: str) -> None:
    notebook = terminal(path, *GAME)
    assert "the notebook of player 1: 0 events" in notebook.expect("1> ")
    notebook.send("asks(1,{s1,s2})\r")
    assert "6 deals left" in notebook.expect("1> ")
    notebook.send("no(3)\r")
    assert "by axiom (2.16)" in notebook.expect("1> ")
    notebook.send("why\r")
    assert "AnsTurn(3)" in notebook.expect("1> ")
    notebook.send(CTRL_D)
    assert notebook.ended() == 0
    assert events(path) == ["asks(1,{s1,s2})"]


def test_ctrl_c_clears_the_line(terminal: Begin, path: str) -> None:
    notebook = terminal(path, *GAME)
    notebook.expect("1> ")
    notebook.send("asks(1,{s1,")
    notebook.expect("asks(1,{s1,")
    notebook.interrupt()
    notebook.expect("1> ")
    notebook.send("history\r")
    assert "asks" not in notebook.expect("1> ")
    notebook.send("quit\r")
    assert notebook.ended() == 0


def test_ctrl_c_stops_an_answer_and_the_next_is_given(
    terminal: Begin, path: str
) -> None:
    notebook = terminal(path, *BIG, "--engine", "worlds", "--do", "asks(1,{s4,s5})")
    notebook.expect("1> ")
    notebook.send("ask C([1,2],~K(3,h(0,s4)))\r")
    notebook.expect("s4)))")
    notebook.compute()
    notebook.send(CTRL_C)
    notebook.expect("stopped")
    notebook.expect("1> ")
    notebook.send("legal no(3)\r")
    assert "illegal: step 1" in notebook.expect("1> ")
    notebook.send(CTRL_D)
    assert notebook.ended() == 0


def test_the_tab_key_completes_cards_and_commands(terminal: Begin, path: str) -> None:
    pytest.importorskip("readline", reason="there is nothing that completes")
    notebook = terminal(path, *CLUE, *HAND)
    notebook.expect("bob> ")
    notebook.send("ann: peac\t pip\t din\t -> ci\t shows\r")
    notebook.expect("deals left")
    notebook.expect("bob> ")
    notebook.send("hist\t\r")
    notebook.expect("# ann: peacock pipe dining -> cid shows")
    assert len(events(path)) == 1


def test_a_terminal_asks_again_for_what_was_wrong(terminal: Begin, path: str) -> None:
    notebook = terminal(path)
    for question, answer, output in (
        ("object): ", "chess", "the rules are not 'chess'"),
        ("object): ", "myst", None),
        ("question): ", "1 1 3 2", None),
        ("you are (1, 2, 3): ", "4", "there is no player 4"),
        ("you are (1, 2, 3): ", "1", None),
        ("your 1 cards: ", "s4", None),
    ):
        notebook.expect(question)
        notebook.send(f"{answer}\r")
        notebook.expect(output or "\n")
    notebook.expect("1> ")
    notebook.send(CTRL_D)
    assert notebook.ended() == 0


def test_a_notebook_is_open_in_one_terminal_only(
    terminal: Begin, run: Run, path: str
) -> None:
    terminal(path, *GAME).expect("1> ")
    done = run("notebook", path, stdin="asks(1,{s1,s2})\n")
    assert f"{path} is in use: " in done.stderr
    assert done.exit_code == 2
    assert events(path) == []


@pytest.mark.parametrize("sign", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_what_was_answered_outlives_the_program(
    terminal: Begin, path: str, sign: str
) -> None:
    notebook = terminal(path, *GAME)
    notebook.expect("1> ")
    notebook.send("asks(1,{s1,s2})\r")
    notebook.expect("nothing new")
    notebook.process.send_signal(signal.Signals[sign])
    assert notebook.ended() != 0
    assert events(path) == ["asks(1,{s1,s2})"]


def test_a_pipe_is_answered_line_by_line(program_dir: Path, path: str) -> None:
    words = [str(program_dir / "mystpy"), "notebook", path, *GAME]
    with begun(words, stdin=subprocess.PIPE) as piped:
        assert piped.stdin is not None
        assert piped.stdout is not None
        piped.stdin.write("asks(1,{s1,s2})\n")
        piped.stdin.flush()
        assert "nothing new" in piped.stdout.readline()
        assert events(path) == ["asks(1,{s1,s2})"]


def test_what_to_ask_and_who_knows_what_of_you_is_told(run: Run, path: str) -> None:
    lines = "asks(1,{s1,s4})\nno(2)\n"
    done = run(
        "notebook", path, *GAME, stdin=f"{lines}yes(3)\nshows(3,1,s1)\nmine\npile\n"
    )
    assert "player 2 knows 0 of your cards\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("s2 ")
    assert done.exit_code == 0


CLUE = ("--game", 'rules="clue", board=true, players=["ann","bob","cid"]')
ANN = ("--hand", "ann=scarlett,green,knife,pipe,kitchen,billiard")


def test_lines_are_corrected_at_the_prompt(run: Run, path: str) -> None:
    lines = "a: pl ro ha -> b -, c + ro\nb: -\nc: wh wr lo -> b +\nundo 2\n"
    lines += "fix 3 c: wh wr st -> b +\ndoubtful 1\nhistory\na: pl wr ha -> nobody\n"
    done = run("notebook", path, *CLUE, *ANN, stdin=f"{lines}which\n")
    assert "line 2, c: wh wr lo -> b +, no longer fits: it is bob's turn" in (
        done.stderr
    )
    assert "  line 3: noguess(bob) endturn(bob) asks(cid,{white,wrench,study})" in (
        done.stdout
    )
    assert "# a: pl ro ha -> b -, c + ro  (doubtful)\n2  " in done.stdout
    assert done.stdout.endswith("all lines can be true\n")
    again = run("notebook", path, stdin="history\n")
    assert again.stdout.splitlines()[0].endswith("(doubtful)")


def test_a_notebook_on_a_board_is_begun_at_the_prompt(run: Run, path: str) -> None:
    lines = 'cluedo\nAnn Jose "Mrs White"\nJose\npl, gre rope Dagger lo ki\n'
    done = run("notebook", path, stdin=f"{lines}a: wh re ha -> white +\njose: -\n")
    assert (done.stderr, done.exit_code) == ("", 0)
    assert "hand jose {green,plum,dagger,rope,kitchen,lounge}" in Path(path).read_text()
