"""Proofs in DRAT that there is no answer set, or no assignment."""
