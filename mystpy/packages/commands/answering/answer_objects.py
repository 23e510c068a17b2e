"""Answers about a package as JSON objects, for the commands and for batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from mystpy.files.json_text import Object
from mystpy.language.nodes import Knows
from mystpy.packages.history_runs.offered_actions import OfferedActions
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.announced_values import value_after
from mystpy.packages.package_questions.failed_conditions import failed_conditions
from mystpy.packages.package_questions.group_knowledge import known_of


def theory_object(package: Package) -> Object:
    """Return the keys by which JSON names the theory."""
    return {"theory": {"name": package.folder.name, "hash": package.hash}}


COMPARED = "theory.lp by clingo, theory.pl by SWI-Prolog"
"""The programs that --engine both compares."""


def situation_object(situation: PackageSituation) -> Object:
    """Return the keys that name the theory, and the programs that were compared."""
    compared: Object = {"compared": COMPARED} if situation.is_compared else {}
    return theory_object(situation.package) | compared


def compared_lines(situation: PackageSituation) -> Iterator[str]:
    """Yield a line that says which programs gave the same answer, if two did."""
    if situation.is_compared:
        yield f"the same answer: {COMPARED}"


def show_object(situation: PackageSituation, title: str | None = None) -> Object:
    """Return the constants, and each action as a term and in the package's words."""
    package = situation.package
    rows = [{"action": str(step), "words": step.sentence} for step in situation.steps]
    constants = dict(package.constants)
    return {"title": title or package.name, "constants": constants, "steps": rows}


def legal_object(situation: PackageSituation) -> Object:
    """Return the verdict; if it is not legal, step, action, axiom and what failed."""
    found = situation.legality()
    keys: Object = {"verdict": found.verdict}
    if found.step is not None:
        keys |= {"step": found.step, "action": found.action, "axiom": found.axiom}
        if found.verdict == "illegal":
            keys["failed"] = list(map(str, failed_conditions(situation, found.step)))
    return keys


def poss_object(situation: PackageSituation, *, every: bool) -> Object:
    """Return the actions; many of one kind are one row, with their number."""
    rows: list[Object] = []
    for each in situation.possible_actions(every=every):
        verdict = {"verdict": each.verdict}
        rows += [{"action": action, **verdict} for action in each.actions]
        if not each.actions:
            pattern = pattern_of(situation.package, each)
            rows.append({"action": pattern, **verdict, "count": each.instances})
    over = {} if rows else {"over": "no action is possible"}
    return {"actions": rows, **over}


def pattern_of(package: Package, offered: OfferedActions) -> str:
    """Return a kind of action with the sorts of its arguments."""
    sorts = ",".join(sort.name for sort in package.actions[offered.kind].sorts)
    return f"{offered.kind}({sorts})"


def ask_object(
    situation: PackageSituation, text: str, announced: Sequence[str] = ()
) -> Object:
    """Return the value of a formula, after announcements if there are any."""
    begun = perf_counter()
    said = [situation.formula(each) for each in announced]
    value, method = value_after(situation, said, situation.formula(text))
    found: Object = {
        "formula": text,
        "value": value,
        "method": method,
        "seconds": round(perf_counter() - begun, 6),
    }
    return found | ({"announced": list(announced)} if announced else {})


def know_object(
    situation: PackageSituation, agents: Sequence[str], that: Sequence[str] = ()
) -> Object:
    """Return what an agent knows of the fluents, or several have in common."""
    known = known_of(situation, agents, that)
    who: Object = {"agent": agents[0]} if len(agents) == 1 else {"group": list(agents)}
    if that:
        who["that"] = list(that)
    return who | {key: list(value) for key, value in known._asdict().items()}


def why_object(situation: PackageSituation, text: str) -> Object:
    """Return the value of a formula, and what it rests on or a run against it."""
    formula = situation.formula(text)
    found: Object = {"formula": text, "value": situation.value(formula)}
    if found["value"] != "true":
        found["counterexample"] = situation.counterexample(formula)
    elif isinstance(formula, Knows):
        found["observations"] = situation.reasons(formula)
    return found
