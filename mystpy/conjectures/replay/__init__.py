"""Counterexamples as queries, asked again of other engines."""
