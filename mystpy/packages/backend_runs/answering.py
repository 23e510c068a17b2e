"""The choice of what answers about a package: fast methods, clingo, or a backend."""

from __future__ import annotations

from mystpy.engines.backend import has_backend
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.package_answers import PackageSituation


def answering_here(situation: PackageSituation) -> PackageSituation:
    """Return the same history with the methods that are available here.

    Fast methods answer if the package has a certificate.
    """
    if not has_backend():
        return CertifiedSituation.of(situation)
    from mystpy.packages.backend_runs.backend_answers import BackendSituation

    return BackendSituation.with_backend(situation)
