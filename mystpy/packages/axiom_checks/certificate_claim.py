"""Reading `[certificate]` of theory.toml: which rule set a package claims to be."""

from __future__ import annotations

from mystpy.axioms import RULE_SETS
from mystpy.errors import did_you_mean
from mystpy.files.table import Table, TomlFile
from mystpy.packages.package import CertificateClaim

_KEY = "certificate"
_KEYS = ("equals", "constants", "names", "sorts")
_WITHOUT = ("cards",)
"""Rule sets of the folder axioms that have no certificates."""


def read_claim(file: TomlFile, table: Table) -> CertificateClaim | None:
    """Return what `[certificate]` claims, None where there is none.

    Raises QueryError, with file and line, for a rule set that there is not, and for
    names of anything that the package does not have.
    """
    if _KEY not in table:
        return None
    row = file.inner(table, _KEY)
    file.only(row, _KEYS, f"[{_KEY}]", ("equals",))
    equals = file.needed(row, "equals", f"[{_KEY}]")
    known_sets = [name for name in RULE_SETS if name not in _WITHOUT]
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
    line = file.line_of(f"[{_KEY}]")
    place = f"{file.name or file.what}:{line}"
    return CertificateClaim(equals, constants, names, sorts, place)


def _texts(file: TomlFile, table: Table, what: str) -> dict[str, str]:
    """The words of a table; numbers count as words."""
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise file.fault(
                f"{what} of [{_KEY}] has a word or a number for {key!r}", word=key
            )
        if str(value) in found.values() and what == "names":
            raise file.fault(f"two names stand for {value!r}", word=key)
        found[key] = str(value)
    return found
