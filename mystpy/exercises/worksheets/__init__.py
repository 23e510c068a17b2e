"""Worksheets: exercises in order with points, a deadline, and a variant each."""
