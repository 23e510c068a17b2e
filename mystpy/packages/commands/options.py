"""The options that commands about packages share, and how they become a query."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, TypeVar

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import EngineChoice, format_option
from mystpy.cli.source import file_read
from mystpy.errors import QueryError
from mystpy.files.json_text import Object, json_value
from mystpy.files.toml import toml_table
from mystpy.packages.certificates.certified_situation import (
    FAST_ENGINES,
    CertifiedSituation,
)
from mystpy.packages.commands.answering.answer_objects import (
    compared_lines,
    situation_object,
)
from mystpy.packages.commands.answering.time_limit import seconds_limit
from mystpy.packages.declarations import read_package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.theory_query import (
    PackageQuery,
    command_line_query,
    read_package_query,
)

ENGINES = (*FAST_ENGINES, "asp", "prolog", "both")
"""The engines that answer questions about a package, the default first."""

F = TypeVar("F", bound=Callable[..., Any])

theory_option = click.option(
    "--theory", required=True, metavar="NAME|DIR", help="The package."
)
trust_option = click.option(
    "--trust", is_flag=True, help="Allow axioms that run programs."
)
constants_option = click.option(
    "--game",
    metavar="CONSTANTS",
    help="Values for constants of the package, such as 'players=4'.",
)


def package_options(command: F) -> F:
    """Add --format, and the options for the contents of a query file."""
    return situation_options(format_option("text", "json")(command))


def situation_options(command: F) -> F:
    """Add the command-line options for the contents of a query file."""
    for option in (
        seconds_limit,
        trust_option,
        click.option(
            "--engine",
            type=EngineChoice(ENGINES),
            default=ENGINES[0],
            show_default=True,
            help="The method that answers: asp uses theory.lp, prolog theory.pl, and"
            " both compares them. The others are fast, but need a certificate;"
            " auto chooses the best.",
        ),
        click.option(
            "--given",
            multiple=True,
            metavar="FORMULA",
            help="A given fact about the start, such as 'h(1,s1)'; may be repeated.",
        ),
        click.option(
            "--do",
            "actions",
            multiple=True,
            metavar="ACTIONS",
            help="Actions, one after the other; write _ for an unknown private"
            " argument. May be repeated. With FILE: after its own.",
        ),
        constants_option,
        click.option("--theory", metavar="NAME|DIR", help="The package."),
    ):
        command = option(command)
    return command


def package_query(
    file: str | None,
    *,
    theory: str | None,
    game: str | None,
    actions: tuple[str, ...],
    given: tuple[str, ...],
    trust: bool,
    engine: str = ENGINES[0],
) -> PackageQuery:
    """Return the query of a file, or of the command line. Raises QueryError.

    Its situation answers by the engine that is named.
    """
    constants = read_constants(game)
    history = " ".join(actions)
    if file is not None:
        text, name = file_read(file)
        query = read_package_query(
            text,
            name,
            theory=theory,
            constants=constants,
            actions=history,
            given=given,
            trust=trust,
        )
    elif theory is None:
        raise QueryError("there is no theory: give FILE or --theory")
    else:
        package = read_package(theory, constants, trust=trust)
        query = command_line_query(package, history, given)
    situation = _answered_by(engine, query.situation, trust=trust)
    return query._replace(situation=situation)


def _answered_by(
    engine: str, situation: PackageSituation, *, trust: bool
) -> PackageSituation:
    """The same situation with another engine, whose modules are loaded only now."""
    if engine == "prolog":
        from mystpy.packages.prolog_runs.prolog_answers import PrologSituation

        return PrologSituation.of(situation, trust=trust)
    if engine == "both":
        from mystpy.packages.prolog_runs.both_engines import ComparedSituation

        return ComparedSituation.of(situation, trust=trust)
    return situation if engine == "asp" else CertifiedSituation.of(situation, engine)


def print_package_answer(
    form: str, situation: PackageSituation, found: Object, lines: Iterable[str]
) -> None:
    """Print an answer with the theory, and which programs were compared."""
    answer = {**found, **situation_object(situation)}
    print_answer(form, answer, chain(lines, compared_lines(situation)))


def read_constants(text: str | None) -> dict[str, int]:
    """Return the constants of a JSON object, or of inline TOML. Raises QueryError."""
    if text is None:
        return {}
    if text.lstrip().startswith("{"):
        found = json_value(text)
    else:
        found = toml_table(f"constants = {{{text}}}", "--game")["constants"]
    if not isinstance(found, dict) or not all(
        isinstance(value, int) and not isinstance(value, bool)
        for value in found.values()
    ):
        raise QueryError(
            f"--game {text}: constants are whole numbers",
            hint="such as --game 'players=4, hand=5'",
        )
    return found
