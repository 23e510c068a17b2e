"""A model that is drawn and its file say the same; what agents hold possible in it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mystpy.kripke.clusters import of_seen
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import load_model
from tests.sampling import by_day

Ask = Callable[..., Any]
ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "queries" / "models").glob("*.toml"))
SAME = ("title", "agents", "worlds", "true", "point", "kinds", "steps", "checks")


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The page's own questions, asked here; an error is an object with `error`."""
    monkeypatch.syspath_prepend(str(ROOT / "page"))
    from importlib import import_module

    answer = import_module("face").answer

    def asked(name: str, *arguments: object) -> Any:
        found = json.loads(answer(name, json.dumps(arguments)))
        return found.get("answer", found)

    return asked


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_becomes_a_drawing_and_the_drawing_the_same_model(
    ask: Ask, path: Path
) -> None:
    text = path.read_text("utf-8")
    drawn = ask("drawing", text)
    if "error" in drawn:
        assert "too many" in drawn["error"]
        return
    found = ask("drawing_file", drawn, text)
    assert found["error"] is None
    assert found["drawing"] == drawn
    before, after = ask("model", text, []), ask("model", found["text"], [])
    assert [before[key] for key in SAME] == [after[key] for key in SAME]
    assert before["actions"] == after["actions"]
    again = ask("drawing_file", found["drawing"], found["text"])
    assert again["text"] == found["text"]


def drawn(seed: int) -> dict[str, Any]:
    """A drawing at random: some agents who know, and some who believe."""
    choose = random.Random(seed)
    names = ["u", "v", 'w "1"', "x y", "z"][: choose.randint(1, 5)]
    pairs = [list(pair) for pair in product(names, names)]
    return {
        "title": 'a "title" \\ of mine',
        "atoms": ["p", "q"],
        "point": choose.choice([*names, None]),
        "worlds": [
            {"name": n, "true": choose.sample(["p", "q"], k), "x": 9.5 * k, "y": k}
            for n, k in zip(names, choose.choices(range(3), k=5), strict=False)
        ],
        "agents": [
            {
                "name": agent,
                "belief": belief,
                "links": choose.sample(pairs, choose.randint(0, len(pairs) // 2)),
            }
            for agent, belief in (("ann", False), ("bob", True), ("cid", False))
        ],
    }


def least_relation(names: list[str], links: list[list[str]]) -> set[tuple[str, str]]:
    """The least transitive, euclidean relation with some pairs, by brute force."""
    found = {(a, b) for a, b in links}
    while True:
        more = {
            new
            for (a, b), (c, d) in product(found, found)
            for new in ([(a, d)] if b == c else []) + ([(b, d)] if a == c else [])
        }
        if more <= found:
            return found
        found |= more


@pytest.mark.parametrize("seed", range(by_day(60)))
def test_what_is_drawn_is_what_the_file_says(ask: Ask, seed: int) -> None:
    given = drawn(seed)
    found = ask("drawing_file", given, "")
    assert found["error"] is None, found["text"]
    file = load_model(found["text"])
    names = [world["name"] for world in given["worlds"]]
    assert list(file.model.names) == names
    assert file.point == (
        None if given["point"] is None else names.index(given["point"])
    )
    for world in given["worlds"]:
        true = file.model.true_at(names.index(world["name"]))
        assert set(true) == set(world["true"])
    for agent, relation in zip(given["agents"], file.model.relations, strict=True):
        seen = {
            (names[a], names[b])
            for a, b in product(range(len(names)), repeat=2)
            if relation.same(a, b)
        }
        links = [list(pair) for pair in agent["links"]]
        if not agent["belief"]:
            links += [[b, a] for a, b in links] + [[n, n] for n in names]
        assert seen == least_relation(names, links)


@pytest.mark.parametrize("seed", range(by_day(60)))
def test_without_completion_arrows_are_those_drawn_or_refused(
    ask: Ask, seed: int
) -> None:
    given = drawn(seed)
    names = [world["name"] for world in given["worlds"]]
    believer = given["agents"][1]
    sees: dict[int, set[int]] = {}
    for a, b in believer["links"]:
        sees.setdefault(names.index(a), set()).add(names.index(b))
    found = ask("drawing_file", given, "", "as drawn")
    try:
        of_seen(sees, len(names), names.__getitem__, "it", serial=False)
    except ModelError:
        assert "euclidean" in str(found["error"]) or "transitive" in str(found["error"])
        return
    assert found["error"] is None
    (kept,) = [a for a in found["drawing"]["agents"] if a["name"] == "bob"]
    assert sorted(kept["links"]) == sorted(
        map(list, {tuple(x) for x in believer["links"]})
    )


def test_steps_formulas_and_comments_of_a_file_stay_as_they_are_written(
    ask: Ask,
) -> None:
    text = (ROOT / "queries/models/secret-letter.toml").read_text("utf-8")
    text = f"# mine\n{text}"
    drawn = ask("drawing", text)
    drawn["worlds"].append({"name": "third", "true": ["p"], "x": 7, "y": 8})
    found = ask("drawing_file", drawn, text)
    assert found["error"] is None
    assert found["text"].startswith("# mine\ntitle")
    rest = text[text.index("[[step]]") :].rstrip()
    assert found["text"].rstrip().endswith(rest)
    assert len(ask("drawing", found["text"])["worlds"]) == 3


def test_a_file_whose_rest_no_longer_fits_says_so_and_can_be_left_without(
    ask: Ask,
) -> None:
    text = (ROOT / "queries/models/secret-letter.toml").read_text("utf-8")
    drawn = ask("drawing", text)
    drawn["atoms"] = ["q"]
    for world in drawn["worlds"]:
        world["true"] = []
    found = ask("drawing_file", drawn, text)
    assert "p" in found["error"]["error"]
    assert ask("drawing_file", drawn, "")["error"] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("atoms = [", "TOML"),
        ('worlds = ["u"]\n[relations]\n[valuation]\nu = ["K"]', "no formula can name"),
        ('atoms = ["p"]\n[relations]\nann = "some"', "some"),
        ("# places = {broken\natoms = 3\n[relations]", "atoms"),
    ],
)
def test_a_bad_text_is_no_drawing_and_says_why(ask: Ask, text: str, said: str) -> None:
    assert said in ask("drawing", text)["error"]


def test_places_that_cannot_be_read_are_made_anew(ask: Ask) -> None:
    text = 'atoms = ["p"]\n[relations]\nann = "all"\n# places = {"p": ["x", 2]}\n'
    assert len(ask("drawing", text)["worlds"]) == 2


def test_what_agents_hold_possible_is_their_relation_to_any_depth(ask: Ask) -> None:
    text = (ROOT / "queries/models/hexa.toml").read_text("utf-8")
    path = [["1", "rwb"], ["2", "rbw"], ["3", "wbr"], ["1", "rwb"]]
    found = ask("considered", text, [], None, path)
    assert found["start"] == "rwb"
    worlds = [row["worlds"] for row in found["rows"]]
    assert worlds == [["rwb", "rbw"], ["rbw", "wbr"], ["wbr", "bwr"]]
    assert found["rows"][0]["always"] == ["h(1,r)"]
    model = load_model(text).model
    for row in found["rows"]:
        for atom in row["always"]:
            assert model.at(row["world"]).holds(f"K({row['agent']},{atom})")
        for atom in row["never"]:
            assert model.at(row["world"]).holds(f"K({row['agent']},~{atom})")


def test_who_believes_nothing_possible_has_an_empty_row(ask: Ask) -> None:
    text = 'worlds = ["u"]\n[relations]\nann = { believes = [], serial = false }\n'
    text += "[valuation]\nu = []\n"
    found = ask("considered", text, [], "u", [["ann", "u"], ["ann", "u"]])
    assert [row["worlds"] for row in found["rows"]] == [[]]
    assert found["rows"][0]["always"] == found["rows"][0]["never"] == []
