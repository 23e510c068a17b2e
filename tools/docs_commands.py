"""The reference of the commands, made from their help.

    python -m tools.docs_commands [--check]

It writes `docs/reference/commands.md`, the list of all commands in their groups; with
--check it only compares the file, and exits with 1 if it is old. The site has a page
for each command: `command_pages` makes them while the site is built.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS, commands_by_group

ROOT = Path(__file__).parent.parent
LIST = ROOT / "docs" / "reference" / "commands.md"
SCHEMAS = ROOT / "docs" / "schema"
PAGE = "reference/commands"
"""The address of the list of the commands."""
SPECIAL = re.compile(r"([\\*_\[\]<>|#~{}$])")
OPTION = re.compile(r"(?<![\w-])(--[a-z](?:[a-z-]*[a-z])?)(?![\w-])")
ITEM = re.compile(r"^- `mystpy (\w+)`", re.M)
HEAD = """\
# Commands

`mystpy COMMAND --help` and `mystpy help COMMAND` print the help of a command. The
site has a page for each command, made from the same help, with all options and
examples. [Exit statuses and messages](exit-status.md) and
[the schemas of the JSON answers](../schema/README.md) are the same for all commands.
Most commands read [query files](query-files.md), and formulas in
[the formula language](formula-language.md).
"""


def command_page(name: str) -> str:
    """Return the address of the page of a command."""
    return f"{PAGE}/{name}"


def command_list() -> str:
    """Return the page that lists all commands in their groups."""
    parts = [HEAD]
    for group, names in commands_by_group().items():
        items = [f"- `mystpy {name}`: {COMMANDS[name].line}" for name in names]
        parts.append(f"## {group}\n\n" + "\n".join(items) + "\n")
    return "\n".join(parts)


def with_pages(text: str) -> str:
    """Return the list of the commands with a link to the page of each."""
    return ITEM.sub(rf"- [`mystpy \1`](site:{PAGE}/\1)", text)


def command_pages() -> Iterator[tuple[str, str]]:
    """Yield the address and the Markdown text of each command's page."""
    top = click.Context(cli, info_name="mystpy", **cli.context_settings)
    for name in COMMANDS:
        command = cli.get_command(top, name)
        if command is None:
            raise ValueError(f"mystpy has no command {name}")
        context = click.Context(command, parent=top, info_name=name)
        yield command_page(name), page_of(name, command, context)


def page_of(name: str, command: click.Command, context: click.Context) -> str:
    """Return the page of a command: its usage, its help, and its options."""
    usage = " ".join(["mystpy", name, *command.collect_usage_pieces(context)])
    parts = [f"# mystpy {name}", fenced(usage)]
    parts += help_parts(command.help or "")
    options = [
        f"- {code(record[0])}: {escaped(record[1])}"
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option)
        and (record := parameter.get_help_record(context))
    ]
    parts.append("## Options\n\n" + "\n".join(options))
    if schemas := schemas_of(name):
        parts.append("## JSON\n\n" + "\n".join(schemas))
    return "\n\n".join(parts) + "\n"


def help_parts(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; those that click does not wrap, as code."""
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if not paragraph.lstrip().startswith("\b"):
            yield escaped(" ".join(paragraph.split()))
            continue
        lines = textwrap.dedent(paragraph.strip().removeprefix("\b\n")).splitlines()
        title = lines[0].strip() if lines[0].strip().endswith(":") else ""
        if title:
            lines = lines[1:]
            heading = title.removesuffix(":")
            yield f"## {heading}" if heading == "Examples" else title
        yield fenced(textwrap.dedent("\n".join(lines)))


def schemas_of(name: str) -> list[str]:
    """Return an item for each schema whose title names a command."""
    titles = {
        path.name: str(json.loads(path.read_text("utf-8")).get("title", ""))
        for path in sorted(SCHEMAS.glob("*.json"))
    }
    return [
        f"- [`{file}`](../schema/{file}): {escaped(title)}"
        for file, title in titles.items()
        if re.search(rf"\bmystpy {name}\b", title)
    ]


def fenced(text: str) -> str:
    """Return a text as a block of code."""
    return f"```console\n{text.strip()}\n```"


def code(text: str) -> str:
    """Return a text as code within a line."""
    return f"`{text}`"


def escaped(text: str) -> str:
    """Return a text for Markdown; options are shown as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return SPECIAL.sub(r"\\\1", text).replace("`", "\\`")
    parts[::2] = [OPTION.sub(r"`\1`", SPECIAL.sub(r"\\\1", x)) for x in parts[::2]]
    return "`".join(parts)


def main() -> None:
    """Write the list of the commands, or compare it."""
    reader = argparse.ArgumentParser(description="List the commands.")
    reader.add_argument("--check", action="store_true")
    new = command_list()
    if not reader.parse_args().check:
        LIST.write_text(new, "utf-8")
    elif not LIST.is_file() or LIST.read_text("utf-8") != new:
        sys.exit(f"{LIST.name} is old: run python -m tools.docs_commands")


if __name__ == "__main__":
    main()
