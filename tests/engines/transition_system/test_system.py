"""The transition system: its contents, its origin in the axioms, and its cache."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mystpy.axioms import fingerprint
from mystpy.engines.base import Conjunct
from mystpy.engines.transition_system.by_clingo import ClingoSource
from mystpy.engines.transition_system.cache import TransitionSystemFiles, cache_dir
from mystpy.engines.transition_system.states import (
    EventKey,
    Guard,
    SystemState,
    key_of,
    stand_in,
)
from mystpy.engines.transition_system.steps import likely_states, parts_in, steps_from
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.errors import AxiomError, EngineMissing
from mystpy.history.actions import Asks, EndTurn, Guess, No, Shows
from tests.edits import copied_axioms
from tests.engines.transition_system.remembered_source import RememberedSource
from tests.programs import begun

FIGURE = {
    ("askphase", "asks", "ansphase"),
    ("ansphase", "no", "ansphase"),
    ("ansphase", "no", "guessphase"),
    ("ansphase", "yes", "showphase"),
    ("showphase", "shows", "guessphase"),
    ("guessphase", "guess", "endphase"),
    ("guessphase", "noguess", "endphase"),
    ("endphase", "endturn", "askphase"),
    ("endphase", "endturn", "endphase"),
}
"""The arrows of figure 2.2."""


def reached(found: TransitionSystem) -> dict[int, SystemState]:
    """Return every state that is reached from init0."""
    waiting = [found.start]
    states: dict[int, SystemState] = {}
    while waiting:
        number = waiting.pop()
        if number not in states:
            states[number] = found.state(number)
            for move in found.moves(number).values():
                waiting.extend(move.after)
    return states


def arrows(
    found: TransitionSystem,
) -> Iterator[tuple[SystemState, EventKey, SystemState]]:
    for number, state in reached(found).items():
        for key, move in found.moves(number).items():
            for after in move.after:
                yield state, key, found.state(after)


class CountingSource(RememberedSource):
    """Counts how often states are computed."""

    def __init__(self) -> None:
        super().__init__()
        self.runs = 0

    def look(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.runs += 1
        return super().look(*args, **kwargs)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TransitionSystemFiles:
    """Return the files of an empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return TransitionSystemFiles(2, fingerprint())


@pytest.fixture
def axioms_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the axioms to be edited, which is then in force."""
    folder = tmp_path / "axioms"
    copied_axioms(folder)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_an_action_without_its_cards() -> None:
    assert key_of(Asks(2, frozenset({"s1"}))) == ("asks", 2)
    assert key_of(Shows(3, 1, None)) == ("shows", 3, 1)
    assert stand_in(("guess", 1)) == "guess(1,set(new))"
    assert stand_in(("shows", 3, 1)) == "shows(3,1,old)"
    assert stand_in(("no", 2)) == "no(2)"


def test_the_diagram_starts_as_section_2_6_says() -> None:
    found = transition_system_of(3)
    assert found.state(found.start) == SystemState(
        (1, 2, 3), (1,), (), ("askphase",), asked=False, over=False
    )
    assert list(found.moves(found.start)) == [("asks", 1)]


def test_the_moves_are_the_arrows_of_figure_2_2() -> None:
    seen = {
        (before.phases[0], key[0], after.phases[0])
        for before, key, after in arrows(transition_system_of(3))
    }
    assert seen == FIGURE


def test_with_three_players_there_are_as_many_states_as_by_hand() -> None:
    """For each poser: ask; two may answer, or show; guess after a show, or no; end.

    The question before makes init0 a separate state; the responder is kept only until
    the next action that is no answer.
    """
    everybody = [
        s for s in reached(transition_system_of(3)).values() if len(s.still_in) == 3
    ]
    playing = [s for s in everybody if not s.over]
    assert len(playing) == 3 * (1 + 2 + 2 + 2 + 1) + 1
    assert len(everybody) - len(playing) == 3


def test_only_a_guess_has_two_outcomes_and_a_right_one_ends_the_game() -> None:
    found = transition_system_of(2)
    for number in reached(found):
        for key, move in found.moves(number).items():
            if key[0] == "guess":
                wrong, right = map(found.state, move.after)
                assert right.over
                assert key[1] in right.still_in
                assert key[1] not in wrong.still_in
                assert wrong.over == (not wrong.still_in)
            else:
                assert len(move.after) == 1


@pytest.mark.parametrize("p", [2, 3])
def test_one_turn_one_phase_and_never_a_deadlock(p: int) -> None:
    found = transition_system_of(p)
    for number, state in reached(found).items():
        assert len(state.turn) == len(state.phases) == 1
        assert len(state.ans_turn) <= 1
        assert bool(found.moves(number)) != state.over


def test_answers_are_guarded_by_the_cards_of_the_answerer() -> None:
    found = transition_system_of(2)
    number = found.moves(found.start)["asks", 1].after[0]
    moves = found.moves(number)
    assert list(moves) == [("no", 2), ("yes", 2)]
    assert moves["no", 2].guards == (Guard(2, some=False, shown=False),)
    assert moves["yes", 2].guards == (Guard(2, some=True, shown=False),)
    shows = found.moves(moves["yes", 2].after[0])["shows", 2, 1]
    assert shows.guards == (Guard(2, some=True, shown=True),)
    assert found.moves(found.start)["asks", 1].guards == ()


def test_a_guard_says_which_cards_are_meant() -> None:
    assert Guard(2, some=True, shown=False).cards(0b0110, 0b0100) == 0b0110
    assert Guard(2, some=True, shown=True).cards(0b0110, 0b0100) == 0b0100
    assert Guard(2, some=True, shown=True).cards(0b0110, 0b1000) == 0


def test_conjuncts_that_fail_stand_in_the_order_of_the_axiom() -> None:
    found = transition_system_of(2)
    parts = found.parts(found.start, ("no", 2))
    assert [str(part.conjunct) for part in parts] == [
        "ansphase",
        "ans_turn(2)",
        "question",
    ]
    assert all(part.fails for part in parts)
    number = found.moves(found.start)["asks", 1].after[0]
    parts = found.parts(number, ("shows", 2, 1))
    assert [(str(part.conjunct), part.fails) for part in parts] == [
        ("shared(old,set(old),2)", False),
        ("showphase", True),
    ]
    assert found.parts(number, ("no", 2))[0].conjunct == Conjunct(
        "disjoint", (("old",), 2)
    )


def test_only_what_is_walked_through_is_computed(shelf: TransitionSystemFiles) -> None:
    source = CountingSource()
    found = TransitionSystem(2, lambda: source, shelf)
    assert source.runs == 0
    found.moves(found.start)
    first = source.runs
    assert first > 0
    number = found.start
    for key in (("asks", 1), ("no", 2), ("noguess", 1), ("endturn", 1)):
        number = found.moves(number)[key].after[0]
    assert found.moves(number)
    assert source.runs == first
    names = {file.name for file in (cache_dir() or Path()).iterdir()}
    assert names == {f"{shelf.stem}-init0.json", f"{shelf.stem}-6.json"}


def test_what_was_computed_is_kept_on_disk(shelf: TransitionSystemFiles) -> None:
    fresh = reached(TransitionSystem(2, RememberedSource, shelf))
    again = CountingSource()
    assert reached(TransitionSystem(2, lambda: again, shelf)) == fresh
    assert again.runs == 0


def test_what_is_kept_needs_no_source(shelf: TransitionSystemFiles) -> None:
    def made() -> ClingoSource:
        pytest.fail("nothing is left to be computed")

    fresh = TransitionSystem(2, RememberedSource, shelf)
    again = TransitionSystem(2, made, shelf)
    assert again.state(again.start) == fresh.state(fresh.start)
    (file,) = (cache_dir() or Path()).iterdir()
    file.write_text("x\n[]", encoding="utf-8")
    assert TransitionSystem(2, RememberedSource, shelf).state(0) == fresh.state(0)
    assert shelf.read_initial() == fresh.state(0)


@pytest.mark.parametrize("harm", ["", "{}", "x\n[]", "cut", "flipped"])
def test_a_file_that_cannot_be_read_is_computed_again(
    shelf: TransitionSystemFiles, harm: str
) -> None:
    fresh = TransitionSystem(2, RememberedSource, shelf).moves(0)
    (file,) = (cache_dir() or Path()).glob("*-6.json")
    text = file.read_text(encoding="utf-8")
    harmed = {"cut": text[:-9], "flipped": text.replace("asks", "nos")}
    assert harmed["flipped"] != text
    file.write_text(harmed.get(harm, harm), encoding="utf-8")
    source = CountingSource()
    assert TransitionSystem(2, lambda: source, shelf).moves(0) == fresh
    assert source.runs > 0


def open_to_all(file: Path) -> None:
    file.chmod(0o666)


def open_to_the_group(file: Path) -> None:
    file.chmod(0o620)


def linked(file: Path) -> None:
    other = file.with_suffix(".other")
    file.rename(other)
    file.symlink_to(other)


def known_by_two_names(file: Path) -> None:
    file.with_suffix(".other").hardlink_to(file)


def of_another_user(_: Path) -> None:
    """Leave the file as it is: another user reads it."""


@pytest.mark.parametrize(
    "change",
    [open_to_all, open_to_the_group, linked, known_by_two_names, of_another_user],
)
def test_what_others_may_have_written_does_not_count(
    shelf: TransitionSystemFiles,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None],
) -> None:
    fresh = TransitionSystem(2, RememberedSource, shelf).moves(0)
    layer = shelf.read((1, 2))
    shelf.write(
        (1, 2), {k: dict(list(steps.items())[1:]) for k, steps in layer.items()}
    )
    (file,) = (cache_dir() or Path()).glob("*-6.json")
    assert (
        TransitionSystem(2, RememberedSource, shelf).moves(0) != fresh
    )  # it would be believed
    change(file)
    if change is of_another_user:
        owner = file.stat().st_uid
        monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert TransitionSystem(2, RememberedSource, shelf).moves(0) == fresh


def test_what_is_kept_is_the_users_alone(shelf: TransitionSystemFiles) -> None:
    before = os.umask(0)
    try:
        fresh = TransitionSystem(2, RememberedSource, shelf).moves(0)
    finally:
        os.umask(before)
    files = list((cache_dir() or Path()).iterdir())
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]
    source = CountingSource()
    assert TransitionSystem(2, lambda: source, shelf).moves(0) == fresh
    assert source.runs == 0


def test_a_file_under_the_name_of_another_does_not_count(
    shelf: TransitionSystemFiles,
) -> None:
    other = TransitionSystemFiles(2, "0" * 16)
    state = TransitionSystem(2, RememberedSource, shelf).state(0)
    shelf.write((1, 2), {state: {}})
    folder = cache_dir() or Path()
    (folder / f"{shelf.stem}-6.json").rename(folder / f"{other.stem}-6.json")
    assert other.read((1, 2)) == {}


@pytest.mark.parametrize("named", ["cache", "./cache", ""])
def test_a_cache_in_the_current_folder_does_not_count(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = cache_dir()
    assert folder
    assert tmp_path in folder.parents
    monkeypatch.setenv("HOME", "home")
    assert cache_dir() is None


def test_a_folder_that_cannot_be_written_is_no_error(
    shelf: TransitionSystemFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert TransitionSystem(2, RememberedSource, shelf).moves(0)


def test_other_axioms_have_other_files(shelf: TransitionSystemFiles) -> None:
    assert TransitionSystemFiles(2, "0" * 64).stem != shelf.stem
    assert TransitionSystemFiles(3, fingerprint()).stem != shelf.stem


@pytest.mark.parametrize("p", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_both_languages_make_the_same_diagram(p: int) -> None:
    from mystpy.engines.transition_system.by_prolog import PrologSource

    try:
        prolog = PrologSource()
    except EngineMissing:
        pytest.skip("SWI-Prolog is not installed")
    clingo = ClingoSource()
    assert prolog.initial(p) == clingo.initial(p)
    states = list(reached(transition_system_of(p)).values())
    assert steps_from(prolog, p, states) == steps_from(clingo, p, states)
    for state in states[:: p * 3]:
        assert parts_in(prolog, p, state) == parts_in(clingo, p, state)


def test_edited_axioms_make_another_diagram(axioms_copy: Path) -> None:
    edit(
        axioms_copy / "s2_07_possible_actions.lp",
        "    endphase(S),",
        "    guessphase(S),",
    )
    found = transition_system_of(2)
    number = found.start
    for key in (("asks", 1), ("no", 2)):
        number = found.moves(number)[key].after[0]
    assert ("endturn", 1) in found.moves(number)


def test_a_step_that_depends_on_the_cards_is_an_error(axioms_copy: Path) -> None:
    edit(
        axioms_copy / "s2_09_successor_state.lp",
        "endphase(do(noguess(I), S)) :- situation(do(noguess(I), S)).",
        "endphase(do(noguess(I), S)) :-\n"
        "    situation(do(noguess(I), S)), equals_pile(set(new)).",
    )
    with pytest.raises(AxiomError, match=r"\(2\.31e\): endphase.* it names new"):
        transition_system_of(2)
    with pytest.raises(AxiomError, match=r"after noguess\(1\) depends"):
        likely_steps()


def test_a_conjunct_about_cards_without_a_name_is_an_error(axioms_copy: Path) -> None:
    edit(
        axioms_copy / "s2_07_possible_actions.lp",
        "    disjoint(Q, J),",
        "    equals_pile(Q),",
    )
    with pytest.raises(AxiomError, match=r"equals_pile\(Q\).*\(2\.16\)"):
        transition_system_of(2)


def test_a_guard_the_wrong_way_round_is_an_error(
    axioms_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(
        axioms_copy / "s2_03_notation.lp",
        "    not h(J, X) : element(X, Q).",
        "    h(J, X) : element(X, Q).",
    )
    with pytest.raises(AxiomError, match=r"\(S2\.3\.3\): disjoint"):
        transition_system_of(2)
    with pytest.raises(AxiomError, match="depends on the cards"):
        likely_steps()


def likely_steps() -> object:
    """Return the steps that clingo computes, without the checks before."""
    source = ClingoSource()
    start = source.initial(2)
    return steps_from(source, 2, [start, *likely_states(start, (1, 2), 2)])


def test_without_its_axiom_an_action_is_an_error(axioms_copy: Path) -> None:
    text = (axioms_copy / "s2_07_possible_actions.lp").read_text(encoding="utf-8")
    start = text.index("poss(endturn(I), S) :-")
    edit(axioms_copy / "s2_07_possible_actions.lp", text[start:], "")
    found = transition_system_of(2)
    with pytest.raises(AxiomError, match=r"endturn\(1\)"):
        found.parts(found.start, ("endturn", 1))


def test_guess_and_end_of_turn_have_keys() -> None:
    assert key_of(Guess(1, frozenset())) == ("guess", 1)
    assert key_of(EndTurn(2)) == ("endturn", 2)
    assert key_of(No(2)) == ("no", 2)


def test_a_cache_that_cannot_be_a_folder_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mystpy").write_text("a file, where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = TransitionSystem(
        2, RememberedSource, TransitionSystemFiles(2, fingerprint())
    )
    assert reached(found) == reached(TransitionSystem(2, RememberedSource))


def test_a_full_disk_leaves_no_half_of_a_cache(
    shelf: TransitionSystemFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes, *_: object) -> int:
        path.write_text(data[: len(data) // 2].decode(), encoding="utf-8")
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        assert reached(TransitionSystem(2, RememberedSource, shelf))
    assert list((cache_dir() or Path()).iterdir()) == []


def test_a_cache_that_must_not_be_written_is_read_all_the_same(
    shelf: TransitionSystemFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = reached(TransitionSystem(2, RememberedSource, shelf))
    folder = cache_dir() or Path()
    kept = {file: file.read_bytes() for file in folder.iterdir()}
    next(file for file in folder.iterdir() if file.suffix == ".json").unlink()
    left = set(folder.iterdir())

    def refused(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    for name in ("write_bytes", "touch", "mkdir", "replace", "unlink"):
        monkeypatch.setattr(Path, name, refused)
    assert reached(TransitionSystem(2, RememberedSource, shelf)) == expected
    assert set(folder.iterdir()) == left
    assert all(file.read_bytes() == kept[file] for file in left)


@pytest.mark.slow
def test_ten_processes_share_an_empty_cache(shelf: TransitionSystemFiles) -> None:
    game = 'rules="myst", m=1, n=1, p=2, q=1'
    words = [
        sys.executable,
        "-m",
        "mystpy",
        "poss",
        "--game",
        game,
        "--engine",
        "worlds",
    ]
    processes = [begun(words) for _ in range(10)]
    answers = {process.communicate()[0] for process in processes}
    assert {process.returncode for process in processes} == {0}
    assert len(answers) == 1
    assert shelf.read((1, 2)) == TransitionSystemFiles(2, fingerprint()).read((1, 2))
    assert shelf.read((1, 2))
    assert not [file for file in (cache_dir() or Path()).iterdir() if file.is_dir()]


@pytest.mark.slow
def test_of_many_players_only_the_turns_that_are_met_are_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = TransitionSystem(3, ClingoSource)
    expected = set(arrows(whole))
    for at_once, by_turns in ((2, 50), (2, 2)):
        monkeypatch.setattr("mystpy.engines.transition_system.system._AT_ONCE", at_once)
        monkeypatch.setattr(
            "mystpy.engines.transition_system.system._BY_TURNS", by_turns
        )
        assert set(arrows(TransitionSystem(3, ClingoSource))) == expected
