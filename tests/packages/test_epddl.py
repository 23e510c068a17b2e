"""Packages in EPDDL: the ground task, updated as DEL says, agrees with the package."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.errors import QueryError
from mystpy.packages.declarations import read_package
from mystpy.packages.epddl import event_models
from mystpy.packages.epddl.epddl_files import export_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package_answers import PackageSituation
from tests.packages.test_tutorial import FILE, PAGE

Json = dict[str, Any]
World = tuple[str, ...]
"""A world of the start, and the events that happened."""


class Product:
    """The worlds of a ground task, updated by its actions as DEL says."""

    def __init__(self, task: Json) -> None:
        self.task = task
        start = task["initial-state"]
        self.agents: list[str] = task["language"]["agents"]
        self.worlds: list[World] = [(w,) for w in start["worlds"]]
        self.true: dict[World, set[str]] = {
            (w,): set(start["labels"][w]) for w in start["worlds"]
        }
        self.sees: dict[str, dict[World, set[World]]] = {
            i: {(w,): {(v,) for v in start["relations"][i][w]} for w in start["worlds"]}
            for i in self.agents
        }

    def update(self, name: str) -> None:
        action = self.task["actions"][name]
        happen = [
            (w, e)
            for w in self.worlds
            for e in action["events"]
            if self.holds(action["preconditions"][e]["formula"], w)
        ]
        true: dict[World, set[str]] = {}
        for w, e in happen:
            true[(*w, e)] = set(self.true[w])
            for atom, condition in (action["effects"][e] or {}).items():
                change = true[(*w, e)].add, true[(*w, e)].discard
                change[not self.holds(condition["formula"], w)](atom)
        self.sees = {i: self._seen(i, action, happen) for i in self.agents}
        self.worlds, self.true = list(true), true

    def _seen(
        self, agent: str, action: Json, happen: list[tuple[World, str]]
    ) -> dict[World, set[World]]:
        (how,) = (
            kind
            for kind, condition in action["observability-conditions"][agent].items()
            if all(self.holds(condition["formula"], w) for w in self.worlds)
        )
        alike = action["relations"][how]
        return {
            (*w, e): {
                (*v, f) for v, f in happen if v in self.sees[agent][w] and f in alike[e]
            }
            for w, e in happen
        }

    def holds(self, f: Any, w: World) -> bool:
        if isinstance(f, str):
            return f == "true" or f in self.true[w]
        if "modality-name" in f:
            kind, agents, body = f["modality-name"], f["modality-index"], f["formula"]
            rows = [{self.holds(body, v) for v in self.sees[i][w]} for i in agents]
            if kind == "box":
                return rows.count({True}) == len(rows)
            assert kind in ("Kw.box", "Kw.diamond")
            return all((len(row) == 1) == (kind == "Kw.box") for row in rows)
        match f["connective"]:
            case "not":
                return not self.holds(f["formula"], w)
            case "and":
                return all(self.holds(each, w) for each in f["formulas"])
            case "or":
                return any(self.holds(each, w) for each in f["formulas"])
        one, other = f["formulas"]
        return not self.holds(one, w) or self.holds(other, w)


@pytest.fixture
def three_cards(tmp_path: Path) -> str:
    for name, content in FILE.findall(PAGE.read_text(encoding="utf-8")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return str(tmp_path / "three-cards")


def task_of(name: str, folder: Path) -> Json:
    export_package(read_package(name), folder)
    found: Json = json.loads((folder / "ground.json").read_text("utf-8"))
    return found


def test_looks_say_the_same_as_the_package(three_cards: str, tmp_path: Path) -> None:
    product = Product(task_of(three_cards, tmp_path / "out"))
    product.update("looks_ann_bob")
    product.update("looks_cid_ann")
    package = read_package(three_cards)
    made = PackageSituation.make(package, "looks(ann,bob,_) looks(cid,ann,_)")
    for agent in ("ann", "bob", "cid"):
        for holder in ("ann", "bob", "cid"):
            atom = f"holds_{holder}_red"
            box = {"modality-name": "box", "modality-index": [agent], "formula": atom}
            for f, text in (
                (box, f"K({agent},holds({holder},red))"),
                ({**box, "modality-index": ["bob"], "formula": box},
                 f"K(bob,K({agent},holds({holder},red)))"),
            ):  # fmt: skip
                true = [product.holds(f, w) for w in product.worlds]
                right = {(True, True): "true", (False, False): "false"}
                assert made.value(text) == right.get(
                    (all(true), any(true)), "undetermined"
                ), text


def test_preconditions_about_knowledge_are_exported(tmp_path: Path) -> None:
    product = Product(task_of("muddy-children", tmp_path))
    counts = [len(product.worlds)]
    for name in ("father_now", "silence_now", "knows_child1"):
        product.update(name)
        counts.append(len(product.worlds))
    assert counts == [8, 7, 4, 2]
    assert all("muddy_child1" in product.true[w] for w in product.worlds)


def test_the_texts_are_balanced_and_name_each_action(tmp_path: Path) -> None:
    task = task_of("muddy-children", tmp_path)
    for name in ("library", "domain", "problem"):
        text = (tmp_path / f"{name}.epddl").read_text("utf-8")
        plain = re.sub(r";.*", "", text)
        assert plain.count("(") == plain.count(")")
    domain = (tmp_path / "domain.epddl").read_text("utf-8")
    named = {name.partition("_")[0]: None for name in task["actions"]}
    assert re.findall(r"\(:action (\S+)", domain) == list(named)


def without_declaration(folder: Path) -> Path:
    """Copy a package without the declaration of remembered fluents."""
    shutil.copytree(shipped_packages()["muddy-children"], folder)
    toml = (folder / "theory.toml").read_text("utf-8")
    gone = '[[fluent]]\nname = "told"\nwords = "the father has spoken"\n'
    assert gone in toml
    (folder / "theory.toml").write_text(toml.replace(gone, ""), encoding="utf-8")
    return folder


def test_what_is_remembered_becomes_a_predicate(tmp_path: Path) -> None:
    mine = without_declaration(tmp_path / "mine")
    product = Product(task_of(str(mine), tmp_path / "out"))
    for name in ("father_now", "silence_now", "knows_child1"):
        product.update(name)
    assert len(product.worlds) == 2
    domain = (tmp_path / "out/domain.epddl").read_text("utf-8")
    assert "\n    (told)" in domain


def test_memory_without_a_sort_is_refused(tmp_path: Path) -> None:
    mine = without_declaration(tmp_path / "mine")
    path = mine / "theory.lp"
    axioms = path.read_text("utf-8").replace("not told(S)", "not told(1, S)")
    axioms = axioms.replace(
        "told(S+1) :- done(father, S).", "told(N+1, S+1) :- done(father, S), N = 0."
    )
    axioms = axioms.replace("told(S+1) :- told(S), ", "told(N, S+1) :- told(N, S), ")
    path.write_text(axioms.replace(" told(S).", " told(1, S)."), encoding="utf-8")
    with pytest.raises(QueryError, match="do not determine whether"):
        export_package(read_package(str(mine)), tmp_path / "out")


def test_large_packages_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        cli, ["theory", "export", "russian-cards", "--epddl", str(tmp_path / "x")]
    )
    assert done.exit_code == 2
    assert "actions, and EPDDL would need each" in done.stderr
    done = CliRunner().invoke(cli, ["theory", "export", "muddy-children"])
    assert done.exit_code == 2


def test_starts_with_very_many_pairs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_models, "MAX_PAIRS", 10)
    with pytest.raises(QueryError, match="more than 10"):
        export_package(read_package("muddy-children"), tmp_path / "out")
