"""`mystpy model`: a Kripke model, its worlds, and who can tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option, query_of, situation_options
from mystpy.cli.source import file_read
from mystpy.cli.status import YES
from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.files.table import QUERY, RECORD, kind_of_text
from mystpy.kripke import text as model_text
from mystpy.kripke.commands.deal_answers import (
    deals_lines,
    deals_object,
    group_lines,
    group_object,
    read_group,
)
from mystpy.kripke.commands.file import (
    as_model_file,
    ispl_file,
    states_of,
    structure_lines,
)
from mystpy.kripke.export.situation_model import situation_model
from mystpy.kripke.files.given_steps import FormulaCheck
from mystpy.kripke.files.model_file import ModelFile, read_model
from mystpy.kripke.files.model_file import model_text as model_file
from mystpy.kripke.files.model_state import ModelState
from mystpy.language.decidable import parse_in_model
from mystpy.language.read import parse_formula
from mystpy.possible_histories import require_one_history
from mystpy.questions.query import Query


@click.command("model")
@click.argument("file", required=False)
@click.option("--after", type=int, metavar="N", help="After the first N steps of FILE.")
@click.option("--contract", is_flag=True, help="Show the smallest bisimilar model.")
@click.option(
    "--all", "every", is_flag=True, help="List all worlds, however many there are."
)
@click.option(
    "--ask",
    "formulas",
    multiple=True,
    metavar="FORMULA",
    help="With smcdel or ispl: ask this instead of what FILE asks; may be repeated.",
)
@click.option(
    "--deals",
    is_flag=True,
    help="Show the size of the actual deal, and the deals that are left.",
)
@click.option(
    "--classes",
    "groups",
    multiple=True,
    metavar="GROUP",
    help="Show the classes of a group such as 1,2, or of all; may be repeated.",
)
@click.option(
    "--epddl",
    metavar="FOLDER",
    help="Write the domain and the problem into this folder.",
)
@situation_options
@format_option("text", "json", "toml", "smcdel", "ispl")
def command(
    file: str | None,
    formulas: tuple[str, ...],
    form: str,
    **given: Any,
) -> int:
    """Describe the model of FILE: its worlds, and what each agent cannot tell apart.

    FILE is a model file, - for standard input, or a problem in EPDDL as its list of
    files or its ground task in JSON. The model is shown before its first step, or after
    --after N steps. A star marks the actual world, and an agent cannot tell apart the
    worlds of one class.

    FILE can also be a query file: the worlds are then those of the public history. The
    atom `given` is true in the worlds that fit the given facts. --deals shows the size
    of the actual deal and the deals that are left (D_s). With --classes 1,2 the command
    shows the worlds that these agents connect (=_B), and the worlds that each considers
    possible.

    The format toml writes a model file, smcdel a knowledge structure for SMCDEL, and
    ispl a file for the model checker MCMAS; both have the checks of FILE as questions.
    A formula of a query file without an actual world becomes two questions: whether the
    given facts imply it, and whether they imply its negation.

    \b
    Examples:
      $ mystpy model queries/models/example-11.toml --after 1 --contract
      $ mystpy model queries/models/hexa.toml --deals --classes 1,2
      $ mystpy model queries/one-knows-one-does-not.toml --format ispl
    """
    after, contract = given.pop("after") or 0, given.pop("contract")
    every, deals, groups, epddl = map(given.pop, ("every", "deals", "groups", "epddl"))
    read = _read(file, formulas, given)
    state = _state(read, after, contract)
    if epddl is not None:
        return _export(state, read.title, epddl)
    if form in _FILES:
        click.echo("\n".join(_FILES[form](read, state, after)))
    elif deals or groups:
        _answers(read.title, state, groups, form, deals=deals, every=every)
    else:
        lines = chain([read.title], model_text.text(state, every))
        print_answer(form, lambda: model_text.as_json(state, every), lines)
    return YES


def _state(read: ModelFile, after: int, contract: bool) -> ModelState:
    state = states_of(read, after)[-1]
    return state.contracted() if contract else state


def _answers(
    title: str,
    state: ModelState,
    groups: tuple[str, ...],
    form: str,
    *,
    deals: bool,
    every: bool,
) -> None:
    """Print the answers about deals and groups, without the worlds."""
    answer = model_text.as_json(state, every)
    lines = [title, model_text.counts(state)]
    if deals:
        found = deals_object(state)
        answer["deals"] = found
        lines += deals_lines(found, every)
    if groups:
        agents = state.model.agents
        asked = [
            group_object(state, read_group(each, agents), every) for each in groups
        ]
        answer["groups"] = asked
        for each in asked:
            lines += group_lines(each, state, every)
    print_answer(form, answer, lines)


_FILES: dict[str, Callable[[ModelFile, ModelState, int], Iterator[str]]] = {
    "toml": lambda read, state, _: model_text.as_toml(state, read.title),
    "smcdel": structure_lines,
    "ispl": ispl_file,
}
"""The lines of the formats that are files of their own."""


def _read(
    file: str | None, formulas: tuple[str, ...], given: dict[str, Any]
) -> ModelFile:
    """The model of FILE, or of a situation, with the formulas to be asked of it."""
    if file is None and given["game"] is None:
        raise QueryError("there is no model: give FILE, - or --game")
    source = None if file is None else as_model_file(*file_read(file))
    if source is None or kind_of_text(source[0]) in (QUERY, RECORD):
        return _of_situation(query_of(source, **given), formulas)
    if any(given.values()):
        raise QueryError("--game, --hand and --do are for games, not for a model")
    read = read_model(model_file(*source))
    if not formulas:
        return read
    asked = [parse_in_model(each, read.words, "--ask") for each in formulas]
    checks = (
        FormulaCheck(text, each, 0) for text, each in zip(formulas, asked, strict=True)
    )
    return replace(read, checks=tuple(checks))


def _of_situation(query: Query, formulas: tuple[str, ...]) -> ModelFile:
    """A situation as a model file that asks the formulas of the query, or others."""
    game = require_one_history(query.history, "worlds are not listed").game
    asked = [parse_formula(each, game) for each in formulas]
    asked = asked or [each.formula for each in query.asks]
    found = situation_model(query.history, asked)
    checks = (
        FormulaCheck(str(each), each, 0) for both in found.questions() for each in both
    )
    return ModelFile(
        title=query.title or "a situation",
        source=query.source,
        model=found.state.model,
        point=found.state.point,
        checks=tuple(checks),
    )


def _export(state: ModelState, title: str, folder: str) -> int:
    from mystpy.packages.epddl.model_problems import export_model

    for path in export_model(state, title, Path(folder)):
        click.echo(str(path))
    return YES
