"""Partition refinement: bisimilarity, contraction, isomorphism."""
