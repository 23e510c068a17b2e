"""Tests that need an engine are skipped where it is missing; here it may not be."""

from __future__ import annotations

import shutil

import pytest

from mystpy.engines import ENGINE_NAMES, get_engine


def test_swipl_is_installed() -> None:
    assert shutil.which("swipl"), "make setup installs SWI-Prolog"


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_every_engine_starts(name: str) -> None:
    assert get_engine(name).name
