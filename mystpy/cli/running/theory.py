"""The options `--theory` and `--trust`, and the notice that names other axioms."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from mystpy.axiom_folder import is_trusted, named_folder

if TYPE_CHECKING:
    from pathlib import Path

KEEPS_TO_SHIPPED = {
    "theorem": "proofs in Coq and values of games are of the shipped axioms",
    "solve": (
        "solve follows these axioms in whether questions, guesses and the end of a turn"
        " are possible, and in who sees a card, and refuses other changes"
    ),
    **dict.fromkeys(
        ("play", "tournament", "serve", "join"),
        "players refuse axioms by which answers and results mean something else",
    ),
}
"""The part of each command that always uses the shipped axioms."""

_BY_OPTION = "mystpy.theory"


def add_theory(command: click.Command) -> None:
    """Give a command the options `--theory` and `--trust`."""
    command.params += [
        click.Option(
            ["--theory"],
            metavar="DIR|NAME",
            type=click.Path(),
            help="Take the axioms from this folder, an edited copy of axioms/, or from"
            " a theory that comes with mystpy; `shipped` are those of mystpy itself.",
        ),
        click.Option(
            ["--trust"],
            is_flag=True,
            help="Load the files of a theory even if they could do more than define"
            " predicates, such as run programs.",
        ),
    ]
    assert command.callback is not None, "each command is a function"
    command.callback = _under_theory(command.callback)


def _under_theory(callback: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(callback)
    def called(*args: Any, theory: str | None, trust: bool, **given: Any) -> Any:
        context = click.get_current_context()
        if theory is not None:
            context.meta[_BY_OPTION] = True
        if theory is not None or trust:
            context.with_resource(_choice(theory, trust))
        if named_folder():
            say_theory()
        return callback(*args, **given)

    return called


def _choice(theory: str | None, trust: bool) -> AbstractContextManager[object]:
    from mystpy.theories import theory_in

    return theory_in(
        named_folder() or "shipped" if theory is None else theory, trust=trust
    )


def enter_theory(folder: Path | None) -> None:
    """Take the axioms that FILE names, for the rest of the command.

    The option --theory wins over FILE, and FILE over MYSTPY_AXIOMS; --trust is for the
    axioms that FILE names, too.
    """
    context = click.get_current_context(silent=True)
    if folder is None or context is None or context.meta.get(_BY_OPTION):
        return
    from mystpy.theories import theory_in

    context.with_resource(theory_in(folder, trust=is_trusted()))
    say_theory()


def say_theory() -> None:
    """Print on stderr which axioms are in force, if they are not the shipped ones."""
    from mystpy.theories import theory_notice

    if notice := theory_notice():
        click.echo(f"mystpy: {notice}", err=True)
        name = click.get_current_context().info_name or ""
        if limit := KEEPS_TO_SHIPPED.get(name):
            click.echo(f"mystpy: {limit}", err=True)


def require_shipped(what: str) -> None:
    """Raise QueryError if the axioms are edited: a command needs the shipped ones."""
    from mystpy.errors import QueryError  # a cold start needs neither
    from mystpy.theories import edited_theory

    if edited_theory() is not None:
        raise QueryError(
            f"{what} are about the shipped axioms, and the axioms in force are edited",
            hint="unset MYSTPY_AXIOMS",
        )
