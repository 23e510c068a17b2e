"""The diagrams that come with mystpy are those of the axioms as they are now."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest

from mystpy.axioms import RULE_SETS, diagram_driver, fingerprint
from mystpy.engines.transition_system import shipped
from mystpy.engines.transition_system.by_prolog import PrologSource
from mystpy.engines.transition_system.cache import TransitionSystemFiles, cache_dir
from mystpy.engines.transition_system.orbits import all_layers
from mystpy.engines.transition_system.shipped import (
    DRIVERS,
    FOLDER,
    PLAYERS,
    ShippedTransitionSystem,
    file_name,
    file_text,
)
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.errors import EngineMissing
from tests.engines.transition_system.remembered_source import RememberedSource
from tests.engines.transition_system.test_complete import no_source, plainly
from tests.engines.transition_system.test_system import axioms_copy, edit, reached
from tests.sampling import part_by_day
from tools.diagrams import computed

__all__ = ["axioms_copy"]

EVERY = [*product(DRIVERS, PLAYERS)]
QUICK = {(driver, 2) for driver in DRIVERS[:1] + DRIVERS[-1:]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a copy of the files that is read instead of them, and can be damaged."""
    copytree(FOLDER, tmp_path / "shipped")
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "shipped")
    return tmp_path / "shipped"


@cache
def of_two() -> object:
    """Return the states and moves of two players as clingo finds them."""
    return plainly(TransitionSystem(2, RememberedSource))


def found(p: int, driver: str = DRIVERS[0]) -> ShippedTransitionSystem:
    return ShippedTransitionSystem(p, fingerprint(), driver)


@pytest.mark.parametrize(("driver", "p"), EVERY)
def test_every_file_is_of_these_axioms(driver: str, p: int) -> None:
    assert found(p, driver).exists, "the axioms have changed: run  make diagrams"


def test_there_are_no_other_files() -> None:
    names = {path.name for path in FOLDER.iterdir()}
    assert names == {file_name(p, driver) for driver, p in EVERY}


def test_every_kind_of_game_has_its_diagrams() -> None:
    assert {diagram_driver(rules) for rules in RULE_SETS} == set(DRIVERS)


@pytest.mark.parametrize(
    ("driver", "p"),
    [
        pytest.param(*case, marks=() if case in QUICK else pytest.mark.slow)
        for case in EVERY
    ],
)
def test_a_file_is_what_the_axioms_give(driver: str, p: int) -> None:
    text = (FOLDER / file_name(p, driver)).read_text("utf-8")
    assert text == computed(p, driver), "run  make diagrams"


@pytest.mark.parametrize("driver", DRIVERS)
def test_prolog_gives_the_same_file(driver: str) -> None:
    try:
        source = PrologSource(driver)
    except EngineMissing:
        pytest.skip("SWI-Prolog is not installed")
    initial = source.initial(2)
    text = file_text(2, fingerprint(), initial, all_layers(source, 2, initial))
    assert text == (FOLDER / file_name(2, driver)).read_text("utf-8")


def test_all_layers_are_read_though_not_all_are_in_the_file() -> None:
    source = RememberedSource()
    layers = all_layers(source, 3, source.initial(3))
    kept = found(3)
    assert {still_in: kept.layer(still_in) for still_in in layers} == layers
    assert (
        len(layers) > len((FOLDER / file_name(3, DRIVERS[0])).read_text().split()) / 3
    )


@pytest.mark.parametrize("driver", DRIVERS)
def test_nothing_is_left_to_be_computed(driver: str) -> None:
    for p in part_by_day(PLAYERS, 2):
        whole = TransitionSystem(p, no_source, None, found(p, driver))
        whole.complete()
        assert reached(whole)


def test_it_is_what_is_reached_step_by_step() -> None:
    shipped_one = TransitionSystem(2, no_source, None, found(2))
    assert plainly(shipped_one) == of_two()


def test_other_numbers_of_players_are_kept_by_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = 7, fingerprint(), DRIVERS[0]
    assert not found(7).exists
    whole = TransitionSystem(
        7,
        RememberedSource,
        TransitionSystemFiles(*kept),
        ShippedTransitionSystem(*kept),
    )
    assert whole.moves(whole.start)
    again = TransitionSystem(
        7, no_source, TransitionSystemFiles(*kept), ShippedTransitionSystem(*kept)
    )
    assert again.moves(again.start) == whole.moves(whole.start)


def test_nothing_is_written_where_all_comes_with_mystpy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = 3, fingerprint(), DRIVERS[0]
    reached(
        TransitionSystem(
            3, no_source, TransitionSystemFiles(*kept), ShippedTransitionSystem(*kept)
        )
    )
    assert not (cache_dir() or tmp_path).exists()


def test_a_state_that_does_not_come_with_mystpy_is_computed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = 2, fingerprint(), DRIVERS[0]

    def steps(source: type[RememberedSource]) -> object:
        whole = TransitionSystem(
            2, source, TransitionSystemFiles(*kept), ShippedTransitionSystem(*kept)
        )
        odd = whole.state(whole.start)._replace(phases=("endphase", "guessphase"))
        return whole.moves(whole.number(odd)).keys()

    assert steps(RememberedSource)
    assert steps(no_source) == steps(RememberedSource)  # type: ignore[arg-type]


def test_edited_axioms_never_meet_a_file(axioms_copy: Path) -> None:
    edit(
        axioms_copy / "s2_07_possible_actions.lp",
        "    endphase(S),",
        "    guessphase(S),",
    )
    assert not found(2).exists
    whole = transition_system_of(2)
    number = whole.start
    for key in (("asks", 1), ("no", 2)):
        number = whole.moves(number)[key].after[0]
    assert ("endturn", 1) in whole.moves(number)


@pytest.mark.parametrize("harm", ["empty", "other", "no text", "gone"])
def test_a_file_that_is_none_counts_as_absent(folder: Path, harm: str) -> None:
    path = folder / file_name(2, DRIVERS[0])
    other = (folder / file_name(3, DRIVERS[0])).read_bytes()
    contents = {"empty": b"", "other": other, "no text": b"\xff\xfe"}
    path.unlink()
    if harm in contents:
        path.write_bytes(contents[harm])
    kept = found(2)
    assert not kept.exists
    assert kept.initial() is None
    assert kept.layer((1, 2)) == {}


@pytest.mark.parametrize("harm", [("asks", "nos"), ("1,2 ", "1,3 "), ("]}\n", "\n")])
def test_a_damaged_line_is_computed_again(folder: Path, harm: tuple[str, str]) -> None:
    path = folder / file_name(2, DRIVERS[0])
    path.write_text(path.read_text("utf-8").replace(*harm), "utf-8")
    whole = TransitionSystem(2, RememberedSource, None, found(2))
    assert plainly(whole) == of_two()
    assert found(2).layer((1, 2)) == {}


def test_axioms_that_tell_players_apart_have_no_file() -> None:
    source = RememberedSource()
    initial = source.initial(2)
    layers = {
        still_in: dict(x) for still_in, x in all_layers(source, 2, initial).items()
    }
    layers[2,] = {}
    with pytest.raises(ValueError, match="differ"):
        file_text(2, "", initial, layers)
