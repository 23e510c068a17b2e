"""The axioms for first-order provers."""
