"""TOML files as people write them, with positions."""
