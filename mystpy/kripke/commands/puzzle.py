"""`mystpy puzzle`: knowledge puzzles, solved step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.answers import print_answer, report
from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line

if TYPE_CHECKING:
    from mystpy.kripke.puzzles.puzzle_file import Puzzle


@click.command("puzzle")
@click.argument("name", required=False)
@click.option(
    "--n", type=int, metavar="N", help="How many there are, such as children."
)
@click.option(
    "--k", type=int, metavar="K", help="How many of them, such as muddy ones."
)
@click.option("--matrices", is_flag=True, help="Show the relations as matrices.")
@click.option(
    "--engine",
    type=click.Choice(["explicit", "cube", "crowd"]),
    help="The method: list all worlds, store one bit for each, or only count them. By "
    "default the command chooses it.",
)
@click.option(
    "--say",
    metavar="HANDS",
    help="russian-cards: is it safe to announce these hands, such as '012 034'?",
)
@click.option(
    "--find", is_flag=True, help="russian-cards: list the announcements that are safe."
)
@click.option(
    "--hands", metavar="A,B,C", help="russian-cards: how many cards each holds."
)
@click.option(
    "--report", is_flag=True, help="my-number: print the report, in Markdown."
)
@click.option("--games", type=int, help="my-number: games in each condition (7560).")
@click.option(
    "--rule",
    type=click.Choice(["least", "most", "parts", "removed", "all"]),
    help="my-number: the rule of Kooi's choice (most; all in a report).",
)
@click.option(
    "--crossing",
    type=click.Choice(["worlds", "numbers", "numbers, again"]),
    help="my-number: the numbers that players cross off without epistemagic (worlds).",
)
@click.option(
    "--boards",
    metavar="BOARDS",
    help="my-number: one game with these boards, such as '26 39 58'.",
)
@click.option(
    "--deck",
    metavar="NUMBERS",
    help="With --boards: the questions from the top, such as 2,9,14 (shuffled).",
)
@click.option(
    "--epistemagic",
    type=click.Choice(["none", "once", "until steady"]),
    help="With --boards or --seat: how players learn when all pass (until steady).",
)
@click.option("--file", "as_file", is_flag=True, help="With --boards: a puzzle file.")
@click.option(
    "--seat",
    type=click.IntRange(1, 3),
    help="my-number: play one game yourself, as this player.",
)
@click.option(
    "--seed",
    type=int,
    help="my-number: the seed for the decks (2013; with --seat, a new one each time).",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="my-number: the number of processes (one for each core).",
)
@format_option("text", "json")
def command(name: str | None, form: str, **options: Any) -> int:
    """Solve the puzzle NAME, or that of a puzzle FILE.toml, with steps and reasons.

    Without NAME the command lists all puzzles. my-number is the game What's my number?:
    all its games in nine conditions, with --boards one game step by step, and with
    --seat a game that you play.

    The exit status is 1 if an answer is not the one that the file expects. If a
    question cannot be answered, the command reports it, answers the others, and ends
    with status 2.

    \b
    Examples:
      $ mystpy puzzle cheryls-birthday
      $ mystpy puzzle muddy-children --n 5 --k 3
      $ mystpy puzzle russian-cards --say '012 034 056 135 246'
      $ mystpy puzzle my-number --games 200
      $ mystpy puzzle my-number --boards '26 39 58' --deck 2,9,14 --matrices
      $ printf '2 6' | mystpy puzzle my-number --seat 1
    """
    given = {
        key: value
        for key, value in options.items()
        if value is not None and value is not False
    }
    if name is None:
        _refuse(given, "a puzzle")
        return _list(form)
    if name == "my-number":
        return _my_number(name, form, given)
    if name == "russian-cards" and set(given) & {"say", "find", "hands"}:
        chosen = _taken(given, ("say", "find", "hands"))
        _refuse(given, f"{name} with --{next(iter(chosen))}")
        return _russian(form, **chosen)
    chosen = _taken(given, ("n", "k", "matrices", "engine"))
    _refuse(given, name)
    return _solved(name, form, **chosen)


def _my_number(name: str, form: str, given: dict[str, Any]) -> int:
    from mystpy.kripke.commands.number_game import human_seat, one_game, report

    if "seat" in given:
        chosen = _taken(given, ("seat", "epistemagic", "seed"))
        _refuse(given, f"{name} with --seat")
        return human_seat.play(form, **chosen)
    if "boards" not in given:
        chosen = _taken(given, ("report", "games", "rule", "crossing", "seed", "jobs"))
        if one := [key for key in ("matrices", "deck", "as_file") if key in given]:
            raise QueryError(
                f"--{one[0].removeprefix('as_')} is for one game of my-number",
                hint="give its boards: --boards '26 39 58'",
            )
        _refuse(given, name)
        return report.answer(form, **chosen)
    shown = _taken(given, ("as_file", "matrices"))
    chosen = _taken(given, ("boards", "deck", "epistemagic", "seed"))
    _refuse(given, f"{name} with --boards")
    text = one_game.text_of(**chosen)
    if "as_file" in shown:
        click.echo(text, nl=False)
        return YES
    return _printed(one_game.puzzle_of(text), form, matrices=bool(shown))


def _taken(given: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: given.pop(key) for key in keys if key in given}


def _refuse(given: dict[str, Any], name: str) -> None:
    for key in given:
        raise QueryError(
            f"--{key} cannot be combined with {name}",
            hint="mystpy puzzle --help lists the options of each puzzle",
        )


def _list(form: str) -> int:
    from mystpy.kripke.puzzles import shelf, text

    puzzles = [shelf.find_puzzle(name) for name in shelf.puzzle_files()]
    if form == "json":
        for puzzle in puzzles:
            click.echo(json_line(text.puzzle_object(puzzle)))
    else:
        click.echo("\n".join(text.puzzle_lines(puzzles)))
    last = {"puzzle": "my-number", "title": "What is my number?"}
    line = "my-number: What is my number?, all games in nine conditions"
    print_answer(form, last, line)
    return YES


def _solved(name: str, form: str, **options: Any) -> int:
    from mystpy.kripke.puzzles import shelf

    return _printed(shelf.find_puzzle(name), form, **options)


def _printed(
    puzzle: Puzzle,
    form: str,
    *,
    matrices: bool = False,
    engine: str | None = None,
    **sizes: int,
) -> int:
    """Solve a puzzle and print its steps and answers."""
    from mystpy.kripke.puzzles import text
    from mystpy.kripke.puzzles.solution import solve
    from mystpy.kripke.puzzles.step_matrices import MatrixRecorder

    watch = MatrixRecorder(puzzle, wanted=matrices)
    found = solve(puzzle, sizes, engine=engine, watch=watch)
    answer = text.solution_object(found) | watch.as_object()
    print_answer(form, answer, text.solution(found, watch.lines))
    if errors := [answer.error for answer in found.answers if answer.error]:
        return max(report(error, as_json=False) for error in errors)
    return YES if all(answer.right for answer in found.answers) else NO


def _russian(
    form: str, *, say: str | None = None, find: bool = False, hands: str = "3,3,1"
) -> int:
    from mystpy.kripke.puzzles import russian as cards

    sizes = cards.HandSizes.read(hands)
    if (say is None) == (not find):
        raise QueryError("give either --say HANDS or --find")
    if say is not None:
        said = cards.read_announcement(say, sizes)
        faults = list(cards.leaks(said, sizes))
        shown = [cards.hand_text(one) for one in cards.order_hands(said)]
        answer = {"announcement": shown, "safe": not faults, "because": faults}
        print_answer(form, answer, ["not safe", *faults] if faults else "safe")
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
