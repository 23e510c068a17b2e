"""`mystpy theory`: list, show, check, export and import packages."""

from __future__ import annotations

from pathlib import Path

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.packages.axiom_checks.package_checks import CheckResult, check_package
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.answering.time_limit import seconds_limit
from mystpy.packages.commands.options import read_constants, trust_option
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package

_MARKS = {True: "yes", False: "NO", None: "-"}


@click.command("theory")
@click.argument(
    "what", type=click.Choice(("list", "show", "check", "export", "import"))
)
@click.argument("names", nargs=-1, metavar="[NAME|DIR|FILE...]")
@click.option("--game", metavar="CONSTANTS", help="The values of the constants.")
@click.option(
    "--epddl",
    metavar="FOLDER",
    is_flag=False,
    flag_value="",
    help="With export: where EPDDL and ground JSON go; with import: where they are.",
)
@click.option(
    "-o", "--output", metavar="DIR", help="With import: the folder of the new package."
)
@click.option(
    "--goal", metavar="FORMULA", help="With export: the goal of the planning problem."
)
@trust_option
@format_option("text", "json")
@seconds_limit
def command(
    what: str,
    names: tuple[str, ...],
    game: str | None,
    epddl: str | None,
    output: str | None,
    goal: str | None,
    form: str,
    *,
    trust: bool,
) -> int:
    """List the theories, show one, check one, or exchange one with epistemic planners.

    A theory is a package: a folder with theory.toml and theory.lp, the axioms of a
    game. The action check tests whether its answers are reliable. Every predicate must
    have rules, a list of actions at most one run, and no run may end in a deadlock. It
    also compares theory.pl, the same axioms in Prolog. If theory.toml has
    [certificate], check compares the package with a rule set of the folder axioms; if
    they agree, fast methods answer.

    check also takes an edited copy of the folder axioms: it says which methods can
    follow the changes.

    \b
    Examples:
      $ mystpy theory list
      $ mystpy theory show black-vienna
      $ mystpy theory check mygame --game 'players=2'
      $ mystpy theory export muddy-children --epddl muddy --goal 'K(1, muddy(1))'
      $ mystpy theory import domain.epddl problem.epddl library.epddl -o mygame
    """
    if what == "list":
        return _list(names)
    if what == "import":
        return _import([*names, *filter(None, [epddl])], output)
    name = _only(what, names)
    if what == "check" and (Path(name) / "register.toml").exists():
        return _check_axioms(name, form, trust=trust)
    package = read_package(name, read_constants(game), trust=trust)
    if what == "show":
        return _show(package)
    if what == "export":
        return _export(package, epddl, goal)
    return _check(package, form, trust=trust)


def _list(names: tuple[str, ...]) -> int:
    if names:
        hint = f"mystpy theory show {names[0]} shows one"
        raise QueryError("theory list takes no names", hint=hint)
    for folder in shipped_packages():
        click.echo(f"{folder:<20} {read_package(folder).name}")
    return YES


def _only(what: str, names: tuple[str, ...]) -> str:
    """Return the package that is named. Raises QueryError unless there is one."""
    if not names:
        raise QueryError(f"theory {what} needs a package", hint="give NAME or DIR")
    if len(names) > 1:
        raise QueryError(f"theory {what} is about one package, not {len(names)}")
    return names[0]


def _import(names: list[str], output: str | None) -> int:
    """Make a package from a planning task in EPDDL, and print its file names."""
    from mystpy.packages.epddl.package_axioms.package_writer import write_package
    from mystpy.packages.epddl.reading.task_files import read_task

    if output is None:
        raise QueryError("theory import needs a folder", hint="give -o DIR")
    for path in write_package(read_task([Path(x) for x in names]), Path(output)):
        click.echo(str(path))
    return YES


def _check_axioms(folder: str, form: str, *, trust: bool) -> int:
    from mystpy.cli.guide.edited_axioms import check_axioms
    from mystpy.theories import theory_in

    with theory_in(folder, trust=trust) as found:
        checks = check_axioms()
    return _printed(checks, form, {"name": found.name, "hash": found.hash})


def _printed(checks: list[CheckResult], form: str, theory: object) -> int:
    """Print the results; the exit status is 1 if a property does not hold."""
    rows = [each._asdict() for each in checks]
    print_answer(form, {"checks": rows, "theory": theory}, map(_line, checks))
    return NO if any(each.holds is False for each in checks) else YES


def _check(package: Package, form: str, *, trust: bool) -> int:
    found = check_package(package)
    sound = all(each.holds is not False for each in found)
    if sound or package.claim is None:
        found += _certificate_checks(package)
    found += _prolog_checks(package, trust=trust)
    return _printed(found, form, theory_object(package)["theory"])


def _export(package: Package, folder: str | None, goal: str | None) -> int:
    from mystpy.packages.epddl.epddl_files import export_package

    if not folder:
        raise QueryError("theory export needs a folder", hint="give --epddl FOLDER")
    for path in export_package(package, Path(folder), goal):
        click.echo(str(path))
    return YES


def _certificate_checks(package: Package) -> list[CheckResult]:
    """Return whether fast methods answer; load the modules that compare only here."""
    from mystpy.packages.certificates.making import certificate_checks

    return certificate_checks(package)


def _prolog_checks(package: Package, *, trust: bool) -> list[CheckResult]:
    """Return the results for theory.pl; load the modules for it only here."""
    from mystpy.packages.prolog_runs.comparison_checks import prolog_checks

    return prolog_checks(package, trust=trust)


def _line(result: CheckResult) -> str:
    return f"{_MARKS[result.holds]:<4} {result.name}: {result.detail}"


def _show(package: Package) -> int:
    click.echo(f"{package.name} ({package.folder}, {package.hash})")
    if package.says:
        click.echo(package.says)
    if package.source:
        click.echo(f"source: {package.source}")
    if bases := [layer.path.parent.name for layer in package.layers[:-1]]:
        click.echo(f"extends  {', '.join(bases)}")
    for name, value in package.constants.items():
        click.echo(f"constant {name} = {value}")
    for sort in package.sorts.values():
        click.echo(f"sort     {sort.name}: {len(sort):,} values")
    for fluent in package.fluents.values():
        sorts = ",".join(s.name for s in fluent.sorts)
        changes = "" if fluent.rigid else ", may change"
        click.echo(f"fluent   {fluent.name}({sorts}){changes}: {fluent.words}")
    for action in package.actions.values():
        sorts = ",".join(s.name for s in action.sorts)
        click.echo(f"action   {action.name}({sorts}): {action.words}")
    return YES
