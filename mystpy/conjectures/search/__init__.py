"""A solver's search for counterexamples in games too large to list."""
