"""The stand-in for numpy that the page ships, held to numpy itself."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.programs import ran

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "page" / "stand_in"

SCRIPT = """
import json, sys
import numpy as np
with open(sys.argv[1]) as file:
    found = []
    for name, values in json.load(file):
        a, b, m, two = (np.array(values[k]) for k in ("a", "b", "m", "two"))
        n = len(a)
        try:
            found.append(eval(name))
        except Exception as error:
            found.append(f"{type(error).__name__}")
def plain(x):
    if isinstance(x, (tuple, list)):
        return [plain(y) for y in x]
    return x.tolist() if hasattr(x, "tolist") else x
print(json.dumps([plain(x) for x in found]))
"""
ASKED = (
    *("a + b", "a - b", "a * b", "a * 2 + 1", "7 - a", "a // 3", "a % 3", "a / 4"),
    *("a < b", "a == b", "a != 1", "~m", "m & (a > 0)", "m | (b > 0)", "m ^ m", "-a"),
    *("a[m]", "a[~m]", "a[::-1]", "a[1:]", "a[:-1]", "a[b % n]", "m + m", "m * m"),
    *("a.sum()", "m.sum()", "a.min()", "a.max()", "m.any()", "m.all()"),
    *("a.cumsum()", "np.cumsum(m)", "np.flatnonzero(m)", "np.count_nonzero(a)"),
    *(
        "np.unique(a)",
        "np.unique(a, return_inverse=True)",
        "np.unique(a, return_index=True, return_counts=True)",
        "np.unique(two, axis=0)",
    ),
    *("np.argsort(a, kind='stable')", "np.lexsort((a, b))", "np.sort(a)", "np.diff(a)"),
    "np.unravel_index(np.arange(12), (2, 3, 2))",
    "np.ravel_multi_index((a % 2, b % 3), (2, 3))",
    "np.arange(12).reshape(3, 4)[np.ix_([0, 2], [1, 3])]",
    "np.frombuffer(bytes([0, 1, 2]), np.uint8).astype(np.bool_)",
    *("np.bincount(b % n, minlength=4)", "np.repeat(a, b % 3)", "np.repeat(two, 2, 0)"),
    *("np.concatenate([a, b])", "np.stack([a, b])", "np.stack([a, b], axis=1)"),
    *("np.subtract.outer(a, b)", "np.where(m, a, b)", "np.where(m, a, 0.5)"),
    *("np.minimum(a, b)", "np.maximum(a, 1)", "np.abs(a)", "np.divmod(a, 3)"),
    *("np.logical_and(m, a)", "np.logical_not(a)", "np.logical_xor(m, a > 0)"),
    *("two[:, 0]", "two[::-1, 1]", "two.T", "two.reshape(-1)", "two[m[:2]]", "two[1]"),
    *("two[[1, 0]]", "two[:, [1, 0]]", "two[[0, 1], [1, 0]]", "two.sum(axis=0)"),
    *("two.sum(axis=1)", "two.max(axis=0)", "two.min(axis=1)"),
    *(
        "two[:, None, :] - two[None, :, :]",
        "two + two[0]",
        "two.T.ravel()",
        "two[..., 0]",
    ),
    *("two @ two.T", "two @ two[0]", "np.nonzero(two)", "np.isin(a, b)", "a**2"),
    *(
        "np.searchsorted(np.sort(a), b)",
        "np.array_equal(a, b)",
    ),
    *("np.hypot(3 * a, 4 * a)", "np.add.reduceat(a, np.arange(n))", "np.tile(a, 2)"),
    *("np.fromiter((x * x for x in range(n)), np.int64)", "np.fromiter(a, float)"),
    *(
        "np.eye(2) @ two",
        "np.diag(two[0])",
        "np.full((2, 2), a[0])",
        "a << 2",
        "a >> 1",
    ),
    *(
        "np.broadcast_to(two[0], (3, 2))",
        "np.any([m, a > b], axis=0)",
    ),
    *(
        "two[:, np.array([[0, 1], [1, 1]])]",
        "a[np.array([-1])]",
    ),
    *(
        "np.hstack([a, b])",
        "np.hstack([two, two.T])",
        "np.vstack([a, b])",
        "np.gcd(a, b)",
    ),
    *(
        "np.vstack([two, two])",
        "np.ones_like(a)",
        "np.zeros_like(two)",
        "np.floor(a / 4)",
    ),
    *("np.bincount(b % n, a)", "np.bincount(b % n, a / 4, 9)", "a[:0].max(initial=1)"),
    *(
        "np.maximum.reduceat(a, np.arange(0, n, 2))",
        "two[:, m[:2]]",
        "np.lexsort((-a, b))",
    ),
    *("np.logical_or.reduceat(m, np.arange(0, n, 2))", "a.astype(float, copy=False)"),
    *("np.divide(a, b, out=np.ones(n), where=b > 0)", "np.array([2**70], np.int64)"),
    *(
        "[x := a + 0, np.subtract.at(x, b % n, 2), x][-1]",
        "np.full(2, -3, object) + a[:2]",
    ),
    *(
        "a.astype(object) * 2**70",
        "(a.astype(object) << 70) // 3",
        "a.astype(object) / 4",
    ),
    *("np.zeros(2, object)", "np.array([2**70, 1], object)[::-1]", "np.unique(a * m)"),
    *("a.astype(object).sum() + 2**70", "np.where(m, a.astype(object) * 2**70, 1)"),
    "abs((s := two @ two.T) @ (e := np.linalg.eigh(s))[1] - e[1] * e[0]) < 1e-9",
    "abs(np.linalg.inv(s := two @ two.T + np.eye(2)) @ s - np.eye(2)) < 1e-9",
    "a - a[:, None]",
    *(
        "np.stack([two, two.T], axis=1)",
        "np.moveaxis(two[None] + a[:, None, None], -1, 0)",
    ),
    *("np.concatenate([two[None], two.T[None]], axis=2)", "np.clip(a, -2, 3)"),
    *("np.ptp(a)", "a.argmin()", "np.einsum('ij,j->i', two, two[0])"),
    "(two / 2).copy().view(complex).view(float)",
    "np.array([1 + 2j, 3j])[:, None].view(float)",
    "[*map(list, (two > 0).nonzero())]",
    "two - two[:, :1]",
    "a.__setitem__(m, b[m]) or a.__setitem__(b % n, 7) or a",
)
"""Expressions over two arrays of numbers, a mask, and a matrix."""


def run(folder: Path, given: Any, *, stand_in: bool) -> Any:
    """Return the values of the expressions, with numpy or its stand-in."""
    path = folder / "given.json"
    path.write_text(json.dumps(given), "utf-8")
    env = os.environ | ({"PYTHONPATH": str(STAND_IN)} if stand_in else {})
    done = ran([sys.executable, "-c", SCRIPT, str(path)], env=env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def values(a: list[int], b: list[int], m: list[bool], two: list[int]) -> dict[str, Any]:
    n = min(len(a), len(b), len(m))
    rows = [two[k : k + 2] for k in (0, 2)]
    return {"a": a[:n], "b": b[:n], "m": m[:n], "two": rows}


def test_its_functions_say_what_those_of_numpy_say(
    tmp_path: Path,
) -> None:
    numbers = st.integers(-9, 9)
    drawn: list[dict[str, Any]] = []

    @settings(max_examples=40, deadline=None, database=None, derandomize=True)
    @given(
        st.lists(numbers, min_size=2, max_size=7),
        st.lists(numbers, min_size=2, max_size=7),
        st.lists(st.booleans(), min_size=7, max_size=7),
        st.lists(numbers, min_size=4, max_size=4),
    )
    def draw(a: list[int], b: list[int], m: list[bool], two: list[int]) -> None:
        drawn.append(values(a, [abs(x) for x in b], m, two))

    draw()
    asked = [(name, row) for row in drawn for name in ASKED]
    real = run(tmp_path, asked, stand_in=False)
    ours = run(tmp_path, asked, stand_in=True)
    wrong = [
        (name, row, ok, found)
        for (name, row), ok, found in zip(asked, real, ours, strict=True)
        if json.dumps(ok) != json.dumps(found)
    ]
    assert not wrong, wrong[:3]
    assert len(asked) > 3000


def test_what_it_lacks_says_its_name() -> None:
    script = "import numpy\ntry: numpy.fft\nexcept AttributeError as e: print(e)"
    env = os.environ | {"PYTHONPATH": str(STAND_IN)}
    done = ran([sys.executable, "-c", script], env=env)
    assert "numpy.fft is not in the stand-in" in done.stdout


DRAWN = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
import models
for row in models.models():
    # Of the eigenvectors of these there is a choice: worlds can be exchanged.
    if not row["name"].startswith(("surprise-exam", "agents-")):
        drawn = models.model(row["text"], []).get("svg") or ""
        print(row["name"], hashlib.sha256(drawn.encode()).hexdigest())
"""


def test_all_models_of_the_page_are_drawn_alike_with_it() -> None:
    words, said = [sys.executable, "-c", DRAWN, str(ROOT / "page")], []
    for path in (str(ROOT), f"{STAND_IN}{os.pathsep}{ROOT}"):
        done = ran(words, env=os.environ | {"PYTHONPATH": path})
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1]
    assert said[0].count("\n") > 15


FEW = ("tests/kripke/test_formulas.py",)
ALL = ("tests/kripke", "--ignore", "tests/kripke/my_number")


@pytest.mark.parametrize(
    "tests", [FEW, pytest.param(ALL, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_models_are_the_same_with_it(tests: tuple[str, ...]) -> None:
    env = os.environ | {"PYTHONPATH": f"{STAND_IN}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = ran([*words, *tests], env=env, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]


def test_this_process_has_the_real_one() -> None:
    assert not hasattr(np, "stand_in")


def test_a_distribution_of_pyodide_must_have_a_wheel_of_numpy(tmp_path: Path) -> None:
    folders = (str(tmp_path / "none"), str(tmp_path))
    done = ran([sys.executable, "-c", PAGES, str(ROOT / "tools"), *folders])
    first, second = done.stdout.splitlines()
    assert first.startswith("there is no folder"), done.stderr
    assert "has no numpy-*-cp314" in second


PAGES = """
import sys
sys.path.insert(0, sys.argv[1])
import page
for folder in sys.argv[2:]:
    sys.argv[1:] = ["site", "--pyodide", folder]
    try:
        page.main()
    except SystemExit as end:
        print(end)
"""
