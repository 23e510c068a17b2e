"""Damages to certificates, and the separate program's verdicts on them."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

CHECKER = Path(__file__).parents[2] / "tools" / "check_certificate.py"

Damage = Callable[[dict[str, Any]], None]


def put(key: str, value: object) -> Damage:
    """Set another value for a key."""

    def change(document: dict[str, Any]) -> None:
        document[key] = value

    change.__name__ = f"{key}={value}"
    return change


def without(key: str) -> Damage:
    """Remove a key."""

    def change(document: dict[str, Any]) -> None:
        del document[key]

    change.__name__ = f"no {key}"
    return change


def myst(m: int, n: int, p: int, q: int) -> Damage:
    """Set another game."""
    return put("game", {"rules": "myst", "m": m, "n": n, "p": p, "q": q})


@cache
def checker() -> Callable[[list[str]], int]:
    """Return the separate program as a function, to be called for each damage."""
    main: Callable[[list[str]], int] = runpy.run_path(str(CHECKER))["main"]
    return main


def damaged(
    text: str, damage: Damage, folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[dict[str, Any], str]:
    """A damaged certificate, and the separate program's reason to refuse it."""
    document: dict[str, Any] = json.loads(text)
    damage(document)
    assert json.dumps(document) != json.dumps(json.loads(text))  # true is 1 for Python
    path = folder / "certificate.json"
    path.write_text(json.dumps(document), "utf-8")
    assert checker()([str(path)]) == 1
    said = capsys.readouterr().out
    assert said.splitlines()[-1].startswith("wrong: ")
    return document, said
