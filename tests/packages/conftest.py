"""How many runs by theory.lp and theory.pl are compared: fewer by day."""

from __future__ import annotations

import pytest

from mystpy.packages.prolog_runs import comparison_checks
from tests.sampling import is_nightly


@pytest.fixture
def few_compared_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare 300 runs where `theory check` compares thousands."""
    if not is_nightly():
        for limit in ("MAX_RUNS_OF_A_START", "MAX_RUNS_COMPARED"):
            monkeypatch.setattr(comparison_checks, limit, 300)
