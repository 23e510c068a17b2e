"""A place in a formula's text, and what can be read there: words, terms, atoms."""
