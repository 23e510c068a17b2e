"""Misconceptions: each mutant is recognized, and no right answer is taken for one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import escape

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.exercises.classroom import SubmissionResult
from mystpy.exercises.exercise import Exercise, load_exercise
from mystpy.exercises.gradebook import errors_page
from mystpy.exercises.guidance.class_report import (
    class_misconceptions,
    misconceptions_json,
)
from mystpy.exercises.marking import mark, split_exercise
from mystpy.exercises.misconceptions.catalogue import catalogue, simplest
from mystpy.exercises.misconceptions.formula_answers import mistaken_truths, words_of
from mystpy.exercises.misconceptions.mutations.formula_mutants import (
    RULES,
    Mutant,
    mutants_of,
)
from mystpy.exercises.misconceptions.mutations.rules import MutationWords
from mystpy.exercises.sealing import seal_mistakes, sealed_mistake
from mystpy.exercises.tasks.comparison_contexts import contexts, read_formula
from mystpy.game.game import Game
from mystpy.language.decidable import parse_in_model
from tests.exercises.shelf import NAMES, ROOT, answers, exercise, text_of, with_key

FORMULAS = [name for name in NAMES if exercise(name).kind == "formula"]


def keyed(name: str) -> Exercise:
    """An exercise as its teacher has it."""
    return load_exercise(with_key(name), f"{name}.toml")


def solution(task: Exercise) -> str:
    """The formula of a teacher's key."""
    assert task.key is not None
    return str(task.key["solution"])


def bits(task: Exercise, text: str) -> str:
    """The truth values of a formula in the worlds of an exercise."""
    return "".join(str(int(x)) for each in contexts(task) for x in each.truth(text))


def mutants(task: Exercise) -> Iterator[Mutant]:
    """The mutants of the solution of an exercise."""
    context = contexts(task)[0]
    if "model" in task.table:
        words = context.state.model.words  # type: ignore[union-attr]
        formula = parse_in_model(solution(task), words)
    else:
        formula = read_formula(solution(task), task.game)
    yield from mutants_of(formula, words_of(context))


def test_the_catalogue_is_in_order() -> None:
    known = catalogue()
    assert len(known) > 50
    assert {name for name, _ in RULES} <= set(known)
    of_formulas = {name for name, each in known.items() if "formula" in each.mutates}
    assert of_formulas == {name for name, _ in RULES}
    for each in known.values():
        assert each.title
        assert each.belief.endswith(".")
        assert each.source
        assert each.hint.endswith(("?", "."))
    assert len({each.hint for each in known.values()}) >= len(known) - 1


def test_a_hint_names_no_card_and_no_player() -> None:
    for each in catalogue().values():
        assert "s1" not in each.hint
        assert "K(" not in each.hint


@pytest.mark.parametrize("name", FORMULAS)
def test_each_mutant_of_a_formula_is_recognized_and_wrong(name: str) -> None:
    """By the teacher's file and by the student's, which has only seals."""
    task, student = keyed(name), exercise(name)
    found = contexts(task)
    known, right = mistaken_truths(task, found), bits(task, solution(task))
    wrong = []
    for mutant in mutants(task):
        try:
            truths = bits(task, str(mutant.formula))
        except MystError:  # what cannot be asked of this game or model
            continue
        if truths != right:  # or else it is equivalent here, and no mistake at all
            assert known[truths] in catalogue(), mutant
            wrong.append(str(mutant.formula))
    assert len(wrong) > 3
    for text in wrong[:: len(wrong) // 3]:
        marks = [mark(task, text), mark(student, text)]
        assert [each.right for each in marks] == [False, False]
        assert len({each.misconception for each in marks}) == 1
        assert marks[0].misconception in catalogue()


@pytest.mark.parametrize("name", FORMULAS)
def test_a_right_formula_shows_no_misconception(name: str) -> None:
    task = keyed(name)
    assert bits(task, solution(task)) not in mistaken_truths(task)
    for right in (solution(task), answers(name)["right"]):
        assert mark(exercise(name), right).misconception == ""


@pytest.mark.parametrize(
    ("name", "answer", "misconception"),
    [
        ("hexa-own-card", "~h(2,r)", "true-for-known"),
        ("hexa-own-card", "~K(1,h(2,r))", "not-knowing-for-knowing-not"),
        ("hexa-own-card", "K(3,~h(2,r))", "wrong-agent"),
        ("knowing-whether", "K(2,h(1,r))", "knowing-that-for-whether"),
        ("small-clue-the-weapon", "K(1,h(0,rope))", "case-forgotten"),
        (
            "small-clue-the-weapon",
            "K(1,h(0,rope) | h(0,knife) | h(0,pipe))",
            "joins-disjunction",
        ),
        (
            "after-an-announcement",
            "K(2,h(1,w)) | K(2,h(1,b))",
            "before-the-announcement",
        ),
        ("a-show-as-an-action", 'events={red="h(1,r)"}\nactual="red"', "event-missing"),
        ("how-many-questions", "8; 336; 28", "orders-counted"),
        ("seven-cards", "60; 12; 1/5", "orders-counted"),
        ("clue-at-the-start", "112; 1/7", "hands-not-counted"),
        ("two-noes", "120; 24; 1/5", "answers-forgotten"),
        ("the-other-side-of-a-bluff", "2; 1", "asker-has-none"),
        ("a-product-counted", "18; 2; 0", "precondition-forgotten"),
        ("muddy-first-round", "8; 1; 3", "one-round-too-few"),
        ("five-players-do-not-know-which", "true", "possible-for-known"),
        ("nested-is-not-common", "true", "everybody-for-common"),
        ("erratum-knowledge-in-common", "true", "everybody-for-common"),
        ("to-the-guessphase", "asks(1,{s2}) no(2)", "answer-against-the-hand"),
        ("a-whole-turn", "asks(1,{s1}) no(2) endturn(1)", "phases-forgotten"),
        ("a-whole-turn", "asks(1,{s1}) no(2) noguess(1)", "stops-one-action-early"),
    ],
)
def test_a_wrong_answer_shows_its_misconception(
    name: str, answer: str, misconception: str
) -> None:
    found = mark(exercise(name), answer)
    assert not found.right
    assert found.misconception == misconception


GAMES = [
    Game.from_dict({"rules": "myst", "m": 1, "n": 1, "p": p, "q": 1}) for p in (2, 3)
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_formulas_and_their_mutants_agree_with_the_marks(game: Game) -> None:
    """Random keys: a mutant that is marked wrong gets a name, the key gets none."""
    rng = random.Random(36)
    for _ in range(8):
        text = random_formula(rng, game, 3)
        rows = f'rules = "myst"\nm = 1\nn = 1\np = {game.p}\nq = 1\n'
        head = 'title = "t"\nchapter = "c"\npoints = 1\ntext = "x"\n'
        file = (
            f'exercise = "formula"\n{head}[game]\n{rows}\n[key]\nsolution = "{text}"\n'
        )
        task = load_exercise(file, "made.toml")
        assert mark(task, text).misconception == ""
        words = MutationWords(tuple(range(1, game.p + 1)))
        every = list(mutants_of(read_formula(text, game), words))
        for mutant in rng.sample(every, min(5, len(every))):
            found = mark(task, str(mutant.formula))
            assert bool(found.misconception) != found.right, (text, mutant)


def random_formula(rng: random.Random, game: Game, depth: int) -> str:
    """A formula with knowledge in it, as a text."""
    i = rng.randint(1, game.p)
    atom = f"h({rng.randint(0, game.p)},{rng.choice(game.cards)})"
    kinds = [f"K({i},{{}})", "~{}", "({} | {})", "({} & {})", "({} -> {})"]
    kinds += ["C([1,2],{})", "E([1,2],{})", f"M({i},{{}})", f"Kw({i},{{}})"]
    if depth == 0:
        return atom
    kind = rng.choice(kinds)
    return kind.format(
        *(random_formula(rng, game, depth - 1) for _ in range(kind.count("{}")))
    )


def test_a_formula_also_right_has_to_be_equivalent() -> None:
    text = with_key("hexa-own-card") + 'also = ["h(2,r)"]\n'
    with pytest.raises(QueryError, match="not equivalent to the solution"):
        split_exercise(text, "x.toml")


def test_a_mistake_of_the_teachers_is_recognized_in_the_students_file() -> None:
    given = '[[key.mistake]]\nmisconception = "converse"\nanswer = "h(1,w)"\n'
    text = f"{with_key('hexa-own-card')}{given}"
    student = load_exercise(split_exercise(text, "x.toml").student, "x.toml")
    assert mark(student, "h(1,w)").misconception == "converse"
    assert "converse" not in student.file.text
    wrong = text.replace('"converse"', '"convers"')
    with pytest.raises(QueryError, match="no misconception 'convers'"):
        split_exercise(wrong, "x.toml")


def test_tags_of_mistakes_say_neither_which_nor_how_many() -> None:
    few = seal_mistakes("00ff", {"a": "converse"})
    many = seal_mistakes("00ff", {str(k): "wrong-agent" for k in range(9)})
    assert len(few) == len(many) == 16
    assert many == sorted(many)
    assert sealed_mistake("00ff", few, "a", catalogue()) == "converse"
    assert sealed_mistake("00ff", few, "b", catalogue()) == ""
    for name in FORMULAS:
        tags = exercise(name).sealed["mistakes"]
        assert len(tags) % 16 == 0
        seals = text_of(name).partition("[sealed]")[2]
        assert not [known for known in catalogue() if known in seals]


def test_the_first_of_the_catalogue_counts() -> None:
    assert simplest(["wrong-agent", "knowing-that-for-whether"]) == (
        "knowing-that-for-whether"
    )
    assert simplest([]) == ""


def test_a_class_is_told_its_misconceptions() -> None:
    rows = [
        SubmissionResult("ann", "x", "wrong", 0, 1, "f", "wrong-agent"),
        SubmissionResult("bob", "x", "wrong", 0, 1, "f", "wrong-agent"),
        SubmissionResult("bob", "<y>", "wrong", 0, 1, "f", "converse"),
        SubmissionResult("bob", "z", "right", 1, 1, ""),
        SubmissionResult("cid", "z", "wrong", 0, 1, "f", "no-longer-there"),
    ]
    found = class_misconceptions(rows)
    assert [(x.misconception.id, x.students, x.exercises) for x in found] == [
        ("wrong-agent", ("ann", "bob"), ("x",)),
        ("converse", ("bob",), ("<y>",)),
    ]
    page = errors_page(rows, {})
    assert escape(catalogue()["wrong-agent"].title) in page
    assert "<y>" not in page
    assert '"students": [\n    "ann",' in misconceptions_json(rows)
    assert "<h2>Misconceptions</h2>" not in errors_page(rows[3:], {})


def test_the_page_and_the_guide_name_misconceptions_of_the_catalogue() -> None:
    page = (ROOT / "docs" / "reference" / "exercise-files.md").read_text("utf-8")
    for each in catalogue().values():
        row = f"| `{each.id}` | {each.title} | {', '.join(each.mutates)} |"
        assert row in page
    guide = (ROOT / "docs" / "course" / "guide.md").read_text("utf-8")
    named = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", guide)
    assert len(named) > 12
    assert set(named) <= set(catalogue())
