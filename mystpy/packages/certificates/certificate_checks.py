"""`theory check`: whether a package is the rule set that it claims to be."""

from __future__ import annotations

from mystpy.engines.backend import has_backend
from mystpy.packages.axiom_checks.package_checks import CheckResult
from mystpy.packages.certificates.kept_certificates import (
    keep_certificate,
    kept_certificate,
)
from mystpy.packages.certificates.making import made_certificate
from mystpy.packages.package import Package
from mystpy.theories import edited_theory

_METHODS = "sat, bdd, walk, worlds"
_NAME = "certificate"


def certificate_checks(package: Package) -> list[CheckResult]:
    """Return whether fast methods answer about a package, and what was compared.

    A certificate that is not kept is made, and kept. There is no result for a package
    that claims nothing but that the fast methods are not for it.
    """
    if package.claim is None:
        detail = "not used: they are for MYST and Clue, or packages with [certificate]"
        return [CheckResult(_METHODS, None, detail)]
    if has_backend():
        return [CheckResult(_NAME, None, "the library clingo is needed to compare")]
    if edited_theory() is not None:
        detail = "the axioms in force are not the shipped ones"
        return [CheckResult(_NAME, None, detail)]
    found = kept_certificate(package)
    if found is None:
        made = made_certificate(package)
        if made.certificate is None:
            return [
                CheckResult(_NAME, False, f"not {_claimed(package)}: {made.reason}")
            ]
        found = made.certificate
        keep_certificate(package, found)
    detail = f"{_claimed(package)}: {'; '.join(found.compared)}; {_use(package)}"
    return [CheckResult(_NAME, True, detail)]


def _claimed(package: Package) -> str:
    """The rule set, and the constants for which it is compared."""
    assert package.claim is not None
    sizes = ", ".join(f"{name}={n}" for name, n in package.constants.items())
    return f"{package.claim.equals} for {sizes}" if sizes else package.claim.equals


def _use(package: Package) -> str:
    """What follows from a certificate: it is used if the cache folder has it."""
    if kept_certificate(package) is not None:
        return "so auto, walk, worlds, sat and bdd answer"
    return "but the cache folder cannot be written, so only asp and prolog answer"
