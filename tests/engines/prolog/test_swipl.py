"""A Prolog backend of another program answers like that of this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.engines.prolog import swipl as door
from mystpy.errors import EngineFailed
from tests.programs import ran


@pytest.fixture
def backend() -> Iterator[door.Swipl]:
    own = door.swipl()
    door.use_backend(lambda predicate, *texts: own._call(predicate, *texts))
    backend = door.swipl()
    backend._modules = own._modules  # there is one Prolog, which loads a file once
    yield backend
    door._one = own


def test_a_lent_prolog_answers(backend: door.Swipl) -> None:
    assert isinstance(backend, door.BackendSwipl)
    module = backend.module("myst")
    assert backend.ask(module, "member(X, [a, b])", "f(X)") == ("f", "a")
    assert backend.ask(module, "fail", "none") is None
    with pytest.raises(EngineFailed, match="atom_length"):
        backend.ask(module, "atom_length(_, L)", "L")


def test_a_lent_prolog_says_what_does_not_load(backend: door.Swipl) -> None:
    with pytest.raises(EngineFailed, match="does not load"):
        backend.module("no_such_rules")


@pytest.mark.parametrize("text", ["", "plain", "café", "ł", "𝕏 é ł"])
def test_texts_of_any_letters_go_in_and_come_out(text: str) -> None:
    module = door.swipl().module("myst")
    found = door.swipl()._call("at_once", module, f"(X = '{text}')-X")
    assert found.removeprefix("yes ").strip("'") == text


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="not on this system")
def test_goals_and_answers_are_not_kept() -> None:
    """This runs in a process of its own, so that nothing else changes its memory."""
    script = (
        "from pathlib import Path\n"
        "from mystpy.engines.prolog.swipl import swipl\n"
        "prolog = swipl()\n"
        "module = prolog.module('myst')\n"
        "text = 'x' * 20_000\n"
        "def asked(first):\n"
        "    for number in range(first, first + 400):\n"
        "        prolog.ask(module, f\"X = '{text}{number}'\", 'X')\n"
        "    prolog.ask(module, 'garbage_collect_atoms', 'done')\n"
        "    return int(Path('/proc/self/statm').read_text().split()[1]) * 4_096\n"
        "before = asked(0)\n"
        "print(asked(1_000) + asked(2_000) - 2 * before)\n"
    )
    # Each of 20,000 letters, in the goal and in the answer: 32 MB, were they kept.
    assert int(ran([sys.executable, "-c", script]).stdout) < 2 * 8_000_000


def test_a_goal_is_answered_though_the_one_before_is_stopped_too_late() -> None:
    """The signal may find no running goal; it must stop neither thread nor goal."""
    script = (
        "from mystpy.engines.prolog.swipl import swipl\n"
        "prolog = swipl()\n"
        "module = prolog.module('myst')\n"
        "for number in range(100):\n"
        "    prolog._call('cancel')\n"
        "    assert prolog.ask(module, f'X is {number} + 1', 'X') == number + 1\n"
        "print('right')\n"
    )
    assert ran([sys.executable, "-c", script]).stdout == "right\n"
