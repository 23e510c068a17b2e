"""Partitions refined until they are stable under relations."""
