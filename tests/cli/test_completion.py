"""Words that a shell completes, and what it shows beside them."""

from __future__ import annotations

import click
import pytest
from click.shell_completion import CompletionItem

from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS


def shown(items: list[CompletionItem[str]]) -> list[tuple[str, str | None, str]]:
    return [(item.value, item.help, item.type) for item in items]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_beside_a_command_is_that_of_the_command(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.get_short_help_str(limit=80) == COMMANDS[name].line


@pytest.mark.parametrize("begun", ["", "a", "no", "s", "x", "-", "--", "--v", "ask"])
def test_what_is_completed_is_what_click_completes(begun: str) -> None:
    ctx = click.Context(cli)
    found = cli.shell_complete(ctx, begun)
    assert shown(found) == shown(click.Group.shell_complete(cli, ctx, begun))
