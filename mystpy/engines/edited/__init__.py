"""Checks of axioms that are not the shipped ones: what each method can follow.

They run only where another folder of axioms is chosen. What a method cannot follow is
refused by the label of the axiom.
"""
