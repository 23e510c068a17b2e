"""Smaller games in place of large ones, from which plans for the large ones follow."""
