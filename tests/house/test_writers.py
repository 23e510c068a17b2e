"""Results and users' files are written through `mystpy.files` only."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house.package import modules, nodes

HOME = "mystpy.files."

SCRATCH = {
    "mystpy.axiom_folder.renamed_folder": "a copy of axioms in a temporary folder",
    "mystpy.conjectures.prover.eprover": "a problem in a temporary folder",
    "mystpy.engines.transition_system.cache": "a cache: damaged files do not count",
    "mystpy.exercises.tasks.prolog_clause": "a submission in a temporary folder",
    "mystpy.arena.confinement": "the pipe to the parent process",
    "mystpy.cli.running.signals": "messages while the program ends",
    "mystpy.processes.confinement.landlock": "nothing: folders are opened as paths",
    "mystpy.processes.confinement.syscalls": "files of /proc that make a namespace",
    "mystpy.exercises.sandbox.server": "the pipe to the marking program",
    "mystpy.exercises.sandbox.worker": "the pipe to the marking program",
    "mystpy.processes.guardian": "the streams of a guest, and the pipe to its parent",
    "mystpy.protocol.wire": "the streams of a guest",
    "mystpy.solve.verified.extraction": "the program that it keeps in the cache",
}
"""The other modules that write, and what: nothing that a user keeps.

It only shrinks.
"""

_METHODS = {"write_text", "write_bytes"}
_OF_OS = {"write", "replace", "rename", "truncate", "ftruncate", "dup2"}
_OF_SHUTIL = {"copy", "copy2", "copyfile", "copytree", "move"}


def is_write(call: ast.Call) -> bool:
    """Return whether a call writes into a file, or opens one to do so."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="os"), attr="open"):
            return "os.O_RDONLY" not in ast.unparse(call)
        case ast.Attribute(value=ast.Name(id="os"), attr=name) if name != "fdopen":
            return name in _OF_OS
        case ast.Attribute(value=ast.Name(id="shutil"), attr=name):
            return name in _OF_SHUTIL
        case ast.Attribute(attr=name) if name in _METHODS:
            return True
        case ast.Attribute(attr="open" | "open_file" | "fdopen") | ast.Name(id="open"):
            return any(_is_writing(each) for each in _modes(call))
    return False


def _modes(call: ast.Call) -> Iterator[object]:
    given = [*call.args[:2], *(k.value for k in call.keywords if k.arg == "mode")]
    yield from (each.value for each in given if isinstance(each, ast.Constant))


def _is_writing(mode: object) -> bool:
    return (
        isinstance(mode, str)
        and 0 < len(mode) <= 4
        and set(mode) <= set("rwaxbt+")
        and bool(set(mode) & set("wax+"))
    )


def writers() -> dict[str, list[int]]:
    """The modules outside of the home that write, with the lines."""
    found: dict[str, list[int]] = {}
    for name, path in modules().items():
        calls = [node for node in nodes(path) if isinstance(node, ast.Call)]
        lines = sorted(call.lineno for call in calls if is_write(call))
        if lines and not name.startswith(HOME):
            found[name] = lines
    return found


def test_only_mystpy_files_writes_what_users_keep() -> None:
    found = writers()
    new = {name: lines for name, lines in found.items() if name not in SCRATCH}
    assert not new, "use write_whole, Journal or Log of mystpy.files"
    gone = SCRATCH.keys() - found.keys()
    assert not gone, "these no longer write: take them out of SCRATCH"


def writing(text: str) -> bool:
    """Return whether a call in a text writes."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return any(map(is_write, calls))


def test_all_ways_to_write_are_seen_and_reading_is_not() -> None:
    for text in (
        "path.write_text(x)",
        "Path(a).write_bytes(x)",
        'open(a, "w")',
        'path.open("ab", 0)',
        'path.open(mode="r+")',
        'click.open_file(name, "w")',
        'os.fdopen(number, "wb")',
        "os.open(a, flags)",
        "os.write(1, x)",
        "shutil.copy(a, b)",
    ):
        assert writing(text), text
    for text in (
        'open(a, "rb")',
        "path.open()",
        "text.replace(a, b)",
        "os.open(a, os.O_RDONLY)",
        'os.fdopen(number, "rb")',
    ):
        assert not writing(text), text
