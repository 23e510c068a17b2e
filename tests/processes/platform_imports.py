"""Import every module of the package, and print how many and which failed."""

from __future__ import annotations

import importlib
import pkgutil

import mystpy


def main() -> None:
    """Print the number of modules, then a line for each that cannot be imported."""
    names = [each.name for each in pkgutil.walk_packages(mystpy.__path__, "mystpy.")]
    print(len(names))
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(name, error.name)


if __name__ == "__main__":
    main()
