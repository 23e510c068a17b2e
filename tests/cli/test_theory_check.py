"""`mystpy theory check` of a folder of axioms."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.edits import NO_IS_FREE, edited
from tests.programs import needs

pytestmark = needs("swipl")


def test_methods_that_follow_an_edit_are_told(run: Run, tmp_path: Path) -> None:
    folder = edited(tmp_path / "mine", NO_IS_FREE)
    done = run("theory", "check", str(folder))
    marks = {x[5:].partition(":")[0]: x[:4].strip() for x in done.stdout.splitlines()}
    assert done.exit_code == 0, done.output
    assert marks == {
        **dict.fromkeys(("labels", "asp", "prolog", "worlds", "walk"), "yes"),
        "theorem": "yes",
        "players": "-",
        "solve": "-",
    }
    assert "(2.16)" in done.stdout


def test_a_label_that_one_language_lacks_is_named(run: Run, tmp_path: Path) -> None:
    folder = edited(tmp_path / "mine")
    path = folder / "s2_07_possible_actions.lp"
    text = path.read_text("utf-8").replace("% (2.16)", "% (X1)", 1)
    path.write_text(text, encoding="utf-8")
    done = run("theory", "check", str(folder), "--format", "json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["theory"]["name"] == "mine"
    (labels,) = (x for x in found["checks"] if x["name"] == "labels")
    assert labels["holds"] is False
    assert "(2.16) has no block in .lp files" in labels["detail"]
    assert "(X1) has no block in .pl files" in labels["detail"]


def test_another_sight_is_refused_by_name(run: Run, tmp_path: Path) -> None:
    edit = (
        "s2_03_notation.lp",
        "    element(X, Q),\n    h(J, X).",
        "    element(X, Q),\n    h(J, X),\n    not h(J, Y) : element(Y, Q), Y < X.",
    )
    folder = edited(tmp_path / "mine", (edit,))
    done = run("theory", "check", str(folder))
    assert "yes  asp:" in done.stdout
    assert "-    walk: refuses: (S2.3.4)" in done.stdout
    assert "-    theorem: refuses: (S2.3.4)" in done.stdout
