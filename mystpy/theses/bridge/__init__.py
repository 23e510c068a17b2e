"""Statements about how the thesis and the paper on knowledge games say the same."""
