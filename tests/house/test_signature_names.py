"""Engines, readers and formulas take names of the theory from the signature.

No text in them is an action, a fluent, a phase or a sort of sets. No text has one with
arguments after it, not even in a pattern or a program.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mystpy.axiom_folder.signature import (
    ACTIONS,
    FLUENTS,
    HAND_SET,
    PHASES,
    PILE_SET,
    QUESTION_SET,
)
from tests.house.package import modules, syntax
from tests.house.test_layers import part_of
from tests.house.test_package_names import texts

PARTS = frozenset(
    """engines language history situations questions notebook game
        conjectures packages show kripke sight views play solve
        players env arena""".split()
)

SHOWN = (".text", "_text", "_svg", ".strip")
"""How modules are called that put answers into text, or draw them, in `commands`."""

NAMES = frozenset(
    {
        *(row.name for row in ACTIONS.values()),
        *(name for row in FLUENTS.values() for name in (row.name, row.written)),
        *(*PHASES, QUESTION_SET, PILE_SET, HAND_SET),
    }
)
_ANY = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
APPLIED = re.compile(rf"(?<![\w./])(?:{_ANY})(?=\\?\(|(?:\|\w+)*\)\\?\(|/\d)")
"""A name with arguments: `h(`, the pattern `(?:asks|guess)\\(`, or `h/2`."""

OTHER_USES = {
    "cells of a table, answers of a program, and counts: the words yes and no": (
        "yes no",
        """engines.asp.program engines.base engines.backend
        engines.prolog.engine engines.prolog.swipl
        kripke.from_history kripke.puzzles.setting
        packages.epddl.reading.task_files
        packages.package_questions.knowledge_tables
        packages.prolog_runs.prolog_listing questions.query
        notebook.commands.text show.brief show.draw.grid_svg show.values
        history.table.notes_parser""",
    ),
    "the word of formulas between a variable and its set": (
        "in",
        """conjectures.sweep.prefix_form game.names language.read
        language.reading.atomic
        language.notations.quantifiers language.reading.numeric
        language.reading.tokens language.vocabulary
        packages.epddl.package_axioms.package_terms""",
    ),
    "keys of certificates of sweeps, and how a guess comes out": (
        "in turn question right wrong",
        "conjectures.sweep.certificate",
    ),
    "a key or a column, the question that is put": (
        "question",
        """kripke.files.given_steps kripke.my_number.document
        kripke.puzzles.puzzle_file kripke.puzzles.text show.brief""",
    ),
    "English words of notes and of sentences": (
        "shows wrong guess",
        "engines.base history.table.notes history.table.words solve.equilibria.wording",
    ),
    "keys and columns: of results, and of numpy; the name of an event": (
        "right wrong told",
        """arena.commands.text arena.standings kripke.puzzles.text
        kripke.bdd
        kripke.update.action_model players.detective.likelihood""",
    ),
    "English verbs, columns and predicates of other programs": (
        "sees looks",
        """conjectures.search.program history.table.events.event_notes
        kripke.files.given_model kripke.files.model_file
        packages.epddl.package_axioms.action_sight
        packages.rule_set_comparison.difference_words
        packages.rule_set_comparison.theory_comparison""",
    ),
    "hours": ("h", "solve.runs.forecast"),
}
"""Reasons, the words, and the modules in which they are something else."""

LEMMAS = frozenset(
    """conjectures.induction.invariants conjectures.prover.accessibility
        conjectures.prover.background
        conjectures.prover.obligations""".split()
)
"""Modules with lemmas about MYST, which provers prove from the present axioms."""


def uses(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the names in the texts of a module, with their lines."""
    for line, text in texts(tree):
        for name in [text] if text in NAMES else APPLIED.findall(text):
            yield line, name


def found() -> Iterator[tuple[str, int, str]]:
    """Yield module, line and name of all uses in the parts that are to have none."""
    for module, path in modules().items():
        _, _, inside = module.partition(".")
        part = part_of(module) if inside else ""
        if part in PARTS or (part == "commands" and module.endswith(SHOWN)):
            yield from ((inside, *use) for use in uses(syntax(path)))


def allowed() -> set[tuple[str, str]]:
    return {
        (module, word)
        for words, listed in OTHER_USES.values()
        for module in listed.split()
        for word in words.split()
    }


def test_no_engine_reader_or_formula_names_anything_of_the_theory() -> None:
    known = allowed()
    wrong = [x for x in found() if x[0] not in LEMMAS and (x[0], x[2]) not in known]
    assert not wrong, "take the name from the class, or from the signature"


def test_each_exception_is_needed() -> None:
    used = {(module, name) for module, _, name in found()}
    assert {module for module, _ in used} >= LEMMAS
    for reason, (words, listed) in OTHER_USES.items():
        for module in listed.split():
            assert any((module, word) in used for word in words.split()), (
                f"{module} is no longer an exception for: {reason}"
            )


def test_a_name_in_a_text_a_pattern_or_a_match_is_noticed() -> None:
    lines = [
        '"""asks"""',
        'if x == "asks":',
        '    y = f"turn({x})"',
        '    z = "tasks", "a turn (of two)", "s1/2"',
        'rule = r"obs\\(\\w+, (?:shows|guess)\\("',
        "match x:",
        '    case Act("noguess"): pass',
        'x.startswith("ans_turn(")',
        'shown = " #show h/2."',
    ]
    assert set(uses(ast.parse("\n".join(lines)))) == {
        *((2, "asks"), (3, "turn"), (5, "shows"), (5, "guess"), (7, "noguess")),
        *((8, "ans_turn"), (9, "h")),
    }
