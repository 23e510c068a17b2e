"""How many answers the tests of certificates compare: by day those of one short run."""

from __future__ import annotations

import pytest

from mystpy.packages.certificates import compared_answers
from tests.sampling import is_nightly


@pytest.fixture
def few_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare answers in one small game, for they take most of the time by far."""
    if not is_nightly():
        monkeypatch.setattr(compared_answers, "GAMES", 1)
        monkeypatch.setattr(compared_answers, "DEPTH", 4)
