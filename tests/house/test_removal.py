"""A label is a promise: when the clauses of a formula are taken out, a probe fails.

The probes of probes.toml say what each formula means in a small game. They are put
to both languages, on the axioms as they are and with the clauses of one label taken
out. Where a formula follows from others, as the register says, its absence alone
may change nothing: then it has to be noticed with those others gone as well.
"""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest

from mystpy.axioms import SUFFIXES, axioms_dir
from mystpy.register import register, without
from tests.programs import ran

HERE = Path(__file__).parent
PROBES = tomllib.loads((HERE / "probes.toml").read_text("utf-8"))
ROWS = {row.label: row for row in register().rows}
LANGUAGES = pytest.mark.parametrize("language", tuple(SUFFIXES))

Answers = dict[str, object]
"""Every question of the probes of a label, with its answer."""

Labels = tuple[str, ...]

Folder = dict[tuple[str, ...], Path]


class Folders:
    """Copies of the axiom files of one language from which labels are taken out."""

    def __init__(self, language: str, root: Path, whole: Path | None = None) -> None:
        self.language = language
        self.root = root
        self._made: Folder = {(): whole or axioms_dir()}

    def __getitem__(self, labels: Iterable[str]) -> Path:
        """Return the folder without these labels."""
        gone = tuple(sorted(set(labels)))
        if gone not in self._made:
            folder = self.root / "_".join(gone)
            shutil.copytree(self[gone[1:]], folder)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("MYSTPY_AXIOMS", str(folder))
                for name, text in without(gone[0], self.language).items():
                    (folder / name).write_text(text, encoding="utf-8")
            self._made[gone] = folder
        return self._made[gone]


def written_out(text: str) -> str:
    """Replace the names of situations by the situations."""
    while "@" in text:
        text = re.sub(r"@(\w+)", lambda m: str(PROBES["situations"][m[1]]), text)
    return "".join(text.split())


def probes_of(label: str) -> list[dict[str, Any]]:
    return [probe for probe in PROBES["probe"] if probe["of"] == label]


def expected(label: str) -> Answers:
    """Return what is true of the questions of a label."""
    answers: Answers = {}
    for probe in probes_of(label):
        game = probe.get("game", "two")
        for value in (True, False):
            for atom in probe.get(str(value).lower(), ()):
                answers[f"{game}: {written_out(atom)}"] = value
        if "refused" in probe:
            answers[f"{game}: not {written_out(probe['refused'])}"] = True
    if deals := deals_of(label):
        answers["deals"] = {read_deal(deal) for deal in deals["allowed"]}
    for recall in recalls_of(label):
        answers |= dict.fromkeys(recall["true"], True)
        answers |= dict.fromkeys(recall["false"], False)
    for sees in sights_of(label):
        answers[question_of(sees)] = set(sees["seen"])
    for known in PROBES["knows"]:
        if label in known["of"]:
            answers[known["formula"]] = set(known["true_in"])
    return answers


def deals_of(label: str) -> dict[str, Any] | None:
    return next((deals for deals in PROBES["deals"] if label in deals["of"]), None)


def recalls_of(label: str) -> list[dict[str, Any]]:
    return [recall for recall in PROBES["recall"] if recall["of"] == label]


def sights_of(label: str) -> list[dict[str, Any]]:
    return [sees for sees in PROBES["sees"] if label in sees["of"]]


def question_of(sees: dict[str, Any]) -> str:
    """Return the name of the question what a player sees."""
    return f"{sees['seen'][0][0]} in {sees['situation']}"


def of_player(seen: Iterable[str], question: str) -> set[str]:
    """Return what the player sees who is asked about."""
    return {each for each in seen if each[0] == question[0]}


def read_deal(deal: str | list[str]) -> frozenset[tuple[int, str]]:
    """Read a deal, the pile first: each holder with each card held."""
    hands = deal.split() if isinstance(deal, str) else deal
    return frozenset((k, x) for k, hand in enumerate(hands) for x in hand.split())


def dealt(deal: Iterable[tuple[int, str]]) -> list[str]:
    return [f"dealt({k},{x})" for k, x in sorted(deal)]


def answered(label: str, folders: Folders, *choices: Labels) -> list[Answers]:
    """Put the probes of a label to the axioms, each time without the labels chosen."""
    if folders.language == "prolog":
        return ask_prolog(label, folders, choices)
    return [ask_asp(label, gone, folders) for gone in choices]


def atoms_by_game(label: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for question in expected(label):
        game, _, atom = question.partition(": ")
        if atom:
            found.setdefault(game, []).append(atom)
    return found


def atoms_of_worlds(label: str) -> list[str]:
    return [x for r in recalls_of(label) for x in (*r["true"], *r["false"])]


def formulas_of(label: str) -> list[str]:
    return [k["formula"] for k in PROBES["knows"] if label in k["of"]]


# --- Prolog: one process reads all questions ------------------------------------


def ask_prolog(
    label: str, folders: Folders, choices: Sequence[Labels]
) -> list[Answers]:
    asked = [asked_of_prolog(label, gone, folders) for gone in choices]
    said = swipl("\n".join(line for lines, _ in asked for line in lines))
    assert len(said) == sum(len(questions) for _, questions in asked)
    left = iter(said)
    return [{q: heard(next(left), q) for q in questions} for _, questions in asked]


def asked_of_prolog(
    label: str, gone: Labels, folders: Folders
) -> tuple[list[str], list[str]]:
    """Return the lines that ask, and the questions in the order of their answers."""
    lines: list[str] = []
    questions: list[str] = []
    for game, atoms in atoms_by_game(label).items():
        lines.append(opening(game, gone, folders))
        for atom in atoms:
            goal = atom.replace('"', "'").replace("not ", "\\+ ")
            lines.append(f"ask({goal}).")
            questions.append(f"{game}: {atom}")
    if deals := deals_of(label):
        lines += [opening(deals["game"], gone, folders), "deals."]
        questions.append("deals")
    for sees in sights_of(label):
        lines.append(opening(sees.get("game", "three"), gone, folders))
        lines.append(f"views({sees['situation']}).")
        questions.append(question_of(sees))
    formulas, atoms = formulas_of(label), atoms_of_worlds(label)
    if formulas or atoms:
        worlds = f"worlds([{listed(PROBES['worlds']['facts'])}])."
        lines += [opening("three", gone, folders), worlds]
        lines += [f"ask({atom})." for atom in atoms]
        lines += [f"holds({formula})." for formula in formulas]
        questions += [*atoms, *formulas]
    return lines, questions


def opening(game: str, gone: Labels, folders: Folders) -> str:
    """Return the line that loads the axioms and sets a game."""
    table = PROBES["games"][game]
    folder = folders[(*gone, *table.get("apart_from", ()))]
    deal = ",".join(dealt(read_deal(table["deal"])))
    return f"game('{folder / table['rules']}.pl',[{listed(table['facts'])}],[{deal}])."


def listed(facts: str) -> str:
    """Turn facts into the members of a list."""
    return ",".join(facts.split()).replace(".", "")


def swipl(text: str) -> list[str]:
    program = shutil.which("swipl")
    assert program, "SWI-Prolog is not installed: make setup installs it"
    done = ran(
        [program, str(HERE / "probe.pl")],
        input=text,
    )
    return done.stdout.splitlines()


def heard(said: str, question: str) -> object:
    """Read an answer: a truth value, what is seen, worlds, or deals."""
    if " in do(" in question:
        pairs = re.findall(r"(\d)-(\w+(?:\([^-]*\))?)(?=,\d-|\]$)", said)
        return of_player((f"{i} {seen}" for i, seen in pairs), question)
    if said in ("true", "false"):
        return said == "true"
    if "dealt" in said or said == "[[]]":
        deals = ast.literal_eval(re.sub(r"dealt\((\d+),(\w+)\)", r"(\1,'\2')", said))
        return {frozenset(deal) for deal in deals}
    return set(ast.literal_eval(said)) if said.startswith("[") else said


# --- ASP: one program for each game --------------------------------------------


def ask_asp(label: str, gone: Labels, folders: Folders) -> Answers:
    answers: Answers = {}
    for game, atoms in atoms_by_game(label).items():
        table = PROBES["games"][game]
        folder = folders[(*gone, *table.get("apart_from", ()))]
        rules = folder / f"{table['rules']}.lp"
        plain = [atom for atom in atoms if not atom.startswith("not ")]
        text = game_text(game) + looked_at(plain)
        models = solved(rules, text)
        for atom in plain:
            there = {clingo.parse_term(atom) in model for model in models}
            answers[f"{game}: {atom}"] = there.pop() if len(there) == 1 else "error"
        for atom in atoms:
            if atom not in plain:
                supposed = f"{text}{atom.removeprefix('not ')}."
                answers[f"{game}: {atom}"] = not solved(rules, supposed)
    if deals := deals_of(label):
        table = PROBES["games"][deals["game"]]
        models = solved(folders[gone] / f"{table['rules']}.lp", table["facts"])
        answers["deals"] = {held(model) for model in models}
    for sees in sights_of(label):
        game = sees.get("game", "three")
        text = f"{game_text(game)} history({sees['situation']}). views_examined."
        rules = folders[gone] / f"{PROBES['games'][game]['rules']}.lp"
        (model,) = solved(rules, text)
        found = (atom.arguments for atom in model if atom.name == "view")
        seen_there = (f"{i} {seen.arguments[1]}" for i, seen, *_ in found)
        answers[question_of(sees)] = of_player(seen_there, question_of(sees))
    formulas, seen = formulas_of(label), atoms_of_worlds(label)
    if formulas or seen:
        asked = "".join(f"ask({formula})." for formula in formulas)
        text = PROBES["worlds"]["facts"] + asked + "recall_examined."
        (model,) = solved(folders[gone] / "drive" / "worlds.lp", text)
        answers |= {atom: clingo.parse_term(atom) in model for atom in seen}
        answers |= {formula: true_in(model, formula) for formula in formulas}
    return answers


def true_in(model: Iterable[clingo.Symbol], formula: str) -> set[int]:
    """Return the worlds in which a formula is true."""
    phi = clingo.parse_term(formula)
    return {
        atom.arguments[1].number
        for atom in model
        if atom.name == "true_in" and atom.arguments[0] == phi
    }


def game_text(game: str) -> str:
    """Return a game as facts, with its deal whatever the axioms say of it."""
    table = PROBES["games"][game]
    deal = "".join(f"{fact}. " for fact in dealt(read_deal(table["deal"])))
    return f"""{table["facts"]} {deal} #defined dealt/2.
        h(K, X, init0) :- dealt(K, X).
        :- h(K, X, init0), not dealt(K, X).
        all_players(set(1,2)). sets_examined."""


def looked_at(atoms: Iterable[str]) -> str:
    """Return facts that say which situations and sets occur in these atoms."""
    found = {}
    for atom in atoms:
        term = clingo.parse_term(atom)
        if term.name in ("equal", "before", "before_or_equal"):
            pair = ",".join(map(str, term.arguments))
            found[f"compared({pair})"] = True
        if term.name == "s5":
            found[f"s5_args({term.arguments[1]})"] = True
        if term.name == "formula":
            found |= {f"asked({part})": True for part in parts(term.arguments[0])}
        for part in parts(term):
            if part.name in ("do", "init0"):
                for word in ("examined", "reported", "offered"):
                    found[f"{word}({part})"] = True
            if part.name == "do":
                found[f"history({part})"] = True
            if part.name == "set":
                found[f"offered_set({part})"] = True
    found["examined(init0)"] = True
    return "".join(f"{fact}. " for fact in found)


def parts(term: clingo.Symbol) -> Iterator[clingo.Symbol]:
    if term.type is clingo.SymbolType.Function:
        yield term
        for argument in term.arguments:
            yield from parts(argument)


def solved(path: Path, text: str) -> list[set[clingo.Symbol]]:
    """Return the atoms of every answer set; none if the program does not ground."""
    control = clingo.Control(["0", "--warn=none"], logger=lambda *_: None)
    control.load(str(path))
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as answers:
        return [set(model.symbols(atoms=True)) for model in answers]


def held(model: Iterable[clingo.Symbol]) -> frozenset[tuple[int, str]]:
    return frozenset(
        (atom.arguments[0].number, atom.arguments[1].name)
        for atom in model
        if atom.name == "h" and len(atom.arguments) == 3
    )


# --- The tests -------------------------------------------------------------------


@pytest.fixture
def folders(language: str, tmp_path: Path) -> Folders:
    if language == "prolog" and not shutil.which("swipl"):
        pytest.skip("SWI-Prolog is not installed")
    return Folders(language, tmp_path)


@cache
def labels() -> tuple[str, ...]:
    return tuple(ROWS)


@pytest.mark.parametrize(("label", "language"), [*product(labels(), SUFFIXES)])
@pytest.mark.alike(32)
def test_taking_a_formula_out_is_noticed(label: str, folders: Folders) -> None:
    said = expected(label)
    assert said, f"({label}) has no probe in probes.toml"
    whole, taken = answered(label, folders, (), (label,))
    assert whole == said
    if taken != said:
        return
    others = ROWS[label].follows_from
    assert others, f"nobody misses ({label}), and the register says nothing of it"
    left, gone = answered(label, folders, others, (*others, label))
    assert left != gone, f"without ({label}) and {others} nobody misses ({label})"


PARTITION = ("2.9", "2.10", "2.12")
REDUNDANT = ("1.2", *PARTITION)
"""Axioms that follow from others as these are read; none is left out for that."""


BY_DAY = {("asp", "1.2"), ("prolog", "2.9"), ("asp", "2.10"), ("prolog", "2.12")}
"""Each axiom in one language."""

PAIRS = [
    pytest.param(*pair, marks=() if pair in BY_DAY else pytest.mark.slow)
    for pair in product(SUFFIXES, REDUNDANT)
]


@pytest.mark.parametrize(("language", "label"), PAIRS)
def test_an_axiom_that_follows_from_others_is_not_missed_alone(
    label: str, folders: Folders
) -> None:
    said = {q: value for q, value in expected(label).items() if ": not " not in q}
    (found,) = answered(label, folders, (label,))
    assert {question: found[question] for question in said} == said


def test_the_register_names_the_axioms_that_follow_from_others() -> None:
    named = {r.label for r in ROWS.values() if r.kind == "axiom" and r.follows_from}
    assert named == set(REDUNDANT)


@pytest.mark.parametrize(
    ("language", "label"), [pair for pair in PAIRS if pair.values[1] in PARTITION]
)
def test_of_what_a_partition_axiom_follows_from_nothing_can_be_spared(
    label: str, folders: Folders
) -> None:
    others = ROWS[label].follows_from
    found = answered(label, folders, *((label, other) for other in others))
    for other, answers in zip(others, found, strict=True):
        assert answers["deals"] != expected(label)["deals"], f"without ({other})"
