"""A Prolog that another program lends answers as that of this process does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mystpy.engines.prolog import swipl as door
from mystpy.errors import EngineFailed


@pytest.fixture
def lent() -> Iterator[door.Swipl]:
    own = door.swipl()
    door.lend(lambda predicate, *texts: own._call(predicate, *texts))
    lent = door.swipl()
    lent._modules = own._modules  # there is one Prolog, which loads a file once
    yield lent
    door._one = own


def test_a_lent_prolog_answers(lent: door.Swipl) -> None:
    assert isinstance(lent, door.LentSwipl)
    module = lent.module("myst")
    assert lent.ask(module, "member(X, [a, b])", "f(X)") == ("f", "a")
    assert lent.ask(module, "fail", "none") is None
    with pytest.raises(EngineFailed, match="atom_length"):
        lent.ask(module, "atom_length(_, L)", "L")


def test_a_lent_prolog_says_what_does_not_load(lent: door.Swipl) -> None:
    with pytest.raises(EngineFailed, match="does not load"):
        lent.module("no_such_rules")
