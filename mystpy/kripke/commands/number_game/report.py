"""All games of What is my number? in nine conditions, as text, JSON or Markdown."""

from __future__ import annotations

import os
from functools import partial

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.running.progress import Progress
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.kripke.my_number import document, experiment, play_condition
from mystpy.kripke.my_number.sheets import CrossingOff


def answer(
    form: str,
    *,
    report: bool = False,
    games: int = 7560,
    rule: str | None = None,
    crossing: str | None = None,
    seed: int = 2013,
    jobs: int | None = None,
) -> int:
    """Play the games and print what came out."""
    if report and form == "json":
        raise QueryError("--report is Markdown: leave out --format json")
    wanted = _wanted("all" if report and rule is None else rule, crossing)
    played = experiment.run(
        wanted,
        games=games,
        seed=seed,
        processes=jobs or os.cpu_count() or 1,
        progress=Progress("games"),
    )
    found = {each.condition: each for each in played}
    if report:
        options = "" if games == 7560 else f" --games {games}"
        options += "" if seed == 2013 else f" --seed {seed}"
        command = f"mystpy puzzle my-number --report{options}"
        click.echo(document.document(found, command, games, seed), nl=False)
    else:
        found_object = partial(document.as_object, found, games, seed)
        print_answer(form, found_object, document.text(found, games))
    return YES


def _wanted(
    rule: str | None, crossing: str | None
) -> list[play_condition.PlayCondition]:
    """Return the nine conditions under a rule, or all conditions."""
    if rule != "all":
        return play_condition.conditions(
            play_condition.SplitRule(rule or "most"),
            CrossingOff(crossing or "worlds"),
        )
    if crossing is not None:
        raise QueryError(
            "with all rules both readings of crossing off are played",
            hint="leave out --crossing, or choose one --rule",
        )
    return play_condition.all_conditions()
