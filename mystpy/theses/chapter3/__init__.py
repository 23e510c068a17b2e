"""Checks of chapter 3 that no formula says."""
