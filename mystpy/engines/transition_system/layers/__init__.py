"""Layers of the transition system, as they are kept."""
