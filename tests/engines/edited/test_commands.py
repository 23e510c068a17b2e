"""Each edit of edits.toml by each command that reads axioms: right, or refused.

The commands are those of the command line, so that none is forgotten. All pairs of an
edit and a command are slow cases together; by day a few are run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.cli.command_table import COMMANDS
from tests.engines.edited.commands import ELSEWHERE, Commands
from tests.engines.edited.questions import Edit, edits
from tests.files.workloads import Answer, CrashServer, crash_server

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this system does not fork"
)

FROM_AXIOMS = {name for name, entry in COMMANDS.items() if entry.theory}

BY_SITUATIONS = {"exercise", "grade"}
"""Commands that follow who sees the card of a show if a table holds it."""

HERE = sorted(FROM_AXIOMS - ELSEWHERE)
EVERY = list(edits().values())


@pytest.fixture(scope="module")
def server() -> Iterator[CrashServer]:
    """Give the server of this module, started with the first question."""
    with crash_server() as made:
        yield made


def test_every_command_that_reads_axioms_is_asked() -> None:
    assert FROM_AXIOMS >= ELSEWHERE
    for name in HERE:
        assert hasattr(Commands, name), f"ask mystpy {name} under edited axioms"


@pytest.mark.alike(80)
@pytest.mark.parametrize("command", HERE)
@pytest.mark.parametrize("edit", EVERY, ids=lambda edit: edit.name)
def test_a_command_answers_right_or_refuses(
    edit: Edit, command: str, tmp_path: Path, server: CrashServer
) -> None:
    asked = Commands(edit, edit.made_in(tmp_path), server)
    for question, done, is_right in getattr(asked, command)():
        if is_refused(edit, done):
            followed = edit.part == "sight" and "walk" in edit.follows
            assert not (followed and command in BY_SITUATIONS), (question, done)
        else:
            assert done.status in (0, 1, 5), (question, done)
            assert edit.deterministic or command in ("axiom", "show"), question
            assert is_right(), (question, done.out, done.err)


def is_refused(edit: Edit, done: Answer) -> bool:
    said = done.err + done.out
    label = edit.names in said or re.search(r"\(\w+[.\w]*\)(: | and )", said)
    unmarked = done.status == 3 and '"result":"failed"' in done.out  # by grade
    return bool(label) and (unmarked or (done.status == 2 and "hint" in said))
