"""What answers about a package here: fast methods, clingo, or one that is lent."""

from __future__ import annotations

from mystpy.engines.lent import is_lent
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.package_answers import PackageSituation


def answering_here(situation: PackageSituation) -> PackageSituation:
    """Return the same history as it can be answered here.

    Fast methods answer if the package has a certificate.
    """
    if not is_lent():
        return CertifiedSituation.of(situation)
    from mystpy.packages.lent_runs.lent_answers import LentSituation

    return LentSituation.of_lent(situation)
