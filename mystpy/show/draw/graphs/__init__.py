"""Directed graphs as pictures: phases, turns and game trees, in layers."""
