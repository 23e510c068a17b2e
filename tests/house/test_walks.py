"""The tool that counts what a command passes on its way."""

from __future__ import annotations

from tools.walks import USES, DealEngine


def test_a_move_of_a_tournament_passes_several_packages_and_their_modules() -> None:
    walk = DealEngine()
    USES["a move of a tournament"](walk)
    _, (packages, modules, functions, links, back, calls) = walk.row("a move")
    assert 3 < packages < modules < functions
    assert modules - 1 <= links <= calls
    assert 0 < back < links
