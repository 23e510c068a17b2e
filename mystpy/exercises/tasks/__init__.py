"""The kinds of exercises: how an answer of each is read and judged."""
