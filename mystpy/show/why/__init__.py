"""Why an answer is so: reasons and worlds, as text, JSON and LaTeX."""
