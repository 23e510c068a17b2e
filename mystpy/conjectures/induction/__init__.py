"""Proofs by induction over situations and over public states."""
