"""Policies: the probabilities with which a player chooses, in full."""
