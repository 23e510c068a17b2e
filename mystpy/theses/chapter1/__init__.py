"""Checks of the claims of chapter 1 that no formula says."""
