"""Checks of axioms that are not the shipped ones: what each method can follow.

They run only where MYSTPY_AXIOMS names another folder. What a method cannot follow is
refused by the label of the axiom.
"""
