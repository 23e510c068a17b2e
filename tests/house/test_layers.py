"""The imports between packages, read from the syntax tree.

Imports within functions count, and modules that a string names, for `import_module` or
another program.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from tests.house.package import (
    PACKAGE,
    children_graph,
    circles,
    graph,
    imports,
    module_of,
    modules,
    named_in_strings,
    packages,
)
from tests.programs import ran

LAYERS = (
    ("compilation", "thresholds"),
    ("errors", "bits", "intervals", "representation"),
    ("progress",),
    ("axiom_folder",),
    ("names",),
    ("axioms",),
    ("files", "decision_diagrams"),
    ("game",),
    ("theories", "sources"),
    ("register", "history", "language", "processes"),
    ("sight", "coq"),
    ("views",),
    ("engines",),
    ("possible_histories",),
    ("questions",),
    ("situations", "notebook", "perft"),
    ("play",),
    ("solve", "kripke", "conjectures"),
    ("protocol", "packages"),
    ("players", "positions"),
    ("env",),
    ("arena",),
    ("records",),
    ("theses", "exercises", "daily"),
    ("show",),
    ("cli",),
    ("commands",),
    ("group",),
    ("__main__",),
)
"""The parts of the package from the bottom up; a line sees those before it.

`commands` are the packages `mystpy.PART.commands`, the command of each feature with its
text and JSON: they see all features, and no module of a feature sees its own commands.
`group` lists all commands and loads the one called. See `part_of`.
"""

IN_CLI = dict.fromkeys(("group", "command_table", "nearby"), "group")
IN_CLI |= {"guide": "commands"}
"""The parts of `mystpy.cli` above those that all commands share."""

CIRCLES: dict[str, set[frozenset[str]]] = {}
"""Import circles of a package's children that are still to be cut: it only shrinks."""

HOMES = {
    "clingo": {
        "engines",
        "packages.axiom_checks.axiom_rules",
        "packages.rule_set_comparison.copied_rules",
    },
    "pyswip": {"engines.prolog.startup"},
    "oxidd": {"decision_diagrams"},
    "pysat": {"engines.refutations.clauses"},
    "pysolvers": {"engines.symbolic.minicard"},
    "click": {"cli", "commands"},
    "cairosvg": {"show.draw.svg"},
    "cvc5": {"conjectures.prover.smt"},
    "distributed": {"processes.cluster"},
    "pandas": {"questions.knowledge"},
    "pyarrow": {"arena.parquet"},
    "prompt_toolkit": {"notebook.commands.live"},
    "highspy": {"solve.extensive.program"},
    "scipy": {
        "solve.equilibria.face",
        "solve.extensive.program",
        "solve.teams.team_bounds",
    },
    "gymnasium": {"env.aec"},
    "pettingzoo": {"env.aec"},
    "pyspiel": {"env.spiel"},
    "textarena": {"env.textarena_game"},
    "verifiers": {"env.verifiers_tasks"},
    "numpy": {
        "engines.symbolic.count.draw",
        "engines.symbolic.count.levels",
        "env",
        "exercises.misconceptions",
        "kripke",
        "packages.history_runs.history_model",
        "packages.history_runs.listed_runs",
        "packages.prolog_runs",
        "players.detective",
        "players.learned",
        "players.tree_search.regret_tree",
        "show.draw.layout",
        "solve.equilibria.face",
        "solve.teams",
        "solve.extensive",
        "theses.knowledge_games",
    },
}
"""The few modules and packages that import a library."""


def part_of(module: str) -> str:
    """Return the part that a module belongs to, as LAYERS names it."""
    _, part, child, *_ = (*module.split("."), "")
    if part == "cli":
        return IN_CLI.get(child, part if child else "group")
    return child if child == "commands" else part


def layer_of(part: str) -> int:
    found = [height for height, parts in enumerate(LAYERS) if part in parts]
    assert found, f"mystpy.{part} has no layer: give it one in LAYERS"
    return found[0]


def test_the_package_is_read() -> None:
    assert len(modules()) > 100
    assert "mystpy.game.game" in graph()["mystpy.history.history"]
    assert {"game", "table"} <= set(packages()["mystpy.game"])


def test_a_part_imports_only_from_layers_below_its_own() -> None:
    pairs = [
        (part_of(name), part_of(other))
        for name, others in graph().items()
        for other in others
        if name != "mystpy"  # it names everything, and loads it lazily
    ]
    assert len(set(pairs)) > 50
    assert not {x for x in pairs if x[0] != x[1] and layer_of(x[0]) <= layer_of(x[1])}


def test_commands_are_above_all_features_and_below_the_group() -> None:
    assert part_of("mystpy.solve.commands.turns") == "commands"
    assert part_of("mystpy.solve.runs.run") == "solve"
    assert part_of("mystpy.cli.options") == "cli"
    assert part_of("mystpy.cli") == part_of("mystpy.cli.group") == "group"
    assert layer_of("solve") < layer_of("cli") < layer_of("commands")


def test_commands_of_features_import_each_other_without_a_circle() -> None:
    edges: dict[str, set[str]] = {}
    for name, others in graph().items():
        if name != "mystpy" and part_of(name) == "commands":
            met = {x.split(".")[1] for x in others if part_of(x) == "commands"}
            feature = name.split(".")[1]
            edges.setdefault(feature, set()).update(met - {feature})
    assert len(edges) > 5
    assert not circles(edges)


def test_a_module_that_a_string_names_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE, encoding="utf-8")
    assert sorted(named_in_strings(path)) == [
        "mystpy.bits",
        "mystpy.cli.guide.first_steps",
        "mystpy.engines.both",
        "mystpy.show.json",
        "mystpy.views",
    ]


SAMPLE = '''
"""The module mystpy.errors is only described."""
TABLE = {"both": ("mystpy.engines.both", "BothEngine"), "demo": "guide.first_steps"}
ENTRY = "mystpy.views:Sight"
import_module("mystpy.show.json").Object
__import__("mystpy.bits")
import_module(f"mystpy.cli.{TABLE[word]}")
print("mystpy.nowhere, mystpy")
'''


def test_modules_take_from_the_top_its_version_rendering_and_loading() -> None:
    taken = {
        (name, imported)
        for name, path in modules().items()
        for imported in imports(path)
        if imported.startswith("mystpy.") and module_of(imported) == "mystpy"
    }
    assert {imported for _, imported in taken} == {
        "mystpy.__version__",
        "mystpy.name_loader",
        "mystpy.rendered",
    }
    loaders = {x for x, imported in taken if imported == "mystpy.name_loader"}
    assert loaders == {"mystpy.kripke", "mystpy.records"}
    assert {x for x, imported in taken if imported == "mystpy.rendered"} == {
        "mystpy.representation"
    }


def test_each_line_of_the_layers_is_there() -> None:
    named = {part for parts in LAYERS for part in parts}
    assert named == {part_of(name) for name in modules() if name != "mystpy"}


def test_the_children_of_each_package_import_each_other_without_a_circle() -> None:
    inner = packages().keys() - {"mystpy"}  # its children are parts, see LAYERS
    found = {name: circles(children_graph(name)) for name in inner}
    found = {name: those for name, those in found.items() if those}
    new = {name: those - CIRCLES.get(name, set()) for name, those in found.items()}
    cut = {name: those - found.get(name, set()) for name, those in CIRCLES.items()}
    assert not any(new.values()), f"cut these circles: {new}"
    assert not any(cut.values()), f"no longer so, take it out of CIRCLES: {cut}"


def test_circles_are_found_whole_and_apart() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"a", "b"}, "d": {"e"}, "e": {"d", "a"}}
    assert circles(edges) == {frozenset("abc"), frozenset("de")}
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == set()


def is_in(module: str, home: str) -> bool:
    """Return whether a module is one of a package, or of the part `commands`."""
    if home == "commands":
        return part_of(f"mystpy.{module}") == home
    return f"{module}.".startswith(f"{home}.")


def test_each_library_has_its_places_and_is_used_there() -> None:
    used: dict[str, set[str]] = {}
    for name, path in modules().items():
        for imported in imports(path, types=True):
            library = imported.split(".")[0]
            if library != "mystpy" and library not in sys.stdlib_module_names:
                used.setdefault(library, set()).add(name.removeprefix("mystpy."))
    assert set(used) == set(HOMES)
    for library, homes in HOMES.items():
        stray = {
            user
            for user in used[library]
            if not any(is_in(user, home) for home in homes)
        }
        needless = {
            home
            for home in homes
            if not any(is_in(user, home) for user in used[library])
        }
        assert not stray, f"{library} is imported outside of its places"
        assert not needless, f"{library} is no longer used there: take it out of HOMES"


def test_importing_mystpy_starts_no_engine_and_no_parser() -> None:
    script = "import sys, mystpy; print(sorted({m.split('.')[0] for m in sys.modules}))"
    done = ran([sys.executable, "-c", script], check=True)
    loaded = ast.literal_eval(done.stdout)
    assert not set(HOMES) & set(loaded)


def test_a_question_loads_what_answers_it_and_no_more() -> None:
    script = "import atexit, sys\n"
    script += "sys.argv[1:] = ['ask', 'queries/fifteen-cards.toml']\n"
    script += "atexit.register(lambda: print([*sys.modules]))\n"
    script += "from mystpy.__main__ import main; main()"
    ran([sys.executable, "-c", script])  # so that the diagram is kept
    result = ran([sys.executable, "-c", script])
    answers = result.stdout.splitlines()
    assert answers[:-1], "the questions are answered"
    assert result.returncode == 1, "one of the formulas is false"
    loaded = set(ast.literal_eval(answers[-1]))
    assert {"mystpy.engines.symbolic.sat.session", "pysolvers"} <= loaded
    assert not {"clingo", "numpy", "oxidd", "pysat", "pyswip"} & loaded
    needless = ("bdd", "common_knowledge", "count", "value")
    assert not {f"mystpy.engines.symbolic.{part}" for part in needless} & loaded
    rare = {"language.counting.linear", "questions.perspective", "questions.legality"}
    assert not {f"mystpy.{part}" for part in rare} & loaded
    others = {"conjectures", "kripke", "notebook", "situations", "solve", "theses"}
    assert not {f"mystpy.{part}" for part in others} & loaded


def test_every_public_name_can_be_loaded() -> None:
    import mystpy

    for name in mystpy.__all__:
        assert getattr(mystpy, name) is not None


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert all((folder / "__init__.py").exists() for folder in folders)
