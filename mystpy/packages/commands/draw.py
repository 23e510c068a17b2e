"""`mystpy draw` about a package: the Kripke models of what its agents know."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.options import read_players
from mystpy.cli.pictures import picture_format, picture_options, write_picture
from mystpy.cli.status import YES
from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.kripke.files.model_state import ModelState
from mystpy.packages.commands.options import package_query, situation_options
from mystpy.packages.package_answers import PackageSituation


@click.command("draw")
@click.argument("file", required=False)
@picture_options
@click.option(
    "--stages", is_flag=True, help="Draw the models before and after each action."
)
@click.option("--strip", is_flag=True, help="Draw what each agent learns at each step.")
@click.option(
    "--player",
    metavar="AGENT",
    help="With --strip: these agents, with commas between them.",
)
@click.option("--contract", is_flag=True, help="Draw the smallest bisimilar model.")
@situation_options
def command(
    file: str | None,
    output: str,
    form: str | None,
    *,
    stages: bool,
    strip: bool,
    player: str | None,
    contract: bool,
    reach: int | None,
    width: float | None,
    **options: Any,
) -> int:
    """Draw the Kripke model after the history, or with --stages one for each situation.

    The worlds are the runs of the history, labelled with the fluents that hold there;
    an agent cannot tell apart the worlds that its lines join. With --strip the steps
    of the history are drawn, in the words of the package.

    \b
    Examples:
      $ mystpy draw --theory muddy-children --do 'father silence' --stages
    """
    kind = picture_format(output, form)
    if stages or strip:
        _require_whole(kind, stages, strip, contract, reach)
    if player is not None and not strip:
        raise QueryError("--player needs --strip")
    query = package_query(file, **options)
    if strip:
        drawn = _strip(query.situation, query.title, player, width)
    elif stages:
        drawn = _stages(query.situation, query.title, width)
    else:
        if width is not None:
            raise QueryError("--width needs --stages or --strip")
        drawn = _one(query.situation, query.title, kind, contract, reach)
    write_picture(drawn, output, kind)
    return YES


def _require_whole(
    kind: str, stages: bool, strip: bool, contract: bool, reach: int | None
) -> None:
    """Raise QueryError for options that do not go with pictures of a history."""
    if stages and strip:
        raise QueryError("--stages and --strip are two pictures", hint="give one")
    flag = "--strip draws all steps" if strip else "--stages draws whole models"
    if contract or reach is not None or kind in ("dot", "tikz"):
        raise QueryError(f"{flag}, as SVG or PDF")


def _strip(
    situation: PackageSituation, title: str, player: str | None, width: float | None
) -> str:
    from mystpy.packages.commands.answering.strip import package_strip
    from mystpy.show.draw.strip_svg import strip_svg

    agents = None if player is None else read_players(player)
    return strip_svg(package_strip(situation, agents), title, width)


def _one(
    situation: PackageSituation,
    title: str,
    kind: str,
    contract: bool,
    reach: int | None,
) -> str:
    from mystpy.kripke.files.model_state import reachable_worlds
    from mystpy.show.draw.model_dot import model_dot
    from mystpy.show.draw.model_svg import model_svg
    from mystpy.show.draw.model_tikz import model_tikz

    state = situation.history_model().state()
    if contract:
        state = state.contracted()
    if reach is not None:
        if state.point is None:
            raise QueryError(
                "--reach counts from the actual world, and several fit what is given",
                hint="give all of the start with --given",
            )
        state = reachable_worlds(state, reach)
    draw = {"dot": model_dot, "tikz": model_tikz}.get(kind, model_svg)
    return draw(state, title, None)


def _stages(situation: PackageSituation, title: str, width: float | None) -> str:
    """Draw the model of each situation; its worlds are numbered again in each."""
    from mystpy.show.draw.stages_svg import stages_svg

    found: list[ModelState] = []
    for number in range(len(situation.steps) + 1):
        before = replace(situation, steps=situation.steps[:number])
        found.append(before.history_model().state())
    names = [step.sentence for step in situation.steps]
    return stages_svg(found, title, names, width=width)
