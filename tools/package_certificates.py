"""Write the certificates that come with mystpy: drive/certificates.jsonl.

    make package-certificates

Each package that claims to be a rule set of the folder axioms is compared with it, for
its own constants and for those below. They are made again after a change to a package,
to the axioms, or to the modules that compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mystpy.packages.certificates.kept_certificates import (
    SHIPPED,
    certificate_row,
)
from mystpy.packages.certificates.making import made_certificate
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import driver, shipped_packages
from mystpy.packages.package import Package

SIZES: Mapping[str, tuple[Mapping[str, int], ...]] = {
    "clue": ({"p": 6}, {"table": 1, "left_over": 3, "face_up": 1}),
    "generalized": ({"m": 1, "n": 1, "p": 3, "q": 3},),
    "myst": (
        {"m": 1, "n": 1, "p": 3, "q": 2},
        {"m": 1, "n": 2, "p": 2, "q": 2},
        {"m": 3, "n": 3, "p": 6, "q": 3},
    ),
}
"""The constants, besides its own, for which a package is compared."""


def certified() -> Iterator[Package]:
    """Yield the packages with a claim, with all constants for which it is compared."""
    for name in shipped_packages():
        package = read_package(name)
        if package.claim is not None:
            yield package
            for constants in SIZES.get(name, ()):
                yield read_package(name, constants)


def main() -> None:
    """Compare each package, and write the file."""
    rows = []
    for package in certified():
        made = made_certificate(package)
        constants = dict(package.constants)
        print(package.folder.name, constants, made.reason or "certified", flush=True)
        if made.certificate is not None:
            rows.append(certificate_row(package, made.certificate))
    driver().with_name(SHIPPED).write_bytes(b"".join(rows))


if __name__ == "__main__":
    main()
