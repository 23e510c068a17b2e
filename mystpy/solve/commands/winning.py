"""`mystpy winning`: the winning sequence of questions of Lemmas 3.1 to 3.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import (
    answer_options,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.cli.running.theory import require_shipped
from mystpy.cli.status import NO, YES
from mystpy.engines import get_engine
from mystpy.game.names import show_set, sort_cards
from mystpy.history.actions import action_text
from mystpy.possible_histories import require_one_history

if TYPE_CHECKING:
    from mystpy.files.json_text import Object
    from mystpy.game.game import Game
    from mystpy.solve.winning_sequence import WinningPlan, WinningStep


@click.command("winning")
@click.argument("file", required=False)
@situation_options
@answer_options("text", "json")
def command(file: str | None, engine: str, form: str, **given: Any) -> int:
    """Show a winning sequence of questions for a deal, by Lemmas 3.1 to 3.3.

    Player 1 asks, and learns from the answers only. After each question the command
    shows the answers by the axioms, and what player 1 then knows about the pile. m, n
    and q decide which lemma gives the questions. If q > m + n + 1 there is no winning
    sequence, by Lemma 3.4, and the exit status is 1. All hands but one must be given.

    \b
    Examples:
      $ mystpy winning --game 'MYST(3,1,3,2)' --hand 1=s1 --hand 2=s2 --hand 3=s3
      $ mystpy winning example:three-hands
    """
    # Not at the top: the help needs none of this.
    require_shipped("the lemmas of section 3.3")
    from mystpy.solve.winning_sequence import full_deal, winning_plan, winning_steps

    query = read_query(file, **given)
    require_one_history(query.history, "nothing is played on")
    game, deal = query.history.game, full_deal(query.history)
    extra = tell_changes(query, form)
    plan = winning_plan(game, deal)
    if plan is None:
        print_answer(form, {**_no_object(game), **extra}, _none(game))
        return NO
    steps = list(winning_steps(game, deal, plan, get_engine(engine)))
    answer = _object(game, plan, steps)
    print_answer(form, {**answer, **extra}, _lines(game, plan, steps))
    return YES


def _none(game: Game) -> str:
    most = game.sizes[0] + game.sizes[1] + 1
    return (
        f"no winning sequence of questions: q = {game.q} is more than m + n + 1 ="
        f" {most} (Lemma 3.4)"
    )


def _no_object(game: Game) -> Object:
    return {"game": game.to_dict(), "lemma": "lemma-3.4", "questions": None}


def _lines(game: Game, plan: WinningPlan, steps: list[WinningStep]) -> Iterator[str]:
    number = len(plan.questions)
    yield f"{plan.name}: {number} question{'s' * (number > 1)} of player 1"
    for k, step in enumerate(steps, 1):
        answers = " ".join(action_text(action, game) for action in step.answers)
        yield f"  Q^{k} = {show_set(step.question, game.deck)}  {answers}"
        pile = show_set(step.pile, game.deck)
        excluded = show_set(step.excluded, game.deck)
        deals = f"{step.deals:,} deal{'s' * (step.deals != 1)} possible"
        yield f"    in the pile {pile}, not in the pile {excluded}; {deals}"
    pile = show_set(steps[-1].pile, game.deck)
    yield f"  player 1 knows the pile: {pile}"


def _object(game: Game, plan: WinningPlan, steps: list[WinningStep]) -> Object:
    rows = [
        {
            "question": sort_cards(step.question, game.deck),
            "answers": [action_text(action, game) for action in step.answers],
            "pile": sort_cards(step.pile, game.deck),
            "excluded": sort_cards(step.excluded, game.deck),
            "deals": step.deals,
        }
        for step in steps
    ]
    return {"game": game.to_dict(), "lemma": plan.lemma, "questions": rows}
