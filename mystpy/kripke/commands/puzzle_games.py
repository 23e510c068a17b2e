"""Two puzzles with options of their own: What is my number? and the Russian cards."""

from __future__ import annotations

import os

import click

from mystpy.cli.running.progress import Progress
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line


def my_number(
    form: str,
    *,
    report: bool = False,
    games: int = 7560,
    rule: str | None = None,
    seed: int = 2013,
    jobs: int | None = None,
) -> int:
    """Play What is my number? and print the table and the claims."""
    from mystpy.kripke.my_number import document, experiment
    from mystpy.kripke.my_number.experiment import SplitRule

    if report and form == "json":
        raise QueryError("--report is Markdown: leave out --format json")
    whole = rule == "all" or (rule is None and report)
    wanted = (
        experiment.all_conditions()
        if whole
        else experiment.conditions(SplitRule(rule or "most"))
    )
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
    elif form == "json":
        click.echo(json_line(document.as_object(found, games, seed)))
    else:
        click.echo(document.text(found, games))
    return YES


def russian(
    form: str, *, say: str | None = None, find: bool = False, hands: str = "3,3,1"
) -> int:
    """Check an announcement, or find all that are safe."""
    from mystpy.kripke.puzzles import russian as cards

    sizes = cards.HandSizes.read(hands)
    if (say is None) == (not find):
        raise QueryError("give either --say HANDS or --find")
    if say is not None:
        said = cards.read_announcement(say, sizes)
        faults = list(cards.leaks(said, sizes))
        if form == "json":
            shown = [cards.hand_text(one) for one in cards.order_hands(said)]
            answer = {"announcement": shown, "safe": not faults, "because": faults}
            click.echo(json_line(answer))
        else:
            for line in ["safe"] if not faults else ["not safe", *faults]:
                click.echo(line)
        return NO if faults else YES
    own = frozenset(range(sizes.anne))
    found = cards.safe_announcements(own, sizes)
    listed = [
        [cards.hand_text(one) for one in cards.order_hands(said)] for said in found
    ]
    if form == "json":
        answer = {"hand": cards.hand_text(own), "number": len(found), "safe": listed}
        click.echo(json_line(answer))
        return YES
    for row in listed:
        click.echo(" ".join(row))
    click.echo(f"{len(found)} safe announcements of {cards.hand_text(own)}", err=True)
    return YES
