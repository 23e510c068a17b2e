"""A frozen sample of what must not change: names, options, keys, exit statuses.

    python -m tests.stable.sample --write

adds new names to `sample.json`. A name that is missing or differs is a breaking change,
see docs/reference/stability.md; `--break` freezes the sample again in spite of it, for
a major version.
"""

from __future__ import annotations

import enum
import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from mystpy.arena import file as tournaments
from mystpy.cli import cli, status
from mystpy.exercises import exercise
from mystpy.game import table as games
from mystpy.kripke.files import given_steps, model_file
from mystpy.kripke.puzzles import puzzle_file
from mystpy.packages.theory_files import merged_declarations
from mystpy.questions import query
from mystpy.records.format import keys as records
from tests.house.package import ROOT
from tests.house.public_names import documented, function_of

FILE = Path(__file__).parent / "sample.json"
SCHEMAS = ROOT / "docs" / "schema"

Sample = dict[str, Any]


def sample() -> Sample:
    """Return the sample as it is now."""
    return {
        "python": dict(python_names()),
        "commands": {name: options(command) for name, command in commands(cli, "")},
        "json": {path.stem: json_keys(path) for path in sorted(SCHEMAS.glob("*.json"))},
        "statuses": statuses(),
        "files": file_keys(),
    }


def python_names() -> Iterator[tuple[str, Any]]:
    """Yield the public names, each with its parameters, members or fields."""
    for each in documented():
        value = each.value
        if isinstance(value, enum.EnumType):
            members: list[Any] = list(value)
            yield each.name, {one.name: one.value for one in members}
        elif each.kind != "data":
            yield each.name, parameters(inspect.unwrap(value))  # type: ignore[arg-type]
        else:
            yield each.name, {}
        for name, member in each.methods():
            function = function_of(member)
            is_attribute = isinstance(member, property) or not callable(function)
            yield name, {} if is_attribute else parameters(function)


def parameters(function: Any) -> dict[str, str]:
    """Return the parameters of a function with their kinds, types and defaults."""
    found = inspect.signature(function).parameters.values()
    return {
        each.name: f"{each.kind.name.lower()}: {each.annotation}{_default(each)}"
        for each in found
        if each.name not in ("self", "cls")
    }


def _default(parameter: inspect.Parameter) -> str:
    return "" if parameter.default is parameter.empty else f" = {parameter.default!r}"


def commands(group: click.Group, before: str) -> Iterator[tuple[str, click.Command]]:
    """Yield all commands with their subcommands."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{before}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")


def options(command: click.Command) -> dict[str, str]:
    """Return the options and arguments of a command: whether they take a value."""
    found: dict[str, str] = {}
    for each in command.params:
        if isinstance(each, click.Option):
            kind = "flag" if each.is_flag else f"value {_choices(each)}".strip()
            found |= dict.fromkeys((*each.opts, *each.secondary_opts), kind)
        elif each.name:
            found[each.name.upper()] = f"argument, {each.nargs}"
    return found


def _choices(option: click.Option) -> str:
    choices = getattr(option.type, "choices", ())
    return " ".join(map(str, choices))


def json_keys(path: Path) -> dict[str, str]:
    """Return the keys of an answer with their types; some are always there."""
    schema = json.loads(path.read_text("utf-8"))
    required = schema.get("required", ())
    return {
        key: f"{_json_type(value)}{', always' if key in required else ''}"
        for key, value in schema.get("properties", {}).items()
    }


def _json_type(value: Mapping[str, Any]) -> str:
    for key in ("type", "$ref", "const"):
        if key in value:
            found = value[key]
            return " or ".join(found) if isinstance(found, list) else str(found)
    if "enum" in value:
        return "one of"
    parts = value.get("anyOf") or value.get("oneOf") or ()
    return " or ".join(map(_json_type, parts)) or "any"


def statuses() -> dict[str, str]:
    """Return the exit statuses by their names."""
    names = ("YES", "NO", "USAGE", "ENGINE", "DISAGREE", "OPEN", "FAULT")
    return {name: str(getattr(status, name)) for name in names}


def file_keys() -> dict[str, dict[str, str]]:
    """Return the keys of the files that people write, by the kind of file."""
    found = {
        "query": query.KEYS,
        "model": model_file.KEYS,
        "model step": given_steps.STEP_KEYS,
        "model action": given_steps.ACTION_KEYS,
        "puzzle": puzzle_file.KEYS,
        "record": records.TOP,
        "tournament": tournaments.KEYS,
        "package": merged_declarations.KEYS,
        "exercise kind": tuple(exercise.KINDS),
        **{f"game {rules}": keys for rules, keys in games.KEYS.items()},
    }
    return {kind: dict.fromkeys(keys, "key") for kind, keys in found.items()}


def flat(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the leaves of a sample; a name without members is a leaf as well."""
    if isinstance(node, dict):
        yield path, ""
        for key, value in node.items():
            yield from flat(value, f"{path}/{key}")
    else:
        yield path, str(node)


def breaking(frozen: Sample, now: Sample) -> list[str]:
    """Return what is gone from a sample, or differs, one line for each."""
    before, after = dict(flat(frozen)), dict(flat(now))
    found = []
    for path, value in before.items():
        if path not in after:
            found.append(f"{path} is gone")
        elif not compatible(value, after[path]):
            found.append(f"{path} was {value!r}, and is {after[path]!r}")
    for path, value in after.items():
        if path not in before and not optional(path, value, before):
            found.append(f"{path} is new, and has to be given")
    return found


def compatible(before: str, after: str) -> bool:
    """Return whether a value may take the place of another.

    More choices may be added to an option, and a key may become one that is always
    there.
    """
    if before.startswith("value") and after.startswith("value"):
        return set(before.split()) <= set(after.split())
    return after in (before, f"{before}, always")


def optional(path: str, value: str, before: Mapping[str, str]) -> bool:
    """Return whether something new can be left out: a parameter with a default."""
    parent = path.rpartition("/")[0]
    if not path.startswith("/python/") or path.count("/") < 3 or parent not in before:
        return True
    return " = " in value or value.startswith("var_") or ": " not in value


def frozen() -> Sample:
    """Return the frozen sample."""
    found: Sample = json.loads(FILE.read_text("utf-8"))
    return found


def main(words: list[str]) -> int:
    """Compare with the frozen sample, and write what is new."""
    now = sample()
    wrong = breaking(frozen(), now) if FILE.exists() else []
    if wrong and "--break" not in words:
        print("breaking changes: see docs/reference/stability.md", *wrong, sep="\n")
        return 1
    if "--write" in words:
        FILE.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
