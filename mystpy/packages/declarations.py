"""A reader of the files of a package: declarations and axioms, with errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mystpy.axiom_folder.signature import EVENTS
from mystpy.axioms import RULE_SETS, text_hash
from mystpy.compilation import replace
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.table import Table, TomlFile
from mystpy.packages.axiom_checks.forbidden import require_safe
from mystpy.packages.axiom_checks.sentence_checks import note_templates, printable
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import (
    ActionSymbol,
    CertificateClaim,
    FluentSymbol,
    Package,
    Symbol,
)
from mystpy.packages.theory_files.labelled_axioms import AxiomLayer, merged_axioms
from mystpy.packages.theory_files.merged_declarations import (
    Declaration,
    Declarations,
    merged_declarations,
)
from mystpy.packages.theory_files.package_sources import PackageSource, read_sources
from mystpy.packages.theory_files.sort_declarations import SortReader, require_name
from mystpy.packages.value_sorts import PackageSort, evaluate


def read_package(
    name: str, constants: Mapping[str, int] | None = None, *, trust: bool = False
) -> Package:
    """Read the package in a folder, or a shipped one by its name.

    `constants` replace those of theory.toml. `trust` allows programs in theory.lp that
    run code or read files. Raises QueryError with file and line for errors.
    """
    sources = read_sources(name)
    for each in sources:
        if each.axioms is not None and not trust:
            require_safe(each.axioms, each.folder / AXIOMS)
    return _Reading(merged_declarations(sources), constants or {}).package(sources)


def _hash(sources: Sequence[PackageSource]) -> str:
    """The hash of the declarations and axioms of a package and of its bases."""
    texts = (f"{each.file.text}\0{each.axioms or ''}" for each in sources)
    return text_hash("\0".join(texts).encode())[:8]


def _layers(sources: Sequence[PackageSource]) -> tuple[AxiomLayer, ...]:
    return tuple(
        AxiomLayer(each.folder / AXIOMS, each.axioms, each.dropped) for each in sources
    )


_CLAIM = "certificate"
_CLAIM_KEYS = ("equals", "constants", "names", "sorts")
_WITHOUT = ("cards",)
"""Rule sets of the folder axioms that have no certificates."""

_ACTION_KEYS = (
    "name",
    "args",
    "words",
    "actor",
    "private",
    "precondition",
    "one_of",
    "notes",
)


class _Reading:
    """One reading of the declarations in theory.toml and those of the bases."""

    def __init__(self, declared: Declarations, given: Mapping[str, int]) -> None:
        self.declared = declared
        self.constants = self._constants(given)
        self._sorts = SortReader(declared.sorts, self.constants)

    def package(self, sources: Sequence[PackageSource]) -> Package:
        layers = _layers(sources)
        for number, source in enumerate(sources, 1):
            axioms = source.file.with_location(merged_axioms, layers[:number])
        return Package(
            folder=sources[-1].folder,
            name=printable(self._text("name")),
            says=printable(self._text("says")),
            source=printable(self._text("source")),
            agents=self._agents(),
            constants=self.constants,
            sorts=self._sorts.sorts(),
            fluents={
                name: self._fluent(each) for name, each in self.declared.fluents.items()
            },
            actions=self._actions(),
            axioms=axioms.text,
            hash=_hash(sources),
            layers=layers,
            origins=axioms.origins,
            claim=_claim(sources[-1].file, sources[-1].table),
            description="\0".join(each.file.text for each in sources),
        )

    def _text(self, key: str) -> str:
        """The text under a key, empty if there is none."""
        if key not in self.declared.texts:
            return ""
        file, value = self.declared.texts[key]
        return file.word({key: value}, key) or ""

    def _constants(self, given: Mapping[str, int]) -> dict[str, int]:
        found: dict[str, int] = {}
        for key, (file, value) in self.declared.constants.items():
            require_name(file, key, "a constant")
            if key in given:
                found[key] = given[key]
            elif isinstance(value, str):
                found[key] = file.with_location(evaluate, value, found)
            else:
                found[key] = file.number({key: value}, key) or 0
        for key, number in given.items():
            if key not in found:
                near = did_you_mean(key, found)
                known = ", ".join(found) or "none"
                raise QueryError(
                    f"{self._text('name')} has no constant {key!r}",
                    hint=near or f"its constants are {known}",
                )
            if type(number) is not int or number < 0:
                raise QueryError(f"{key} must be a whole number, not {number!r}")
        return found

    def _agents(self) -> PackageSort:
        file, name = self.declared.texts["agents"].file, self._text("agents")
        found = self._sorts.known(file, name)
        if found.sizes is not None:
            raise file.fault("agents cannot be sets", word=name)
        return found

    def _symbol(self, file: TomlFile, row: Table, what: str) -> Symbol:
        name = file.needed(row, "name", what)
        require_name(file, name, what)
        sorts = [self._sorts.known(file, each) for each in file.strings(row, "args")]
        return Symbol(name, tuple(sorts), printable(file.string(row, "words")))

    def _fluent(self, declared: Declaration) -> FluentSymbol:
        file, row = declared
        file.only(row, ("name", "args", "words", "rigid"), "a fluent", ("name",))
        assert isinstance(row, Mapping)
        found = self._symbol(file, row, "a fluent")
        rigid = file.flag(row, "rigid")
        return FluentSymbol(found.name, found.sorts, found.words, rigid)

    def _actions(self) -> dict[str, ActionSymbol]:
        declared = self.declared.actions
        found = {name: self._action(each) for name, each in declared.items()}
        for name, (file, row) in declared.items():
            assert isinstance(row, Mapping)
            if names := file.strings(row, "one_of"):
                found |= _with_alternatives(file, found, name, names)
        return found

    def _action(self, declared: Declaration) -> ActionSymbol:
        file, row = declared
        file.only(row, _ACTION_KEYS, "an action", ("name",))
        assert isinstance(row, Mapping)
        found = self._symbol(file, row, "an action")
        if "words" not in row:
            raise file.fault(
                f"the action {found.name} has no 'words'",
                'write a sentence, such as words = "{1} asks {2}"',
                word=f'name = "{found.name}"',
            )
        actor = file.number(row, "actor")
        places = [] if actor is None else [actor]
        private = row.get("private", [])
        if not isinstance(private, list):
            raise file.fault("private must be a list of places", word="private")
        for place in (*places, *private):
            if not isinstance(place, int) or not 1 <= place <= len(found.sorts):
                raise file.fault(
                    f"the action {found.name} has no argument {place!r}",
                    f"its arguments are numbered from 1 to {len(found.sorts)}",
                    word=found.name,
                )
        if actor is not None and found.sorts[actor - 1] != self._agents():
            raise file.fault(f"the actor of {found.name} is no agent", word=found.name)
        return ActionSymbol(
            found.name,
            found.sorts,
            found.words,
            None if actor is None else actor - 1,
            tuple(place - 1 for place in private),
            file.string(row, "precondition") or "",
            note_templates(file, row, found, private),
        )


def _with_alternatives(
    file: TomlFile,
    actions: Mapping[str, ActionSymbol],
    name: str,
    names: Sequence[str],
) -> dict[str, ActionSymbol]:
    """Return an action that represents several others, and these.

    Raises QueryError if they cannot be mistaken for each other.
    """
    whole = actions[name]
    for each in names:
        reason = _no_alternative(whole, actions.get(each))
        if reason is not None:
            near = did_you_mean(each, actions) if each not in actions else None
            message = f"{name} cannot stand for {each}: {reason}"
            raise file.fault(message, near, word="one_of")
    whole = replace(whole, alternatives=tuple(actions[each] for each in names))
    found = {each: replace(actions[each], unseen=whole) for each in names}
    return {name: whole, **found}


def _no_alternative(whole: ActionSymbol, other: ActionSymbol | None) -> str | None:
    """Return why an action cannot represent another one, None if it can."""
    if other is None:
        return "there is no such action"
    if other == whole or other.alternatives:
        return "that stands for several actions"
    if other.unseen is not None:
        return f"{other.unseen.name} does"
    if other.sorts != whole.sorts:
        return "the arguments differ"
    if any(each.private or each.precondition for each in (whole, other)):
        return "such actions have no private arguments and no precondition"
    return None


def _claim(file: TomlFile, table: Table) -> CertificateClaim | None:
    """Return the claim of `[certificate]`; None if there is none.

    Raises QueryError, with file and line, for a rule set that there is not, and for
    names of anything that the package does not have.
    """
    if _CLAIM not in table:
        return None
    row = file.inner(table, _CLAIM)
    file.only(row, _CLAIM_KEYS, f"[{_CLAIM}]", ("equals",))
    equals = file.needed(row, "equals", f"[{_CLAIM}]")
    known_sets = [x for x in RULE_SETS if x not in _WITHOUT and not x.endswith(EVENTS)]
    if equals not in known_sets:
        near = did_you_mean(equals, known_sets)
        known = f"the rule sets are {', '.join(known_sets)}"
        raise file.fault(
            f"there is no rule set {equals!r} with certificates",
            near or known,
            word=equals,
        )
    constants = _texts(file, file.inner(row, "constants"), "constants")
    names = _texts(file, file.inner(row, "names"), "names")
    sorts = tuple(file.strings(row, "sorts"))
    line = file.line_of(f"[{_CLAIM}]")
    place = f"{file.name or file.what}:{line}"
    return CertificateClaim(equals, constants, names, sorts, place)


def _texts(file: TomlFile, table: Table, what: str) -> dict[str, str]:
    """The words of a table; numbers count as words."""
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise file.fault(
                f"{what} of [{_CLAIM}] has a word or a number for {key!r}", word=key
            )
        if str(value) in found.values() and what == "names":
            raise file.fault(f"two names stand for {value!r}", word=key)
        found[key] = str(value)
    return found
