"""Partitions refined until they are stable, and what groups can announce by them."""
