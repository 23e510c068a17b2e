"""The results of `mystpy solve`: certificates, exported trees, described strategies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.pictures import picture_format, write_picture
from mystpy.cli.running.limit import TimeLimitReached, patience, within
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.running.signals import last_word
from mystpy.cli.source import require_file
from mystpy.errors import EngineFailed, MystError, QueryError
from mystpy.files.whole import whole_file
from mystpy.solve.commands.turns import ProgressReporter, memory_reported
from mystpy.theories import result_keys

_TREE = "tree with one more turn"
"""The tree in which a plan with a last question is written out."""

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mystpy.solve.equilibria.description import PlanDescription
    from mystpy.solve.extensive.value_bounds import BoundWitness, ValueBounds
    from mystpy.solve.runs.run import Run


def require_files(
    certificate: str | None, efg: str | None, resume: str | None, draw: str | None
) -> None:
    """Check that files can be written, each a different one, before the game is solved.

    Raises QueryError if not.
    """
    if resume == "-":
        raise QueryError("--resume needs a file from which a run can continue")
    if draw is not None:
        picture_format(draw, None)
    seen: dict[Path | str, str] = {}
    named = (
        ("--certificate", certificate), ("--efg", efg), ("--resume", resume),
        ("--draw", draw),
    )  # fmt: skip
    for option, name in named:
        if name is None:
            continue
        if name != "-":
            require_file(Path(name))
        place = name if name == "-" else Path(name).resolve()
        if place in seen:
            where = "standard output" if name == "-" else name
            raise QueryError(f"{seen[place]} and {option} both go to {where}")
        seen[place] = option


def write_files(
    best: ValueBounds,
    certificate: str | None,
    efg: str | None,
    draw: str | None = None,
) -> None:
    """Write the strategies and the tree for other programs; - is standard output."""
    assert certificate is None or not best.last_questions
    from mystpy.solve.extensive import certificate as certificates
    from mystpy.solve.trees import gambit
    from mystpy.solve.trees.reduced_tree import ReducedTree

    if certificate is not None:
        write_certificate(certificates.certificate(best), certificate)
    if efg is not None:
        tree = ReducedTree(best.game, best.variant, best.turns, Fraction(0))
        with _opened(efg) as write:
            name = f"{best.game.to_dict()}".replace('"', "'")
            for line in gambit.efg(tree, name):
                write(f"{line}\n")
    if draw is not None:
        draw_tree(best, draw)


def write_at_once(
    best: ValueBounds, certificate: str | None, *trees: str | None
) -> None:
    """Write the strategies when the program has to end; report unwritten files.

    A strategy that ends with a last question is not written.
    """
    if best.last_questions:
        trees = certificate, *trees
    else:
        write_files(best, certificate, None)
    for name in filter(None, trees):
        click.echo(f"mystpy: {name} is not written: there was no time", err=True)


def draw_tree(best: ValueBounds, name: str) -> None:
    """Draw the tree of a game, up to the turns that were examined, into a file.

    Raises QueryError if it has too many nodes to be drawn.
    """
    from mystpy.show.draw.graphs.pictures import tree_picture
    from mystpy.show.draw.graphs.tree_graph import MOST_NODES
    from mystpy.solve.commands.many_games import game_name
    from mystpy.solve.trees import gambit
    from mystpy.solve.trees.reduced_tree import ReducedTree

    form = picture_format(name, None)
    tree = ReducedTree(best.game, best.variant, best.turns, Fraction(0))
    lines = "\n".join(gambit.efg(tree, "tree", most=MOST_NODES))
    kind = "svg" if form == "pdf" else form
    title = game_name(best.game)
    write_picture(tree_picture(lines, "the tree", kind, title), name, form)


def write_certificate(document: Mapping[str, Any], name: str) -> None:
    """Write a certificate as a line of JSON; - is standard output."""
    with _opened(name) as write:
        write(f"{json.dumps(document)}\n")


@contextmanager
def _opened(name: str) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes texts into a file, or for - to standard output."""
    if name == "-":
        yield partial(click.echo, nl=False)
        return
    with whole_file(name) as file:
        yield lambda text: file.write(text.encode())


def noted(
    found: Iterable[ValueBounds], usual: dict[int, BoundWitness]
) -> Iterator[ValueBounds]:
    """Yield bounds, and note each player's last plan without a last question."""
    for bounds in found:
        for side in (bounds.lower, bounds.upper):
            if not side.last_question:
                usual[side.player] = side
        yield bounds


def with_certificate(
    best: ValueBounds, usual: Mapping[int, BoundWitness]
) -> ValueBounds:
    """Return the best bounds that have a certificate, if there is no time for more.

    If there are none, the bounds are returned as they are.
    """
    other = _usual_bounds(best, usual)
    if other is None or not best.last_questions:
        return best
    _tell_of_closer(best)
    return other


def _usual_bounds(
    best: ValueBounds, usual: Mapping[int, BoundWitness]
) -> ValueBounds | None:
    """Return the bounds by plans without a last question, if both players have one."""
    if len(usual) < 2:
        return None
    return best._replace(lower=usual[1], upper=usual[2])


def _tell_of_closer(best: ValueBounds, error: MystError | None = None) -> None:
    """Print on standard error which bounds have strategies that are not written out."""
    found = _not_written_out(best, error)
    click.echo(f"mystpy: {found}", err=True)
    if found.hint:
        click.echo(f"hint: {found.hint}", err=True)


def _not_written_out(best: ValueBounds, error: MystError | None) -> QueryError:
    """Return the error for such strategies. Without a reason there was no time."""
    low, high = float(best.lower.value), float(best.upper.value)
    late = error is None or isinstance(error, TimeLimitReached)
    why = "there was no time" if late else str(error)
    more = f"with --resume FILE and --turns {best.turns} there is more time"
    return QueryError(
        f"the bounds {low:.6f} to {high:.6f} have strategies that end with a last"
        f" question, which are not written out: {why}",
        hint=more if error is None or late else error.hint,
    )


def usual_plans(
    best: ValueBounds,
    usual: Mapping[int, BoundWitness],
    run: Run,
    seconds: float | None,
    end: Callable[[ValueBounds], object],
    say: Callable[[ValueBounds], object],
) -> ValueBounds:
    """Return the bounds with strategies that are written out, without a last question.

    They are as close, in games with a turn more, unless there is no time or memory:
    then the strategies are the `usual` ones. `end` is called with the best bounds if
    the program has to end. Raises QueryError if there are no usual ones, after `say`
    was called with the bounds.
    """
    from mystpy.solve.trees.explicit_question import explicit_bounds

    if not best.last_questions:
        return best

    def stop(*_: object) -> None:
        end(best)

    watch = ProgressReporter(best.game, run, "", best.turns + 1)
    try:
        with last_word(stop), patience(), within(seconds, stop), memory_reported(_TREE):
            return explicit_bounds(best, watch, run.room)
    except (EngineFailed, QueryError) as error:
        other = _usual_bounds(best, usual)
        if other is None:
            say(best)
            raise _not_written_out(best, error) from None
        _tell_of_closer(best, error)
        return other


def describe_strategies(
    best: ValueBounds,
    seconds: float | None,
    end: Callable[[ValueBounds], object],
    *,
    every: bool,
) -> tuple[ValueBounds, Sequence[PlanDescription]]:
    """Return the bounds with simple strategies, and descriptions with `every` range.

    If they are not found within these seconds, or a solver fails, a notice is printed,
    and the bounds are returned as they were, without a description. `end` is called
    with the bounds if the program has to end.
    """
    from mystpy.solve.equilibria.description import descriptions, simplify

    def stop(*_: object) -> None:
        end(best)

    try:
        with last_word(stop), patience(), progress_shown(), within(seconds, stop):
            simple = simplify(best)
            return simple, descriptions(simple, every=every)
    except EngineFailed as error:
        why = "the time is up" if isinstance(error, TimeLimitReached) else str(error)
        notice = f"mystpy: no simple strategies: {why}; --strategies shows those found"
        click.echo(notice, err=True)
        return best, ()


def tell_of_reduction(run: Run) -> None:
    """Print on standard error which game was solved, if idle questions are left out."""
    from mystpy.solve.commands.text import reduction_lines

    click.echo("\n".join(reduction_lines(run)), err=True)


def print_bounds(
    form: str,
    bounds: ValueBounds,
    run: Run,
    seconds: float,
    described: Sequence[PlanDescription] = (),
    plans: bool = False,
) -> None:
    """Print the bounds of a value, and the description of the strategies."""
    from mystpy.solve.commands import text as value_text

    game = bounds.game
    report = value_text.enclosure_object(bounds, seconds, value_text.method(run.rounds))
    report |= value_text.reduction_keys(run)
    if described:
        report["strategies"] = [
            value_text.description_object(d, game) for d in described
        ]
    lines = chain(
        value_text.enclosure_lines(bounds),
        value_text.gap_lines(bounds, run),
        value_text.reduction_lines(run),
        *(value_text.description_lines(one, game) for one in described),
        value_text.strategy_lines(bounds) if plans else (),
    )
    print_answer(form, {**report, **result_keys()}, lines)
