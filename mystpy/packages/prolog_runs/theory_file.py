"""The file theory.pl of a package, with those of its bases: what Prolog reads."""

from __future__ import annotations

from mystpy.errors import QueryError
from mystpy.files.toml import file_text
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.theory_files.labelled_axioms import (
    AxiomLayer,
    AxiomText,
    merged_axioms,
    require_whole_rules,
)

PROLOG_AXIOMS = "theory.pl"


def has_prolog(package: Package) -> bool:
    """Return whether all axioms of a package are in Prolog, too."""
    return _missing(package) is None


def prolog_axioms(package: Package) -> AxiomText:
    """Return the axioms in Prolog, with those of bases that the package keeps.

    Clauses of a block that is replaced come at its place, further ones last. Raises
    QueryError if the package, or a base, has axioms in answer set programming alone.
    """
    missing = _missing(package)
    if missing is not None:
        raise QueryError(
            f"{missing.path.parent} has no {PROLOG_AXIOMS}: its axioms are not in"
            " Prolog",
            hint=f"use --engine asp, which reads {AXIOMS}",
        )
    layers = [_in_prolog(layer) for layer in package.layers]
    for layer in layers if len(layers) > 1 else ():
        if layer.text is not None:
            require_whole_rules(layer.path, layer.text)
    return merged_axioms(layers)


def _in_prolog(layer: AxiomLayer) -> AxiomLayer:
    path = layer.path.with_name(PROLOG_AXIOMS)
    text = file_text(path) if path.is_file() else None
    return AxiomLayer(path, text, layer.dropped)


def _missing(package: Package) -> AxiomLayer | None:
    """The first package with a file theory.lp and without theory.pl."""
    for layer in package.layers:
        if layer.text is not None and _in_prolog(layer).text is None:
            return layer
    return None
