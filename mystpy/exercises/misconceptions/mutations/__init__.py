"""Mutants of formulas: what somebody writes who has a misconception."""
