"""Checks of chapter 5 that no formula says."""
