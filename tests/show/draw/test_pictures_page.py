"""The pictures of docs/how-to/pictures.md are those that its commands make."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from tests.show.draw.geometry import faults, seen

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "how-to" / "pictures.md").read_text("utf-8")
COMMANDS = re.findall(r"^mystpy (draw .+) -o (docs/pictures/\S+)$", PAGE, re.M)


@pytest.mark.parametrize(("words", "path"), COMMANDS, ids=lambda one: one)
def test_a_picture_is_the_one_that_its_command_makes(
    words: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(cli, shlex.split(words))
    assert done.exit_code == 0
    kept = seen(Path(path).read_text("utf-8"))
    made = seen(done.stdout)
    assert list(faults(kept)) == []
    # Places may differ in the last digit between machines; texts may not.
    assert [text for text, _ in kept.texts] == [text for text, _ in made.texts]
    assert abs(kept.canvas.width - made.canvas.width) < 1


def test_every_picture_is_on_the_page() -> None:
    names = {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    assert {Path(path).name for _, path in COMMANDS} == names
    assert all(f"](../pictures/{name})" in PAGE for name in names)
