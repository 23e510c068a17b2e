"""Pictures of phases, of a turn, and of game trees, against the axioms and files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from mystpy.axioms import axioms_dir, blocks
from mystpy.engines.transition_system.phases import phase_graph, turn_graph
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.show.draw.graphs.phase_graphs import graph_of_phases, graph_of_turn
from mystpy.show.draw.graphs.pictures import (
    FLOW,
    PHASES,
    rules_picture,
    tree_picture,
)
from mystpy.show.draw.graphs.tree_graph import tree_graph
from mystpy.solve.trees.game_tree import read_efg
from mystpy.theories import theory_in
from tests.show.draw.geometry import faults, seen

TREES = Path(__file__).parents[4] / "queries" / "trees"
ARROW = re.compile(r"^phase_change\((\w+),\s*(\w+),\s*(\w+)\)\.", re.M)


@pytest.mark.parametrize("p", [2, 3, 5])
def test_phases_change_along_the_arrows_of_figure_2_2(p: int) -> None:
    printed = set(ARROW.findall(blocks("prolog")["S2.2.2"].text))
    found = {
        (one[0], kind, other[0])
        for (one, other), kinds in phase_graph(transition_system_of(p)).items()
        for kind in kinds
    }
    # With two players nobody else can be asked after the first.
    more = {("ansphase", "no", "ansphase")} if p == 2 else set()
    assert found == printed - more


@pytest.mark.parametrize("rules", ["board", "generalized", "myst", "speed"])
def test_phases_of_random_games_are_in_the_picture(rules: str) -> None:
    system = transition_system_of(3, rules)
    found = phase_graph(system)
    random = Random(3)
    for _ in range(20):
        at = system.start
        for _ in range(40):
            moves = system.moves(at)
            if not moves:
                break
            key = random.choice(sorted(moves, key=str))
            after = random.choice(moves[key].after)
            pair = system.state(at).phases, system.state(after).phases
            assert key[0] in found[pair]
            at = after


def test_an_edited_axiom_changes_the_picture(tmp_path: Path) -> None:
    folder = tmp_path / "axioms"
    shutil.copytree(axioms_dir(), folder)
    for ending in ("pl", "lp"):
        for path in folder.glob(f"*.{ending}"):
            path.write_text(path.read_text("utf-8").replace("guessphase", "thinkphase"))
    with theory_in(folder):
        nodes = graph_of_phases(transition_system_of(3)).nodes
    assert ("thinkphase",) in [node.lines for node in nodes]
    assert ("guessphase",) not in [node.lines for node in nodes]


def test_a_turn_leads_from_the_question_to_the_next_player() -> None:
    arrows = turn_graph(transition_system_of(3))
    ends = {other for _, other in arrows} - {one for one, _ in arrows}
    assert {(end.poser, end.over) for end in ends} == {((2,), False), ((), True)}
    graph = graph_of_turn(transition_system_of(3))
    assert graph.nodes[0].kind == "start"
    conditions = {line for lines in graph.edges.values() for line in lines}
    assert "if 2 holds none of the named cards" in conditions
    assert "if 3 holds some of the named cards" in conditions


@pytest.mark.parametrize("what", [PHASES, FLOW])
@pytest.mark.parametrize("rules", ["generalized", "myst"])
def test_nothing_overlaps_in_the_pictures(what: str, rules: str) -> None:
    make = Game.generalized_clue if rules == "generalized" else Game.myst
    assert list(faults(seen(rules_picture(make(1, 1, 3, 1), what, "svg")))) == []


def test_too_many_players_and_other_formats_are_refused() -> None:
    with pytest.raises(QueryError, match="at most 10"):
        rules_picture(Game.myst(1, 1, 11, 1), PHASES, "svg")
    with pytest.raises(QueryError, match="SVG, PDF or DOT"):
        rules_picture(Game.myst(1, 1, 3, 1), PHASES, "tikz")


@pytest.mark.parametrize(
    ("name", "sets"),
    [("rock-paper-scissors-in-turn", []), ("rock-paper-scissors-at-once", [(1, 5, 9)])],
)
def test_figures_of_section_1_2(name: str, sets: list[tuple[int, ...]]) -> None:
    text = (TREES / f"{name}.efg").read_text("utf-8")
    tree = read_efg(text, name, 100)
    graph = tree_graph(tree)
    assert graph.sets == sets
    assert len(tree.nodes) == 1 + 3 + 9
    assert sum(all(pay == node.payoffs[0] for pay in node.payoffs) and not node.children
               for node in tree.nodes) == 3  # fmt: skip
    svg = tree_picture(text, name, "svg")
    assert list(faults(seen(svg))) == []
    assert svg.count("stroke-dasharray") == len(sets)
