"""Every public name is on a page of the API reference, with all that it promises."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import mystpy
from mystpy.errors import MystError
from tests.house.package import ROOT
from tests.house.public_names import (
    PAGES,
    Documented,
    documented,
    exported,
    function_of,
    text_after,
)
from tests.programs import ran

NAMES = [each.name for each in documented()]

NEEDS = {"mystpy.env.zoo_env": "pettingzoo", "mystpy.env.spiel_game": "pyspiel"}
"""The libraries that examples need."""

RAISES_NOTHING = {
    "mystpy.History.term",
    "mystpy.GameSituation.counterexample",
    "mystpy.kripke.hexa",
    "mystpy.kripke.Model.true_at",
}
"""Functions with parameters that raise nothing, or refer to others that say it."""

_ERROR = re.compile(r"\b(?:[A-Z]\w+Error|NoWorldFits|NotExecutable|EngineMissing)\b")
_FIRST = re.compile(r"^[A-Z_`].{4,86}\.$")


def faults_of(name: str, docstring: str) -> Iterator[str]:
    """Yield what a docstring of a public name lacks."""
    first, _, rest = docstring.partition("\n")
    if not _FIRST.match(first) and "Source: " not in first:
        yield f"{name}: the first line is no sentence of at most 88 characters"
    if rest and not rest.startswith("\n"):
        yield f"{name}: no empty line follows the first line"
    if not re.search(r"\bSource:\s+\S", docstring):
        yield f"{name}: it does not name its source"
    if not doctest.DocTestParser().get_examples(docstring):
        yield f"{name}: there is no example"


def unnamed_parameters(name: str, function: object, docstring: str) -> Iterator[str]:
    """Yield the parameters that a docstring does not name, or that have no type."""
    signature = inspect.signature(function)  # type: ignore[arg-type]
    for parameter in signature.parameters.values():
        if parameter.name in ("self", "cls", "args", "kwargs"):
            continue
        if parameter.annotation is parameter.empty:
            yield f"{name}: {parameter.name} has no type"
        if not re.search(rf"\b{parameter.name}\b", docstring):
            yield f"{name}: {parameter.name} is not described"


def says_what_is_raised(name: str, function: object, docstring: str) -> bool:
    """Return whether a docstring names the errors of a function, if there are any."""
    words = inspect.signature(function).parameters  # type: ignore[arg-type]
    if not set(words) - {"self", "cls"} or name in RAISES_NOTHING:
        return True
    return "Raises" in docstring and bool(
        _ERROR.search(docstring) or re.search(r"Raises [\w, ]*as `", docstring)
    )


@pytest.mark.parametrize(
    ("docstring", "lacking"),
    [
        ("Return x.\n\nSource: mystpy.\n\n>>> 1\n1", []),
        ("Return x.\n\n>>> 1\n1", ["f: it does not name its source"]),
        ("Return x.\n\nSource: mystpy.", ["f: there is no example"]),
        (
            "return x\nSource: mystpy.\n\n>>> 1\n1",
            [
                "f: the first line is no sentence of at most 88 characters",
                "f: no empty line follows the first line",
            ],
        ),
    ],
)
def test_what_a_docstring_lacks_is_noticed(docstring: str, lacking: list[str]) -> None:
    assert list(faults_of("f", docstring)) == lacking


def test_a_parameter_that_is_not_described_is_noticed() -> None:
    def f(one: int, two) -> None: ...  # type: ignore[no-untyped-def]

    assert list(unnamed_parameters("f", f, "Return `one`.")) == [
        "f: two has no type",
        "f: two is not described",
    ]
    assert not says_what_is_raised("f", f, "Return it. Raises an error.")
    assert says_what_is_raised("f", f, "Return it. Raises GameError.")


def test_a_text_after_an_assignment_is_found(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('A = 1\n"""It is one."""\nB = 2\nC = 3\n', "utf-8")
    assert text_after(path, "A") == "It is one."
    assert text_after(path, "B") == ""


def test_public_means_documented() -> None:
    assert len(NAMES) == len(set(NAMES)), "a name is on two pages"
    assert set(NAMES) == exported()


@pytest.mark.parametrize("each", documented(), ids=lambda each: each.name)
def test_a_public_name_has_all_parts_of_a_docstring(each: Documented) -> None:
    faults = list(faults_of(each.name, each.docstring))
    value = each.value
    if each.kind == "function":
        function = inspect.unwrap(value)  # type: ignore[arg-type]
        faults += unnamed_parameters(each.name, function, each.docstring)
        if not says_what_is_raised(each.name, function, each.docstring):
            faults.append(f"{each.name}: it does not say what is raised")
    if each.kind == "class" and not issubclass(value, (str, Documented)):  # type: ignore[arg-type]
        fields: dict[str, object] = getattr(value, "__dataclass_fields__", {})
        names: Iterable[str] = fields or getattr(value, "_fields", ())
        public = [x for x in names if x not in ("game", "deck", "shown")]
        faults += [
            f"{each.name}: the field {name} is not described"
            for name in public
            if not re.search(rf"\b{name}\b", each.docstring)
        ]
    assert not faults


@pytest.mark.parametrize(
    "each", [x for x in documented() if x.members], ids=lambda each: each.name
)
def test_a_public_method_says_what_it_does(each: Documented) -> None:
    faults = []
    for name, member in each.methods():
        function = function_of(member)
        docstring = inspect.getdoc(function) or ""
        first = docstring.partition("\n")[0]
        if not first.endswith(".") or len(first) > 88:
            faults.append(f"{name}: {first!r} is no sentence")
        if isinstance(member, property) or not callable(function):
            continue
        around = f"{docstring} {each.docstring}"
        faults += unnamed_parameters(name, function, around)
        if not says_what_is_raised(name, function, docstring):
            faults.append(f"{name}: it does not say what is raised")
    assert not faults


def examples() -> Iterator[tuple[str, str]]:
    """Yield the docstrings with examples, by their names."""
    for each in documented():
        yield each.name, each.docstring
        for name, member in each.methods():
            docstring = inspect.getdoc(function_of(member)) or ""
            if ">>>" in docstring:
                yield name, docstring


@pytest.mark.parametrize("name", [name for name, _ in examples()])
def test_the_example_of_a_public_name_runs(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    text = dict(examples())[name]
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    failed, tried = runner.run(test, out=said.append)
    assert tried
    assert not failed, "".join(said)


def test_every_error_of_the_page_is_one_of_mystpy() -> None:
    errors = [each.value for each in documented() if each.kind == "exception"]
    assert len(errors) == 11
    for error in errors:
        assert isinstance(error, type)
        assert issubclass(error, MystError)


def test_packages_have_the_names_that_they_promise() -> None:
    for name in exported():
        package, _, short = name.rpartition(".")
        assert short in dir(sys.modules[package])
    with pytest.raises(AttributeError, match="has no attribute 'Modell'"):
        mystpy.kripke.Modell  # type: ignore[attr-defined] # noqa: B018


def test_the_pages_of_the_reference_are_built(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser")
    program = f"""
import sys
sys.path[:0] = [{str(ROOT / "docs")!r}, {str(ROOT)!r}]
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))
"""
    options = ["extensions=myst_parser,api_reference", "project=mystpy"]
    options += [
        "suppress_warnings=myst.xref_missing,toc.not_included",
        "root_doc=index",
    ]
    words = [sys.executable, "-c", program, "-q", "-W", "-C", "-b", "html"]
    words += [word for option in options for word in ("-D", option)]
    done = ran([*words, PAGES, tmp_path / "site"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    built = (tmp_path / "site" / "games.html").read_text("utf-8")
    assert 'id="mystpy.Game.myst"' in built
    assert "2520" in built  # the value of an example
