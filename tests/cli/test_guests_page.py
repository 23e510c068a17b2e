"""docs/how-to/guests.md: the program, the file and the commands of the page work."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from tests.cli.conftest import ROOT, Run

PAGE = (ROOT / "docs" / "how-to" / "guests.md").read_text("utf-8")


def block(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_of_the_page_plays_in_a_tournament(
    run: Run, tmp_path: Path
) -> None:
    (program,), (table, *_) = block("python"), block("toml")
    player = tmp_path / "my_player.py"
    player.write_text(program)
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(player))}"
    assert "python my_player.py" in table
    (tmp_path / "table.toml").write_text(table.replace("python my_player.py", command))
    (tmp_path / "said").mkdir()
    play, audit = (line.removeprefix("$ ").strip() for line in block("console"))
    words = [
        str(tmp_path / word) if word in ("table.toml", "games.jsonl", "said") else word
        for word in shlex.split(play)[1:]
    ]
    done = run(*words)
    assert done.exit_code == 0, done.output
    assert "by a fault" not in done.stdout
    assert "mine by seat" in done.stdout
    names = sorted(path.name for path in (tmp_path / "said").iterdir())
    assert re.fullmatch(r"game-000000-seat-\d-mine\.jsonl", names[0])
    told = shlex.split(audit)
    assert re.sub(r"seat-\d", "seat-1", names[0]) == Path(told[-1]).name
    done = run("audit", str(tmp_path / "said" / names[0]))
    assert done.exit_code == 0, done.output
    assert "1 game" in done.stdout
    every = [str(tmp_path / "said" / name) for name in names]
    done = run("audit", *every)
    assert done.exit_code == 0, done.output
    assert f"{len(every)} games" in done.stdout
