"""EPDDL read as packages: the same runs, the same answers, or refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.packages.declarations import read_package
from mystpy.packages.epddl import epddl_files
from mystpy.packages.epddl.epddl_files import export_package
from mystpy.packages.epddl.package_axioms.package_writer import write_package
from mystpy.packages.epddl.reading import s_expressions
from mystpy.packages.epddl.reading.task_files import read_task
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from tests.packages.random_theories import draw_formula, draw_history, draw_theory
from tests.packages.test_epddl import Product
from tests.sampling import part_by_day, reaches, seeds_by_day

TASKS = Path(__file__).parent / "epddl_tasks"
LIBRARY = TASKS / "library.epddl"
Json = dict[str, Any]


def texts(name: str) -> list[Path]:
    return [TASKS / name / "domain.epddl", TASKS / name / "problem.epddl", LIBRARY]


def imported(paths: list[Path], folder: Path) -> Package:
    write_package(read_task(paths), folder)
    return read_package(str(folder))


# --- Textbook problems, against a product update of their ground tasks ----------

HISTORIES: dict[str, list[tuple[str, str]]] = {
    "coin": [
        ("open_A", "open(a)"),
        ("peek_A", "peek(a,_)"),
        ("turn_B", "turn(b)"),
        ("peek_B", "peek(b,_)"),
        ("shake_C", "shake(c)"),
        ("turn_C", "turn(c)"),
        ("peek_A", "peek(a,_)"),
    ],
    "muddy": [("silence_Child1", "silence(child1)"), ("ahead_Child3", "ahead(child3)")],
    "gossip": [
        ("tell_A_B", "tell(a,b,_)"),
        ("tell_B_C", "tell(b,c,_)"),
        ("tell_C_A", "tell(c,a,_)"),
    ],
    "rooms": [
        ("sense_A_r1", "sense(a,r1,_)"),
        ("right_B", "right(b)"),
        ("right_A", "right(a)"),
        ("right_B", "right(b)"),
        ("sense_B_r3", "sense(b,r3,_)"),
    ],
}
"""Actions as the ground task calls them, and as the package does."""


def formulas(task: Json, random: Random) -> list[tuple[Any, str]]:
    """Formulas about the last atoms of a task, as JSON and as the package has them."""
    agents = task["language"]["agents"]
    found: list[tuple[Any, str]] = []
    for atom in task["language"]["atoms"]:
        head, *rest = atom.split("_")
        name = head.lower().replace("-", "_")
        text = f"{name}({','.join(rest)})".lower() if rest else name
        found.append((atom, text))
    for _ in range(12):
        f, text = random.choice(found)
        agent = random.choice(agents)
        kind = random.randrange(3)
        if kind == 0:
            found.append(({"connective": "not", "formula": f}, f"~({text})"))
        else:
            box = {"modality-name": "box", "modality-index": [agent], "formula": f}
            found.append((box, f"K({agent.lower()}, {text})"))
    return found


@pytest.mark.parametrize("name", HISTORIES)
def test_textbook_problems_have_the_answers_of_a_product_update(
    name: str, tmp_path: Path
) -> None:
    ground = TASKS / name / "ground.json"
    task = json.loads(ground.read_text("utf-8"))
    package = imported(texts(name), tmp_path / "text")
    plain = imported([ground], tmp_path / "json")
    product, history = Product(task), ""
    asked = formulas(task, Random(name))
    for number, (action, step) in enumerate([("", ""), *HISTORIES[name]]):
        if action:
            product.update(action)
            history = f"{history} {step}"
        situation = PackageSituation.make(package, history)
        steps = (_ground_step(plain, step) for step in history.split())
        other = PackageSituation.make(plain, " ".join(steps))
        for f, text in part_by_day(asked, 4, number):
            values = {product.holds(f, w) for w in product.worlds}
            right = "undetermined" if len(values) > 1 else str(values.pop()).lower()
            assert situation.value(text) == right, (history, text)
            assert other.value(_ground_text(f)) == right, (history, text)


def _ground_step(package: Package, step: str) -> str:
    """A step of the package of a ground task: arguments are part of the name."""
    hidden = "_" in step.replace("(", ",").replace(")", ",").split(",")
    name = "_".join(x for x in step.replace(")", "").replace("(", ",").split(",") if x)
    name = name.removesuffix("__")
    assert name in package.actions, (name, list(package.actions))
    return f"{name}(_)" if hidden else name


def _ground_text(f: Any) -> str:
    if isinstance(f, str):
        return f.lower().replace("-", "_")
    if "modality-name" in f:
        (agent,) = f["modality-index"]
        return f"K({agent.lower()}, {_ground_text(f['formula'])})"
    return f"~({_ground_text(f['formula'])})"


def test_public_events_become_actions_of_their_own(tmp_path: Path) -> None:
    package = imported(texts("muddy"), tmp_path)
    assert package.actions["ask_knows"].precondition == "Kw({1}, muddy({1}))"
    made = PackageSituation.make(package, "silence(child1)", ["designated"])
    assert made.value("Kw(child1, muddy(child1))") == "true"
    assert made.value("Kw(child3, muddy(child3))") == "false"
    assert (
        PackageSituation.make(package, "ask_knows(child1)", ["designated"])
        .legality()
        .verdict
        == "illegal"
    )


def test_the_goal_and_designated_worlds_are_a_query(tmp_path: Path) -> None:
    files = [str(path) for path in texts("coin")]
    done = CliRunner().invoke(cli, ["theory", "import", *files, "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    query = str(tmp_path / "problem.toml")
    done = CliRunner().invoke(cli, ["ask", query, "--do", "open(a) peek(a,_)"])
    assert done.stdout.startswith("true"), done.output
    assert CliRunner().invoke(cli, ["theory", "check", str(tmp_path)]).exit_code == 0


def unwilling(*_: object) -> None:
    raise QueryError("not now")


# --- Packages to EPDDL and back --------------------------------------------------


def step_in(package: Package, action: tuple[str, str, str | None]) -> str | None:
    """A step of a drawn history as a package that was read back calls it."""
    kind, agent, thing = action
    if kind in package.actions:
        hidden = "_" if package.actions[kind].private else None
        given = [each for each in (agent, thing or hidden) if each]
        return f"{kind}({','.join(given)})"
    name = "_".join(each for each in action if each is not None)
    if name not in package.actions:
        return None
    return f"{name}(_)" if package.actions[name].sorts else name


@pytest.mark.parametrize("lifted", [True, False], ids=["lifted", "ground"])
@pytest.mark.parametrize("seed", seeds_by_day(8, 4))
def test_random_packages_come_back_with_the_same_answers(
    seed: int, lifted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        epddl_files, "LiftedSpecification" if not lifted else "package_task", unwilling
    )
    random = Random(seed)
    compared = 0
    for number in range(4):
        theory = draw_theory(random)
        folder = tmp_path / str(number)
        package = read_package(str(theory.write(folder / "drawn")))
        actions = draw_history(random, theory, 3)
        try:
            export_package(package, folder / "out")
        except QueryError:
            continue  # hidden memory, or distributed knowledge in a precondition
        back = imported([folder / "out"], folder / "back")
        steps = [step_in(back, action) for action in actions]
        known = [each for each in steps if each is not None]
        if len(known) < len(steps):
            continue  # all see which of several events happens
        words = " ".join(f"{n}({i},{thing or '_'})" for n, i, thing in actions)
        one = PackageSituation.make(package, words)
        other = PackageSituation.make(back, " ".join(known))
        for _ in range(12):
            formula = draw_formula(random, theory, random.randint(1, 4))
            right = one.value(formula)
            assert other.value(formula) == right, (theory, words, str(formula))
            compared += 1
    assert reaches(compared), "no package could be compared"


# --- What is refused -------------------------------------------------------------

EDITS = [
    ("coin", "domain", "(default Fully)", "(?i Fully)", "does not say how"),
    ("coin", "domain", "(looking ?j)", "(tails)", "not common knowledge"),
    ("coin", "domain", "(looking ?j)", "([?j] (tails))", "what agents know is not"),
    ("coin", "domain", "(when (tails)", "(when ([?i] (tails))", "knowledge is only"),
    ("coin", "domain", "(?i Fully)", "(?i Oblivious)", "no observability type"),
    ("coin", "domain", "look (e-peek-tails ?i)", "look", "look has 2 events, not 1"),
    (
        "coin",
        "domain",
        "(has-key ?i) (not",
        "(has-kee ?i) (not",
        "no predicate has-kee",
    ),
    ("coin", "domain", "(opened) (looking ?i) (tails)", "([?i] (tails))", "different"),
    (
        "coin",
        "domain",
        ":effects (opened)",
        ":effects (opened ?i)",
        "0 arguments, not 1",
    ),
    ("coin", "domain", "(e-open ?i))", "(e-open ?k))", "no variable ?k"),
    ("coin", "problem", "(:agents A B C)", "(:agents)", "no object of the type agent"),
    ("coin", "problem", "(has-key A)", "(looking A)", "is not declared as a :fact"),
    (
        "coin",
        "problem",
        "(:domain coin)",
        "(:domain other)",
        "another domain than coin",
    ),
    ("coin", "problem", "<Kw. ?i>", "<?i>", "finitary S5 theory has no <i> F"),
    ("coin", "problem", "(:facts-init", "(:facts", "is no part of a problem"),
    ("coin", "problem", "(tails)\n", "(tails))\n", "closes no bracket"),
    ("coin", "problem", "(not (opened))", "(not (opened)) (tails)", "does not follow"),
    ("rooms", "problem", "(w-yes w-yes) (w-no", "(w-yes w-no) (w-no", "not reflexive"),
    ("rooms", "problem", "(w-no w-no))", "(w-no w-no) (w-no w-yes))", "not symmetric"),
    ("rooms", "problem", "B (:forall", "A (:forall", "B may be wrong at the start"),
    ("rooms", "problem", "(at A r1)", "(at A r4)", "there is no object r4"),
    (
        "rooms",
        "domain",
        "(info) (at ?i ?r)",
        "(info) (at ?r ?i)",
        "not always of the type",
    ),
    ("rooms", "domain", "(:types room)", "(:types room - place)", "no type place"),
    ("rooms", "domain", "(not (next ?r ?r))", "(info)", "only of facts and equality"),
    ("gossip", "domain", "(?j Fully)", "(D Fully)", "there is no agent D"),
    ("rooms", "problem", "(at A r1)", "(next r1 r2)", "next is a :fact"),
    ("rooms", "domain", "(at ?i ?q)))", "(next ?r ?q)))", "an event changes it"),
    ("rooms", "domain", "(info)\n", "(info) (info)\n", "declared twice"),
    ("gossip", "domain", "- person |", "- person | (or)", "one condition"),
]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit[3].strip())
def test_what_a_package_cannot_say_is_refused_with_the_place(
    edit: tuple[str, str, str, str, str], tmp_path: Path
) -> None:
    name, part, old, new, message = edit
    files = []
    for path in texts(name):
        text = path.read_text("utf-8")
        if path.stem == part:
            assert old in text
            text = text.replace(old, new)
        files.append(tmp_path / path.name)
        files[-1].write_text(text, encoding="utf-8")
    with pytest.raises(ParseError, match=r"\.epddl:\d+:\d+: ") as caught:
        write_package(read_task(files), tmp_path / "out")
    assert message in str(caught.value)
    assert not (tmp_path / "out").exists()


OBLIVIOUS = """
  (:action-type look
    :events (?pos ?neg ?nil)
    :observability-types (Fully Partially)
    :relations (
      Fully (:forall (?e - event) (?e ?e))
      Partially (:forall (?e - event) (?e ?nil)))
    :designated (?pos ?neg)))
"""


def test_agents_who_believe_that_nothing_happens_are_refused(tmp_path: Path) -> None:
    library = LIBRARY.read_text("utf-8")
    start, end = (
        library.index("(:action-type look"),
        library.index("(:action-type whis"),
    )
    library = library[:start] + OBLIVIOUS.strip()[:-1] + library[end:]
    domain = (TASKS / "coin/domain.epddl").read_text("utf-8")
    domain = domain.replace("(e-peek-heads ?i))", "(e-peek-heads ?i) (e-nil))")
    domain = domain.replace("(:event e-open", "(:event e-nil)\n  (:event e-open")
    files = [tmp_path / f"{each}.epddl" for each in ("domain", "library")]
    for path, text in zip(files, (domain, library), strict=True):
        path.write_text(text, encoding="utf-8")
    files.append(TASKS / "coin/problem.epddl")
    with pytest.raises(ParseError, match="would be wrong about it") as caught:
        write_package(read_task(files), tmp_path / "out")
    assert "not reflexive: ?pos" in str(caught.value)
    # where all observe it fully, the event that nobody considers does not matter
    files[0].write_text(domain.replace("else Partially", "else Fully"), "utf-8")
    package = imported(files, tmp_path / "out")
    assert "event" not in package.sorts
    assert {"peek_peek_tails", "peek_peek_heads"} <= set(package.actions)


# --- Bad input -------------------------------------------------------------------


def refused(tmp_path: Path, name: str, content: bytes) -> str:
    path = tmp_path / name
    path.write_bytes(content)
    done = CliRunner().invoke(
        cli, ["theory", "import", str(path), "-o", str(tmp_path / "out")]
    )
    assert done.exit_code == 2, done.output
    assert "Traceback" not in done.output
    return done.stderr


BAD_FILES = [
    ("a.epddl", b"(" * 100_000, "more than 100 brackets"),
    ("a.epddl", b"(a " * 100_000, "more than 100 brackets"),
    ("a.epddl", b"x " * 2_000, "more than 1,000 words"),
    ("a.epddl", b"\xff\xfe(", "is not text in UTF-8"),
    ("a.epddl", b"", "the file is not one list"),
    ("a.epddl", b"(define (domain d))", "there is no problem"),
    ("a.epddl", b"(define)", "this is no domain"),
    ("a.json", b"[" * 100_000, "nested too deeply"),
    ("a.json", b"{}", "neither a ground task nor a list"),
    ("a.json", b'{"domain": "../d", "problem": "p"}', "outside of its folder"),
    ("a.json", b'{"domain": "/etc/passwd", "problem": "p"}', "outside of its folder"),
    ("a.json", b'{"domain": 3, "problem": "p"}', "a file that is no text"),
    ("a.json", b'{"domain": "d", "problem": "p"}', "there is no file"),
    ("a.json", b'{"language": 3, "initial-state": 4}', "language is missing"),
]


@pytest.mark.parametrize(("name", "content", "message"), BAD_FILES)
def test_bad_files_are_refused_in_a_sentence(
    name: str,
    content: bytes,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(s_expressions, "MAX_WORDS", 1_000)
    assert message in refused(tmp_path, name, content)


GROUND_EDITS: list[tuple[list[str], Any, str]] = [
    (["language", "agents"], [], "no object of the type agent"),
    (["language", "atoms"], [3], "no list of texts"),
    (["initial-state", "designated"], ["w9"], "speaks of w9"),
    (["initial-state", "designated"], [], "is empty"),
    (["initial-state", "relations", "A"], {}, "not reflexive"),
    (["initial-state", "labels", "w0"], ["no-atom"], "speaks of no-atom"),
    (["actions", "peek_A", "events"], ["e", "e"], "different names"),
    (["actions", "peek_A", "preconditions"], 3, "no object"),
    (["actions", "open_A", "effects", "e-open"], {"opened": {}}, "no object"),
    (["goal", "formula"], {"connective": "xor"}, 'the connective "xor"'),
    (["goal", "formula"], {"connective": "and"}, "and without formulas"),
    (["goal", "formula"], {"modality-name": "D.box"}, "the modality"),
]


@pytest.mark.parametrize(("path", "value", "message"), GROUND_EDITS)
def test_faults_of_ground_tasks_name_the_part(
    path: list[str], value: Any, message: str, tmp_path: Path
) -> None:
    task = json.loads((TASKS / "coin/ground.json").read_text("utf-8"))
    inner = task
    for key in path[:-1]:
        inner = inner[key]
    assert path[-1] in inner
    inner[path[-1]] = value
    file = tmp_path / "ground.json"
    file.write_text(json.dumps(task), encoding="utf-8")
    with pytest.raises(MystError, match=r"ground\.json") as caught:
        write_package(read_task([file]), tmp_path / "out")
    assert message in str(caught.value)


def test_deep_formulas_of_ground_tasks_are_refused(tmp_path: Path) -> None:
    task = json.loads((TASKS / "coin/ground.json").read_text("utf-8"))
    formula: Any = "opened"
    for _ in range(90):
        formula = {"connective": "not", "formula": formula}
    task["goal"]["formula"] = formula
    text = json.dumps(task).encode()
    (tmp_path / "out").mkdir()
    file = tmp_path / "a.json"
    file.write_bytes(text)
    done = CliRunner().invoke(
        cli, ["theory", "import", str(file), "-o", str(tmp_path / "out")]
    )
    assert done.exit_code in (0, 2)
    assert "Traceback" not in done.output


def test_a_package_of_a_user_is_not_overwritten(tmp_path: Path) -> None:
    files = [str(path) for path in texts("muddy")]
    words = ["theory", "import", *files, "-o", str(tmp_path)]
    for _ in range(2):  # what was read before is replaced
        assert CliRunner().invoke(cli, words).exit_code == 0
    axioms = tmp_path / "theory.lp"
    mine = "% my own\n" + axioms.read_text("utf-8")
    axioms.write_text(mine, encoding="utf-8")
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 2
    assert "has a package already" in done.stderr
    assert axioms.read_text("utf-8") == mine


def test_what_was_read_can_be_written_and_read_again(tmp_path: Path) -> None:
    domain, problem, library = texts("muddy")
    text, _, _ = domain.read_text("utf-8").partition("(:event e-sees-ahead")
    (tmp_path / "domain.epddl").write_text(f"{text})", encoding="utf-8")
    package = imported([tmp_path / "domain.epddl", problem, library], tmp_path / "once")
    export_package(package, tmp_path / "out")
    again = imported([tmp_path / "out"], tmp_path / "again")
    for history in ("silence(child1)", "ask_does_not(child1) ask_knows(child2)"):
        for text in ("K(child1,muddy(child2))", "Kw(child3,muddy(child3))"):
            value = PackageSituation.make(package, history).value(text)
            assert PackageSituation.make(again, history).value(text) == value, text
