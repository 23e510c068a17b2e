"""The JSON that commands write and read conforms to the schemas in docs/schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator

from tests.sampling import part_by_day

Run = Callable[..., Result]

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "schema"
MODELS = "queries/models"
VACUOUS = "tests/kripke/cases/vacuous-belief.toml"
GAME = ("--game", '{"rules":"myst","m":1,"n":1,"p":2,"q":1}')
THREE = ("--game", '{"rules":"myst","m":1,"n":1,"p":3,"q":1}', "--turns", "2")
TOLD = ("--by", "information")
LOCAL = ("--by", "local-best-response")
TOURNAMENT = ("tournament", "--player", "random", *GAME, "--games", "2")
AUDIT = ("audit", "queries/transcripts/clue.jsonl")
EXERCISE = ("exercise", "example:exercises/seven-cards")
TOM = "tests/positions/tom.jsonl"
NAMES_FILE = "tests/exercises/names.txt"
PACKAGE = ("--theory", "black-vienna", "--game", "gang=1, hand=1, asked=2")
ASKED = (*PACKAGE, "--do", "asks(1,2,{s1,s2}) has(2,1)")
FIRST_QUESTIONS = (
    *("--game", "MYST(1,2,3,5)", "--hand", "1=s1,s2"),
    *("--do", "asks(1,{s1,s2,s3,s4,s5}) yes(2) shows(2,1,_) noguess(1) endturn(1)"),
    *("--do", "asks(2,{s1,s2,s5,s6,s7}) yes(3) shows(3,2,_) noguess(2) endturn(2)"),
)

ANSWERS: dict[str, list[tuple[str, ...]]] = {
    "error": [("check", "nowhere.toml"), ("ask", *GAME, "--hand", "1=s1", "K(")],
    "ask": [
        ("ask", *GAME, "--hand", "1=s1", "K(1,h(0,s2))", "Kw(1,h(2,s1))"),
        ("ask", "queries/announcements/nobody-knows.toml"),
        ("ask", "queries/packages/battleship-a-corner.toml", "--check"),
        ("ask", *ASKED, "--announce", "~h(2,s1)", "K(1,h(2,s2))"),
    ],
    "know": [
        ("know", "1", *GAME, "--hand", "1=s1", "--odds"),
        ("know", "1,2", *GAME),
    ],
    "know-tuple": [("know", "1,2", "example:two-players-midway", "--tuple")],
    "sheet": [
        ("sheet", "example:fifteen-cards"),
        ("sheet", *FIRST_QUESTIONS),
    ],
    "optquest": [
        ("optquest", "1..2", "2..6"),
        ("optquest", "1", "2", "--opponents", "2"),
    ],
    "daily": [("daily", "2026-11-29"), ("daily", "--seed", "a class")],
    "daily-archive": [("daily", "2026-11-05", "--archive", "3")],
    "record-check": [
        ("record", "check", "example:records/full-game"),
        ("record", "check", "docs/records/invalid/deals-wrong.toml"),
    ],
    "record-statistics": [
        ("record", "statistics", "example:records/full-game"),
        ("record", "statistics", "docs/records/valid/many.toml"),
    ],
    "perft": [
        ("perft", "MYST(1,1,2,1)", "--depth", "3"),
        ("perft", "MYST(1,1,2,1)", "--depth", "2", "--check"),
    ],
    "perft-package": [
        ("perft", "--theory", "muddy-children", "--depth", "1", "--check"),
        ("perft", "--theory", "guess-who", "--depth", "1"),
    ],
    "position": [
        ("positions", "make", "deduction", "--count", "6"),
        ("positions", "make", "tom", "--count", "8", "--prompts"),
    ],
    "position-prompt": [("positions", "prompts", TOM)],
    "position-score": [
        ("positions", "score", TOM, "tests/positions/tom-answers.jsonl"),
        ("positions", "score", "deduction", "tests/positions/answers.jsonl"),
    ],
    "position-verified": [("positions", "verify", TOM)],
    "position-baseline": [("positions", "baselines", TOM)],
    "position-compared": [
        ("positions", "compare", "deduction", "tests/positions/answers.jsonl"),
    ],
    "recurrence": [("recurrence", "1..2", "1", "1..2", "--cards", "4")],
    "winning": [
        ("winning", "example:three-hands"),
        ("winning", "--game", "MYST(1,1,2,4)", "--hand", "1=s1", "--hand", "2=s2"),
    ],
    "minsat": [
        ("minsat", "{s1,s2}", "{s2,s3}"),
        ("minsat", "example:fifteen-cards", "--as", "3", "--of", "2"),
        ("minsat", "example:five-clauses-four-cards", "--as", "3", "--of", "2"),
    ],
    "know-package": [
        ("know", "1", *ASKED, "--given", "h(1,s3)"),
        ("know", "1", *ASKED, "--given", "h(1,s3)", "--that", "2"),
        ("know", "1,2", *ASKED),
        ("know", "observer", *ASKED),
    ],
    "legal": [
        ("legal", *PACKAGE, "--do", "has(2,1)"),
        ("legal", *ASKED),
        ("legal", *GAME, "--do", "no(2)"),
        ("legal", *GAME, "--do", "asks(1,{s1})"),
    ],
    "poss": [
        ("poss", *PACKAGE),
        ("poss", *PACKAGE, "--all"),
        ("poss", *GAME),
        ("poss", *GAME, "--do", "asks(1,{s1})"),
    ],
    "why": [
        ("why", *GAME, "--hand", "1=s1", "K(1,h(0,s2))", "~K(1,h(2,s1))", "h(1,s1)"),
        ("why", "example:five-players", "--derivation", "K(5,~h(0,s1))"),
        ("why", *GAME, "--hand", "1=s1", "--derivation", "~h(2,s1)", "K(1,h(0,s2))"),
    ],
    "why-package": [
        ("why", *ASKED, "--given", "h(1,s3)", "K(1, h(2,s1) | h(2,s2))"),
        ("why", *ASKED, "h(2,s1)"),
        ("why", *ASKED, "true"),
    ],
    "show-package": [("show", *ASKED)],
    "axiom-package": [("axiom", *PACKAGE[:2]), ("axiom", *PACKAGE[:2], "P4")],
    "theorem-package": [
        ("theorem", *PACKAGE, "--say", "~K(1,h(0,s1))", "--depth", "1"),
        ("theorem", *PACKAGE, "--say", "~h(0,s1)"),
        ("theorem", *PACKAGE, "--say", "~h(0,s1)", "--seconds", "0"),
    ],
    "why-model": [
        ("why", f"{MODELS}/hexa.toml", "K(1,K(2,h(2,w)))", "C([1,2,3],~h(1,b))"),
        ("why", f"{MODELS}/hexa.toml", "[h(1,r)!]K(2,h(1,b))", "K(1,h(1,r)) & true"),
        ("why", VACUOUS, "B(w,red)", "before ~B(w,red)"),
    ],
    "axiom": [("axiom", "2.16"), ("axiom", "2.33")],
    "check": [
        ("check", f"{MODELS}/three-muddy-children.toml", "--check"),
        ("check", f"{MODELS}/hexa.toml", "--where", "h(1,r)"),
        ("check", VACUOUS, "B(w,red)", "B(h,red)"),
    ],
    "check-smcdel": [
        ("check", f"{MODELS}/smcdel/muddy-children.smcdel.txt"),
    ],
    "update": [
        ("update", VACUOUS),
        ("update", VACUOUS, "contract", "--publicity", "all"),
        ("update", f"{MODELS}/example-01-lost.toml", "--protocol", "knowledge-games"),
        ("update", f"{MODELS}/secret-letter.toml", "--publicity", "anne"),
        ("update", f"{MODELS}/hexa.toml", "show(2,1,{r,w,b},r)", "announce(h(1,w))"),
    ],
    "model": [
        ("model", f"{MODELS}/letter.toml"),
        ("model", f"{MODELS}/hexa.toml", "--deals", "--classes", "1,2"),
        ("model", f"{MODELS}/three-muddy-children.toml", "--classes", "all"),
        ("model", f"{MODELS}/secret-letter.toml", "--after", "2"),
        ("model", f"{MODELS}/three-muddy-children.toml"),
        ("model", *ASKED, "--given", "h(1,s3) & h(2,s1) & h(3,s2)"),
    ],
    "bisimilar": [
        ("bisimilar", f"{MODELS}/hexa.toml", f"{MODELS}/example-09.toml"),
        ("bisimilar", "example:hexa", "example:models/example-05", "--after", "0,1"),
        ("bisimilar", *2 * [f"{MODELS}/three-muddy-children.toml"], "--after", "1,0"),
    ],
    "plan": [
        ("plan", f"{MODELS}/three-muddy-children.toml", "--goal", "K(1,muddy(1))"),
        ("plan", f"{MODELS}/hexa.toml", "--goal", "h(1,w)", "announce(h(1,r))"),
    ],
    "product": [
        ("product", *2 * [f"{MODELS}/letter.toml"]),
        ("product", *2 * ["example:hexa"], "--where", "~K(1,h_1(2,r)) & h_2(1,r)"),
    ],
    "puzzle": [
        ("puzzle", "cheryls-birthday"),
        ("puzzle", "moore-sentence"),
        ("puzzle", "prisoners"),
        ("puzzle", "sally-anne"),
    ],
    "puzzles": [("puzzle",)],
    "puzzle-my-number": [
        ("puzzle", "my-number", "--games", "2", "--rule", "most", "--jobs", "1"),
    ],
    "puzzle-say": [("puzzle", "russian-cards", "--say", "012,034")],
    "puzzle-find": [("puzzle", "russian-cards", "--find", "--hands", "2,3,1")],
    "solve": [
        ("solve", *GAME, "--spans"),
        ("solve", *GAME, "--either"),
        ("solve", "--games", "{m=1,n=1,p=2,q=1}", "--useful", "--jobs", "1"),
    ],
    "solve-profile": [
        ("solve", *THREE),
        *(
            ("solve", "--check", f"docs/certificates/profiles/{name}.json")
            for name in part_by_day(("1-1-3-2", "1-1-3-1"), 2)
        ),
    ],
    "solve-team": [("solve", *THREE, "--alone", "2")],
    "certificate-team": [("solve", *THREE, "--alone", "2", "--certificate", "-")],
    "certificate": [
        ("solve", *GAME, "--certificate", "-"),
        ("solve", *GAME, "--either", "--certificate", "-"),
    ],
    "certificate-profile": [("solve", *THREE, "--certificate", "-")],
    "theorem": [
        ("theorem", "axiom-2.9-printed", "--sample"),
        ("theorem", "--say", "Turn(1) -> In(2)", "--games", "MYST(1,1,2,1)"),
    ],
    "theorem-show": [("theorem",)],
    "ratings": [("ratings",)],
    "measure": [
        ("measure", "exact", "--game", "MYST(2,1,2,1)"),
        ("measure", "random", *GAME, *TOLD, "--games", "1", "--deals", "2"),
        ("measure", "exact", *GAME, *LOCAL, "--games", "1", "--deals", "2"),
    ],
    "tournament-head": [TOURNAMENT],
    "tournament-game": [TOURNAMENT],
    "tournament": [TOURNAMENT],
    "play": [("play", "--player", "random", *GAME)],
    "serve": [("serve", "random", "random", *GAME)],
    "audit": [AUDIT],
    "audit-total": [AUDIT],
    "examples": [("examples",)],
    "source": [("source", "thesis", "2.7"), ("axiom", "4.1"), ("source", "figure 1.1")],
    "sources": [("source",)],
    "exercise": [
        EXERCISE,
        ("exercise", "example:exercises/hexa-own-card"),
        ("exercise", "--theory", "muddy-children"),
    ],
    "worksheet": [
        ("worksheet", "example:worksheets/week-1"),
        ("worksheet", "example:worksheets/week-1", "--student", "Ann"),
    ],
    "worksheet-solutions": [
        ("worksheet", "example:worksheets/week-1", "--solutions", "--now"),
    ],
    "worksheet-variants": [
        ("worksheet", "example:worksheets/week-1", "--variants", NAMES_FILE),
    ],
    "serve-package": [("serve", "--theory", "muddy-children")],
    "exercise-hints": [(*EXERCISE, "--hint", "--hint")],
    "exercise-next": [
        ("exercise", "--next", "queries/exercises/class/bob"),
        ("exercise", "--next", "queries/exercises/class/ann"),
        ("exercise", "--next", "tests/exercises/records/one-of-counts.json"),
    ],
    "exercise-mark": [
        (*EXERCISE, "30; 12; 1/6"),
        ("exercise", "example:exercises/hexa-own-card", "h(1,r)"),
        ("exercise", "--theory", "muddy-children", "--kind", "runs", "1000"),
    ],
}  # fmt: skip
"""Calls for each schema; their output is validated by it."""

LINES = {
    "tournament-head": slice(1),
    "tournament-game": slice(1, -1),
    "tournament": slice(-1, None),
    "audit": slice(-1),
    "audit-total": slice(-1, None),
}
"""Which lines of the answer, if not all."""

FILES = {
    "certificate": ["certificates/*.json"],
    "certificate-profile": ["certificates/profiles/*.json"],
    "rating-list": ["reference/ratings.json"],
    "theorem": ["theorems.json"],
    "values": ["values.json"],
}
"""Files in docs/ for schemas, of an object or a list of them."""

OPEN = {"scope", "counterexample", "example", "examples"}
"""Keys whose objects differ from statement to statement, or from line to line."""

LESS = {
    *("batch", "batch-package", "grade", "position-answered", "rating-list"),
    *("record.schema", "values"),
}
"""Schemas that tests of their own hold something to."""


def schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def strict(node: Any) -> Any:
    """The schema without room for keys that it does not name."""
    if isinstance(node, list):
        return [strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    found = {key: strict(part) for key, part in node.items()}
    if "properties" in found and isinstance(found.get("type"), str):
        found["additionalProperties"] = False
    return found


def objects(run: Run, name: str) -> Iterator[Any]:
    for words in ANSWERS[name]:
        form = () if words[0] == "serve" else ("--format", "json")
        done = run(*words, *form)
        lines = done.stdout.splitlines()[LINES.get(name, slice(None))]
        assert lines, done.stderr
        yield from map(json.loads, lines)


def check(name: str) -> Draft202012Validator:
    """Return a validator for a schema that allows no other keys."""
    given = schema(name)
    Draft202012Validator.check_schema(given)
    return Draft202012Validator(strict(given))


def keys(node: Any, needed: bool) -> set[str]:
    """The keys that a schema needs, or that it names and may lack, at any depth."""
    if isinstance(node, list):
        return set[str]().union(*(keys(part, needed) for part in node))
    if not isinstance(node, dict):
        return set()
    required = set(node.get("required", ()))
    found = required if needed else set(node.get("properties", ())) - required
    return found.union(*(keys(part, needed) for part in node.values()))


def damaged(whole: Any, needed: set[str]) -> Iterator[Any]:
    """An object with one thing changed: a key taken out, or a value put in its place.

    Of lists and of other objects than those with needed keys the first value serves.
    """
    if isinstance(whole, dict):
        named = needed & set(whole)
        for key in named or list(whole)[:1]:
            if key in named:
                yield {k: v for k, v in whole.items() if k != key}
            yield {**whole, key: [[-0.5]]}
            for part in damaged(whole[key], needed) if key not in OPEN else ():
                yield {**whole, key: part}
    elif isinstance(whole, list) and whole:
        yield [[[-0.5]], *whole[1:]]
        for part in damaged(whole[0], needed):
            yield [part, *whole[1:]]


def refuses(validator: Draft202012Validator, name: str, one: Any) -> None:
    """Hold a schema to refusing an object that is damaged."""
    assert validator.is_valid(one)
    given = schema(name)
    assert not validator.is_valid({**one, "unknown": 1})
    needed = keys(given, True) - keys(given, False)
    for other in damaged(one, needed):
        assert not validator.is_valid(other), other


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.alike(6)
def test_answers_are_as_the_schema_says(run: Run, name: str) -> None:
    validator = check(name)
    found = list(objects(run, name))
    for one in found:
        validator.validate(one)
    refuses(validator, name, found[0])
    for key in found[0]:
        assert not validator.is_valid({**found[0], key: -0.5}), key


@pytest.mark.parametrize("name", FILES)
def test_files_are_as_the_schema_says(name: str) -> None:
    validator = check(name)
    for pattern in FILES[name]:
        for path in sorted(DOCS.glob(pattern)):
            output = json.loads(path.read_text("utf-8"))
            for one in output if isinstance(output, list) else [output]:
                validator.validate(one)
    refuses(validator, name, one)


def test_every_schema_is_tested_and_on_the_page() -> None:
    names = {path.stem for path in FOLDER.glob("*.json")}
    assert names == set(ANSWERS) | LESS
    page = (FOLDER / "README.md").read_text("utf-8")
    assert set(re.findall(r"\]\(([^/\s]+)\.json\)", page)) == names


QUESTIONS: list[dict[str, Any]] = [
    {"do": "legal", "history": "asks(1,{s1})"},
    {"do": "poss", "history": ["asks(1,{s1})", "no(2)"], "id": 7},
    {"do": "ask", "formula": "K(1,h(0,s2))", "announce": ["~h(2,s1)"]},
    {"do": "know", "player": 1, "odds": True, "hands": {"1": ["s1"]}},
    {"do": "know", "player": [1, 2], "id": None},
    {"do": "why", "formula": "K(1,h(0,s2))", "smallest": True},
]


def test_lines_of_batch_are_as_the_schemas_say(run: Run) -> None:
    game = json.loads(GAME[1])
    asked = [{**each, "game": game} for each in QUESTIONS]
    record = (DOCS / "records" / "valid" / "player.toml").read_text("utf-8")
    asked.append({"do": "know", "player": 1, "record": record, "turn": 2})
    given = [json.dumps(each) for each in [*asked, {"do": "nothing"}]]
    answers = run("batch", stdin="\n".join(given)).stdout.splitlines()
    validator = check("batch")
    for question, answer in zip(asked, map(json.loads, answers), strict=False):
        validator.validate(question)
        assert answer.pop("id") == question.get("id")
        check(question["do"]).validate(answer)
    error = json.loads(answers[-1])
    assert error.pop("id") is None
    check("error").validate(error)
    assert not validator.is_valid({"do": "nothing", "game": game})
    for question in asked:
        refuses(validator, "batch", question)


LINES_OF_PACKAGES: list[tuple[str, dict[str, Any]]] = [
    ("legal", {"do": "legal", "history": "asks(1,2,{s1,s2})", "id": 7}),
    ("legal", {"do": "legal", "history": ["has(2,1)"]}),
    ("poss", {"do": "poss", "all": True}),
    ("ask", {"do": "ask", "formula": "h(1,s1)", "announce": ["h(1,s1)"]}),
    ("know-package", {"do": "know", "player": 1, "given": "h(1,s1)"}),
    ("know-package", {"do": "know", "player": 1, "given": ["h(1,s1)"], "that": [2]}),
    ("know-package", {"do": "know", "player": [1, 2]}),
    ("show-package", {"do": "show", "notes": ["1 asks 2 for s1 s2", "2 has 1"]}),
    ("why-package", {"do": "why", "formula": "K(1,h(1,s1))", "given": ["h(1,s1)"]}),
]


def test_lines_of_batch_about_packages_are_as_the_schemas_say(run: Run) -> None:
    constants = {"gang": 1, "hand": 1, "asked": 2}
    base = {"theory": "black-vienna", "game": constants}
    asked = [{**line, **base} for _, line in LINES_OF_PACKAGES]
    answers = run("batch", stdin="\n".join(map(json.dumps, asked))).stdout.splitlines()
    validator = check("batch-package")
    pairs = zip(LINES_OF_PACKAGES, asked, map(json.loads, answers), strict=True)
    for (name, _), question, answer in pairs:
        refuses(validator, "batch-package", question)
        assert answer.pop("id") == question.get("id")
        check(name).validate(answer)


def test_lines_of_grade_are_as_the_schema_says(run: Run, tmp_path: Path) -> None:
    for name, text in {"no-such": b"x", "hexa-own-card": b"\xff"}.items():
        (tmp_path / "class" / "ann").mkdir(parents=True, exist_ok=True)
        (tmp_path / "class" / "ann" / f"{name}.txt").write_bytes(text)
    done = run("grade", str(tmp_path / "class"), "--format", "json")
    validator = check("grade")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 2
    for one in found:
        refuses(validator, "grade", one)


def test_what_a_certificate_is_worth_is_as_the_schema_says(run: Run) -> None:
    made = run("solve", *GAME, "--certificate", "-").stdout
    done = run("solve", "--check", "-", "--format", "json", stdin=made)
    found = json.loads(done.stdout)
    assert found["claimed"] is True
    refuses(check("solve"), "solve", found)
