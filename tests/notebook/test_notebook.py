"""Notebooks: lines are only added, and a cut loses nothing that counted."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.engines.base import Verdict
from mystpy.errors import (
    IllegalActionError,
    MystError,
    NoWorldFits,
    ParseError,
    QueryError,
)
from mystpy.game.game import Game
from mystpy.history.actions import No, show_action
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Knows, Not
from mystpy.notebook.file import SIGNATURE, VOID, NotebookFile, NotSaved
from mystpy.notebook.ledger import table_entry
from mystpy.notebook.notebook import LearnedFacts, Notebook
from mystpy.notebook.start import GameStart, read_start
from mystpy.questions.query import load_query
from tests.random_games import random_play
from tests.sampling import is_nightly

QUERIES = Path(__file__).parents[2] / "queries"
MYST = Game.myst(m=1, n=1, p=3, q=2)
START = GameStart.of(History.make(MYST, {1: ["s4"]}))
CLUE = Game.clue(3, players=["ann", "bob", "cid"])
ANN = ["scarlett", "green", "knife", "pipe", "kitchen", "billiard"]
CLUE_START = GameStart.of(History.make(CLUE, {"ann": ANN}))
EVENTS = ("asks(1,{s1,s2})", "no(2)  # at once", "yes(3)", "shows(3,1,s1)")
NEXT = {
    **dict(zip(("", *EVENTS), (*EVENTS, "noguess(1)"), strict=True)),
    "yes(2)": "shows(2,1,s1)",
}
"""The event that can follow each event."""


@contextmanager
def opened(
    path: Path, start: GameStart | None = None, engine: str = "worlds"
) -> Iterator[Notebook]:
    """Begin a notebook, or without a start go on with one, and close it in the end."""
    with NotebookFile(path, create=start is not None) as file:
        if start is None:
            yield Notebook.resume(file, engine)
        else:
            yield Notebook.begin(file, start, engine)


@pytest.fixture(autouse=True, scope="module")
def disk_not_waited_for() -> Iterator[None]:
    """Let fsync do nothing: it takes most of the time, and no test can see it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.notes"


@pytest.fixture
def written(path: Path) -> bytes:
    """Return the text of the file after some events, one of them taken back."""
    with opened(path, START) as notebook:
        notebook.record(EVENTS[0])
        notebook.record("yes(2)")
        notebook.undo()
        for event in EVENTS[1:]:
            notebook.record(event)
    return path.read_bytes()


def test_the_file_is_text_with_one_event_to_a_line(written: bytes) -> None:
    lines = [line for line in written.decode().split("\n") if line[:1] != "#"]
    assert lines == [
        "mystpy notebook 1",
        'game {"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 2}',
        "hand 1 {s4}",
        "owner 1",
        "events",
        "asks(1,{s1,s2})",
        "yes(2)",
        "undo",
        *EVENTS[1:],
        "",
    ]


def test_a_notebook_resumes_with_all_that_was_not_undone(
    path: Path, written: bytes
) -> None:
    with opened(path) as notebook:
        assert notebook.start == START
        assert [notebook.line(event) for event in notebook.entries] == list(EVENTS)
        assert notebook.history == START.history.then(*EVENTS)
    assert path.read_bytes() == written


def test_lines_are_only_ever_added(path: Path) -> None:
    def answered(line: str) -> None:
        before = path.read_bytes()
        try:
            notebook.undo() if line == "undo" else notebook.record(line)
        except MystError:
            assert path.read_bytes() == before, "what is refused is not written down"
            refused.append(line)
        after = path.read_bytes()
        assert after.startswith(before)
        assert after.endswith(b"\n")

    refused: list[str] = []
    lines = ("undo", EVENTS[0], "no(3)", "no(2)", "undo", "undo", *EVENTS, "yes(3)")
    with opened(path, START) as notebook:
        for line in lines:
            answered(line)
    assert refused == ["undo", "no(3)", "yes(3)"]


def test_undo_takes_back_one_event_with_all_its_actions(path: Path) -> None:
    with opened(path, START) as notebook:
        notebook.record(EVENTS[0])
        notebook.record("no(2) yes(3) shows(3,1,s2)")
        assert len(notebook.history) == 4
        event = notebook.undo()
        assert (event.first, len(event.actions)) == (1, 3)
        assert notebook.history == START.history.then(EVENTS[0])
        notebook.record("yes(2)")
    with opened(path) as notebook:
        assert notebook.history == START.history.then(EVENTS[0], "yes(2)")


def ended_lines(data: bytes) -> list[str]:
    """Return the events of the lines that have an end, after their undos."""
    lines = data.decode().split("\n")[:-1]
    found: list[str] = []
    for line in lines[lines.index("events") + 1 :]:
        if line == "undo":
            found.pop()
        else:
            found.append(line)
    return found


def test_a_notebook_cut_off_anywhere_goes_on_without_loss(
    path: Path, written: bytes
) -> None:
    begun = written.index(b"events\n") + len(b"events\n")
    for cut in range(len(written) + 1):
        at_end_of_line = written[:cut].endswith(b"\n")
        if not is_nightly() and cut % 3 and not at_end_of_line:
            continue
        path.write_bytes(written[:cut])
        with NotebookFile(path) as file:
            torn = written[:cut].rpartition(b"\n")[2].decode()
            assert (file.cut_off.text if file.cut_off else "") == torn
            if cut < begun:
                assert read_start(file)[0] is None
                notebook, kept = Notebook.begin(file, START, "worlds"), []
            else:
                notebook = Notebook.resume(file, "worlds")
                kept = ended_lines(written[:cut])
            assert [notebook.line(event) for event in notebook.entries] == kept
            following = NEXT[kept[-1] if kept else ""]
            notebook.record(following)
        after = path.read_bytes()
        assert after.startswith(written[:cut])
        with opened(path) as notebook:
            lines = [notebook.line(event) for event in notebook.entries]
            assert lines == [*kept, following]


def test_a_notebook_cut_off_again_while_the_cut_is_mended_goes_on(
    path: Path, written: bytes
) -> None:
    cut = written[: -len("1)\n")]
    mended = cut + f"{VOID}\nshows(3,1,s1)\n".encode()
    for end in range(len(cut), len(mended) + 1):
        path.write_bytes(mended[:end])
        with opened(path) as notebook:
            complete = end == len(mended)
            kept = list(EVENTS if complete else EVENTS[:-1])
            assert [notebook.line(event) for event in notebook.entries] == kept
            if not complete:
                notebook.record("shows(3,1,s1)")
        assert path.read_bytes().startswith(mended[:end])
        with opened(path) as notebook:
            assert notebook.history == START.history.then(*EVENTS)


def test_half_a_character_at_the_end_is_no_obstacle(path: Path, written: bytes) -> None:
    torn = written + "noguess(1)  # naïve".encode()[:-3]
    path.write_bytes(torn)
    with opened(path) as notebook:
        notebook.record("noguess(1)")
    assert path.read_bytes() == torn + f"{VOID}\nnoguess(1)\n".encode()


def test_a_comment_is_kept_and_never_taken_for_the_mark_of_a_cut(path: Path) -> None:
    comments = (VOID.strip(), f"# {VOID.strip()}", "cut off: does not count", "naïve")
    with opened(path, START) as notebook:
        for event, comment in zip(EVENTS, comments, strict=True):
            notebook.record(f"{event.partition('#')[0]} #{comment}")
        kept = notebook.history
    with opened(path) as notebook:
        assert notebook.history == kept
        assert len(notebook.entries) == len(EVENTS)
        assert notebook.entries[-1].note == "naïve"


def test_a_line_is_on_the_disk_before_it_counts(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[bool, int]] = []

    def fsync(descriptor: int) -> None:
        assert os.path.sameopenfile(descriptor, notebook.file.descriptor)
        ends = path.read_bytes().endswith(b"asks(1,{s1,s2})\n")
        synced.append((ends, len(notebook.entries)))

    with opened(path, START) as notebook:
        monkeypatch.setattr(os, "fsync", fsync)
        notebook.record(EVENTS[0])
        assert synced == [(True, 0)]
        assert len(notebook.entries) == 1


def test_a_system_that_writes_little_at_once_gets_it_all_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:3]))
    with opened(path, START) as notebook:
        notebook.record(EVENTS[0])
    monkeypatch.undo()
    with opened(path) as notebook:
        assert notebook.history == START.history.then(EVENTS[0])


def test_a_full_disk_ends_the_notebook_and_loses_nothing_that_counted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 4:
            raise OSError(28, "No space left on device")
        return real(descriptor, data[:4])

    with opened(path, START) as notebook:
        notebook.record(EVENTS[0])
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(NotSaved, match="No space left"):
            notebook.record("no(2)")
        assert len(notebook.entries) == 1
    monkeypatch.undo()
    with opened(path) as notebook:
        assert notebook.file.cut_off is not None
        assert notebook.history == START.history.then(EVENTS[0])


def test_a_notebook_is_open_once_only(path: Path) -> None:
    with (
        opened(path, START),
        pytest.raises(QueryError, match="is in use"),
    ):
        NotebookFile(path)
    with opened(path) as notebook:
        assert notebook.entries == []


def test_a_file_that_somebody_else_changes_is_not_written_to(path: Path) -> None:
    with opened(path, START) as notebook:
        with path.open("a") as other:
            other.write("asks(1,{s1,s3})\n")
        with pytest.raises(NotSaved, match="changed by another program"):
            notebook.record(EVENTS[0])
    assert path.read_text().endswith("events\nasks(1,{s1,s3})\n")


def test_a_notebook_is_not_begun_on_top_of_another(path: Path, written: bytes) -> None:
    with (
        NotebookFile(path) as file,
        pytest.raises(QueryError, match="has a notebook already"),
    ):
        Notebook.begin(file, START)
    assert path.read_bytes() == written


@pytest.mark.parametrize(
    "data",
    [
        b"title = 'a query'\n",
        b"title = 'a query'",
        b"mystpy notebook 2\n",
        b"mystpy notebook 10\nevents\n",
        b"m\nasks(1,{s1,s2})\n",
    ],
)
def test_a_file_that_is_no_notebook_is_left_alone(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(QueryError, match="is no notebook"):
        NotebookFile(path)
    assert path.read_bytes() == data


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="is a folder"):
        NotebookFile(tmp_path)
    with pytest.raises(QueryError, match="there is no notebook"):
        NotebookFile(tmp_path / "none")
    with pytest.raises(QueryError, match="there is no folder"):
        NotebookFile(tmp_path / "none" / "none", create=True)
    with pytest.raises(QueryError, match="no file that can keep a notebook"):
        NotebookFile(Path(os.devnull))


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("game {", "notes:2: the game is not written as JSON"),
        ('game {"rules": "chess"}', "notes:2: "),
        ("gane {}", "notes:2: a notebook does not begin with 'gane'"),
        ("events", "notes:2: the notebook does not say its game"),
    ],
)
def test_a_wrong_beginning_is_placed(path: Path, header: str, words: str) -> None:
    path.write_text(f"{SIGNATURE}\n{header}\nevents\n")
    with pytest.raises(QueryError) as caught, opened(path):
        pass
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "kind", "words"),
    [
        (
            "asks(1,{s1,s2})\nno(3)\n",
            IllegalActionError,
            "notes:9: player 2 is to answer",
        ),
        ("yes(1)\nundo\nasks(1,{s1,s2})\n\nyes(1)\n", IllegalActionError, "notes:12:"),
        ("asks(1,{s1,s9})\n", ParseError, "notes:8:12: there is no card s9"),
        ("asks(1,{s1,s2})\nundo\nundo\n", QueryError, "notes:10: there is no event"),
    ],
)
def test_a_file_written_by_hand_that_cannot_be_is_placed(
    path: Path, lines: str, kind: type[MystError], words: str
) -> None:
    path.write_text("".join(f"{line}\n" for line in START.lines()) + lines)
    with pytest.raises(kind) as caught, opened(path):
        pass
    assert words in str(caught.value)


TURN = "asks(1,{s1,s2}) no(2) yes(3) shows(3,1,s1) noguess(1) endturn(1)"


@pytest.mark.parametrize(
    ("before", "event", "axiom", "words"),
    [
        ("asks(1,{s1,s2})", "no(3)", "2.16", "player 2 is to answer before player 3"),
        ("", "no(2)", "2.16", "nobody has asked yet: it is your turn"),
        ("asks(1,{s1,s2}) yes(2)", "shows(2,1,s3)", "2.18", "s3 was not asked for"),
        ("asks(1,{s1,s4}) yes(2)", "shows(2,1,s4)", "2.18", "does not hold s4"),
        (f"{TURN} asks(2,{{s1,s4}})", "no(3)", "2.16", "player 3 holds s1"),
        (
            f"{TURN} asks(2,{{s2,s4}})",
            "yes(3)",
            "2.17",
            "player 3 has none of s2 and s4 (line 1",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused_by_axiom_and_in_words(
    path: Path, before: str, event: str, axiom: str, words: str
) -> None:
    with opened(path, START, "asp") as notebook:
        if before:
            notebook.record(before)
        size = path.stat().st_size
        with pytest.raises(IllegalActionError) as caught:
            notebook.record(event)
        assert caught.value.axiom == axiom
        assert words in str(caught.value)
        assert path.stat().st_size == size


def test_the_events_that_clash_are_named(path: Path) -> None:
    with opened(path, CLUE_START, "asp") as notebook:
        notebook.record("ann: plum rope hall -> bob passes, cid passes")
        notebook.record("bob: white wrench study -> nobody")
        with pytest.raises(IllegalActionError) as caught:
            notebook.record("cid: plum rope hall -> ann passes, bob shows")
    assert caught.value.axiom == "2.17"
    assert str(caught.value) == (
        "bob cannot have shown a card: bob has none of plum, the rope and the hall "
        "(line 1)"
    )
    assert "player 2 (bob) holds none of plum, rope, hall" in caught.value.failed[0]
    assert "line 1, ann: plum rope hall" in str(caught.value.hint)
    assert "line 2" not in str(caught.value.hint)
    assert "by axiom (2.17): `why` shows" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ann: plum rope hlal", "did you mean hall"),
        ("bbo: plum rope hall", "did you mean bob"),
        ("asks(1,{plumb,rope,hall})", "did you mean plum"),
        ("ann: plum rope hall -> bob shwos", "did you mean shows"),
        ("aks(1,{plum,rope,hall})", "did you mean asks"),
        ("ann: plum rope hall -> bob shows", "it is one of plum, rope, hall"),
        ("# nothing", "the line tells no action"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_the_remedy(
    path: Path, line: str, words: str
) -> None:
    with opened(path, CLUE_START) as notebook:
        size = path.stat().st_size
        with pytest.raises(MystError) as caught:
            notebook.record(line)
        assert words in f"{caught.value} {caught.value.hint}"
        assert path.stat().st_size == size


def test_a_card_that_lies_face_up_was_not_shown(path: Path) -> None:
    game = Game.from_dict({"rules": "clue", "p": 4, "face_up": ["hall", "rope"]})
    hand = ["green", "pipe", "study", "white"]
    start = GameStart.of(History.make(game, {1: hand}))
    with opened(path, start) as notebook:
        with pytest.raises(QueryError) as caught:
            notebook.record("1: plum rope hall -> 2 shows")
        assert caught.value.hint == "it is one of plum"


def test_the_place_in_a_turn_is_that_in_its_own_line(path: Path) -> None:
    with opened(path, CLUE_START) as notebook:
        notebook.record("ann: plum rope hall -> nobody")
        with pytest.raises(ParseError) as caught:
            notebook.record("bob: plum rope hlal")
    assert (caught.value.line, caught.value.column) == (1, 16)
    assert caught.value.text == "bob: plum rope hlal"


@pytest.mark.parametrize(
    "file", sorted(QUERIES.glob("clue-game-*.toml")), ids=lambda file: file.stem
)
@pytest.mark.alike(3)
def test_turns_written_down_one_by_one_are_the_whole_game(
    path: Path, file: Path
) -> None:
    query = load_query(file)
    notes = file.read_text(encoding="utf-8").split('"""')[1].strip().split("\n")
    bare = History(query.history.game, query.history.hands)
    with NotebookFile(path, create=True) as written:
        notebook = Notebook.begin(written, GameStart.of(bare), "worlds")
        for line in notes:
            event = table_entry(line, notebook.history)
            written.add(notebook.line(event))
            after = notebook.history.then(event.actions)
            notebook.situation = type(notebook.situation)(after, notebook.engine)
        assert notebook.history == query.history
    with opened(path, engine="asp") as notebook:
        assert notebook.history == query.history
        assert [event.note for event in notebook.entries] == notes


@pytest.mark.parametrize(
    "ending", ["", "noguess(1)", "noguess(1) endturn(1)", "guess(1,{plum,rope,hall})"]
)
def test_a_turn_follows_actions_however_far_they_ended_the_last(
    path: Path, ending: str
) -> None:
    with opened(path, CLUE_START, "asp") as notebook:
        notebook.record(f"asks(1,{{green,rope,hall}}) no(2) no(3) {ending}")
        notebook.record("bob: white knife study -> cid passes, ann shows knife")
        text = notebook.history.text().replace("\n", " ")
    way = "guess(1,{plum,rope,hall})" if "{" in ending else "noguess(1)"
    assert text == (
        f"asks(1,{{green,rope,hall}}) no(2) no(3) {way} endturn(1) "
        "asks(2,{white,knife,study}) no(3) yes(1) shows(1,2,knife)"
    )


def test_an_accusation_follows_the_same_turn(path: Path) -> None:
    with opened(path, CLUE_START, "asp") as notebook:
        notebook.record("ann: green rope hall -> nobody")
        notebook.record("ann accuses plum rope hall")
        assert show_action(notebook.history.actions[-1]) == "guess(1,{hall,plum,rope})"
        assert notebook.deals() is None, "whether it was right is open"
        notebook.record("endturn(1)")
        assert notebook.deals()


def test_what_an_event_taught_is_what_was_open_before(path: Path) -> None:
    with opened(path, START, "asp") as notebook:
        with pytest.raises(QueryError, match="no event yet"):
            notebook.learned()
        notebook.record(EVENTS[0])
        assert notebook.learned() == LearnedFacts(())
        notebook.record("no(2)")
        found = notebook.learned()
        assert (0, "s3", False) in found.news
        assert (2, "s3", True) in found.news
        assert (0, "s1", False) not in found.news
        assert (notebook.deals_before(), notebook.deals()) == (6, 2)
        for holder, card, holds in found.news:
            formula = notebook.known(holder, card, holds)
            assert notebook.situation.holds(formula) is True
            before = notebook.situation.of(notebook.history.prefix(1))
            assert before.holds(formula) is False


def test_what_the_owner_knows_is_put_as_a_formula(path: Path) -> None:
    with opened(path, START) as notebook:
        assert notebook.known(2, "s1", True) == Knows(1, H(2, "s1"))
        assert notebook.known(0, "s1", False) == Knows(1, Not(H(0, "s1")))


def test_an_event_may_be_tried_out(path: Path, written: bytes) -> None:
    with opened(path, engine="asp") as notebook:
        judged = notebook.try_out("no(2)")
        assert (judged.action, judged.axiom) == (No(2), "2.16")
        assert notebook.try_out("noguess(1)").verdict is Verdict.POSSIBLE
    assert path.read_bytes() == written


@pytest.mark.parametrize(
    ("hands", "owner", "words"),
    [
        ({}, None, "no player's hand is given"),
        ({0: ["s1"]}, None, "no player's hand is given"),
        ({1: ["s4"], 2: ["s1"]}, None, "several hands are given"),
        ({1: ["s4"]}, 2, "the notebook of 2 needs the hand"),
        ({1: ["s4"]}, 4, "there is no player 4"),
    ],
)
def test_it_has_to_be_clear_whose_notebook_it_is(
    hands: dict[int, list[str]], owner: int | None, words: str
) -> None:
    with pytest.raises(QueryError, match=words):
        GameStart.of(History.make(MYST, hands), owner)


def test_one_of_several_hands_is_the_owners(path: Path) -> None:
    history = History.make(MYST, {1: ["s4"], 2: ["s1"], 0: ["s2"]})
    with opened(path, GameStart.of(history, 2)) as notebook:
        assert notebook.owner == 2
    with NotebookFile(path) as file:
        assert read_start(file)[0] == GameStart(replace(history, writer=2), 2)
        assert Notebook.resume(file, "worlds", 1).owner == 1


def test_hands_that_leave_no_deal_begin_no_notebook(path: Path) -> None:
    suspects = list(CLUE.sorts[0][1])
    start = GameStart.of(History.make(CLUE, {1: suspects}))
    with pytest.raises(NoWorldFits), opened(path, start, "asp"):
        pass
    assert path.read_bytes() == b""


@settings(max_examples=settings().max_examples // 4)
@given(seed=st.integers(0, 10_000), undos=st.lists(st.integers(0, 20), max_size=4))
def test_random_games_are_read_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, seed: int, undos: list[int]
) -> None:
    path = tmp_path_factory.mktemp("notes") / "game"
    history, deal = random_play(MYST, random.Random(seed), 20)
    start = GameStart.of(History.make(MYST, {1: deal[1]}))
    with opened(path, start) as notebook:
        for number, action in enumerate(history.actions):
            notebook.record(show_action(action))
            for _ in range(undos.count(number)):
                event = notebook.undo()
                notebook.record(notebook.line(event))
    with opened(path) as notebook:
        assert notebook.history.actions == history.actions
