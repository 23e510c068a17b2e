"""Who imports whom, read from the syntax tree: imports within functions count."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mystpy"

LAYERS = (
    ("errors", "axioms"),
    ("files",),
    ("game",),
    ("history",),
    ("formula_nodes", "formula_show", "formulas"),
    ("formula_grammar", "formula_names", "formula_text"),
    ("views",),
    ("engines",),
    ("questions",),
    ("situations",),
    ("notebook",),
    ("kripke",),
    ("conjectures",),
    ("solve",),
    ("theses",),
    ("show",),
    ("cli",),
    ("__main__",),
)
"""The parts of the package from the bottom up; a line sees itself and those before."""

CIRCLES: frozenset[frozenset[str]] = frozenset(
    {
        frozenset({"mystpy.formula_nodes", "mystpy.formula_show"}),
    }
)
"""Import circles that are still to be cut: this list only shrinks."""

HOMES = {
    "clingo": "engines",
    "pyswip": "engines.prolog.swipl",
    "lark": "formula_text",
    "click": "cli",
}
"""The one module or package that imports a library."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the names of the modules that a file imports when it runs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module
            if node.module == "mystpy":
                yield from (f"mystpy.{alias.name}" for alias in node.names)
            else:
                yield node.module


def layer_of(part: str) -> int:
    found = [height for height, parts in enumerate(LAYERS) if part in parts]
    assert found, f"mystpy.{part} has no layer: give it one in LAYERS"
    return found[0]


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_a_module_imports_only_from_its_layer_and_those_below(path: Path) -> None:
    name = module_name(path)
    if name == "__init__":
        pytest.skip("the package itself names everything, lazily")
    height = layer_of(name.split(".")[0])
    for imported in imports(path):
        if imported.startswith("mystpy.") and imported != "mystpy.__version__":
            part = imported.split(".")[1]
            assert layer_of(part) <= height, f"{name} imports {imported} from above"


@pytest.mark.parametrize(("library", "home"), HOMES.items())
def test_a_library_is_imported_in_one_place_only(library: str, home: str) -> None:
    users = {
        module_name(path)
        for path in modules()
        for imported in imports(path)
        if imported.split(".")[0] == library
    }
    assert users, f"nothing imports {library}"
    assert all(user == home or user.startswith(f"{home}.") for user in users), users


def test_importing_mystpy_starts_no_engine_and_no_parser() -> None:
    script = "import sys, mystpy; print(sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = ast.literal_eval(done.stdout)
    assert not set(HOMES) & set(loaded)


def test_every_public_name_can_be_loaded() -> None:
    import mystpy

    for name in mystpy.__all__:
        assert getattr(mystpy, name) is not None
