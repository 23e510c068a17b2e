"""A drawn world has its whole name, and its true atoms or their number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.kripke.puzzles.setting import arrange
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.show.draw.layout.captions import MOST, NOTHING, captions
from mystpy.show.draw.model_dot import model_dot
from mystpy.show.draw.model_svg import model_svg
from tests.kripke.random_models import models
from tests.show.draw.geometry import faults, seen


def puzzle(name: str) -> Model:
    """Return the model of a puzzle before anything is said."""
    return ExplicitPuzzle(arrange(find_puzzle(name))).model


def model_of(names: list[str], true: list[list[str]]) -> Model:
    """Return worlds that one agent cannot tell apart, with what is true in them."""
    atoms = dict.fromkeys(atom for each in true for atom in each)
    return Model(
        names,
        ("a",),
        (Partition.universal(len(names)),),
        {atom: np.array([atom in each for each in true]) for atom in atoms},
    )


def test_what_is_true_in_a_world_is_told_however_long_it_is() -> None:
    found = {
        one.full.split(":")[0]: one for one in captions(puzzle("drinking-logicians"))
    }
    assert found["(1,1,1)"].below == ("beer(1), beer(2),", "beer(3)")
    assert found["(1,0,1)"].below == ("beer(1), beer(3)",)
    assert found["(0,0,0)"].below == (NOTHING,)


@pytest.mark.parametrize("name", ["hats-and-a-wall", "drinking-logicians"])
def test_names_are_never_cut(name: str) -> None:
    model = puzzle(name)
    for world, one in enumerate(captions(model)):
        assert "".join(one.main) == model.names[world]
    assert list(faults(seen(model_svg(ModelState(model, 0), name)))) == []


def test_what_does_not_fit_is_counted() -> None:
    atoms = [f"atom_number({k})" for k in range(20)]
    few, many = captions(model_of(["u", "v"], [atoms[:3], atoms]))
    shown = (f"{atoms[0]},", f"{atoms[1]},", atoms[2])
    assert (few.below, many.below) == (shown, (*shown, "+17 more"))
    assert len(many.below) == MOST
    assert many.full == f"v: {', '.join(atoms)}"
    dot = model_dot(ModelState(model_of(["u", "v"], [atoms[:3], atoms]), 0), "Two")
    assert 'label="v\\natom_number(0),\\natom_number(1),\\natom_number(2)\\n+17' in dot


def test_worlds_that_look_alike_are_numbered_and_lose_nothing() -> None:
    atoms = [f"atom_number({k})" for k in range(20)]
    alike = model_of(["u", "u", "w"], [atoms, [*atoms[:-1], "p"], ["p"]])
    first, second, other = captions(alike)
    assert (first.main, second.main) == (("u",), ("u",))
    assert first.below[-2:] == ("+17 more", "#1")
    assert second.below[-2:] == ("+17 more", "#2")
    assert other.below == ("p",)


def test_after_an_event_what_is_true_is_told_too() -> None:
    names = ["somewhere,something", "elsewhere,something"]
    found = captions(model_of(names, [["p", "q"], []]))
    assert found[0].main == ("somewhere",)
    assert [one.below for one in found] == [
        ("something", "p, q"), ("something", "¬p, ¬q")
    ]  # fmt: skip


@given(models(atoms=3), st.integers(1, 60))
def test_captions_are_as_many_as_worlds_and_all_different(
    model: Model, long: int
) -> None:
    names = [f"{name},{'x' * long}" for name in model.names]
    worlds = Model(names, model.agents, model.relations, model.valuation)
    found = captions(worlds)
    assert len({(one.main, one.below) for one in found}) == len(worlds)
    for world, one in enumerate(found):
        text = " ".join((*one.main, *one.below))
        assert all(atom in text for atom in worlds.true_at(world))
        assert "x" * long in text
