"""How answers look: as text, as JSON, as LaTeX, as terms. One module for each."""
