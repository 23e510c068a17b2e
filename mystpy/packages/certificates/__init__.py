"""Certificates: packages that are proved to be a rule set of the folder axioms.

`making` compares a package with its rule set, `kept_certificates` keeps what was
proved, and `certified_situation` answers by the fast methods.
"""

__all__: list[str] = []
