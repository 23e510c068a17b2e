"""Why formulas are true or false in a model, as text, JSON and pictures."""
