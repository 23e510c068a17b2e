"""A player whose choices follow from values that were learned from self-play."""
