"""Checks of edited axioms: which of them each method supports.

They run only if another folder of axioms is chosen. An axiom that a method does not
support is rejected with its label.
"""
