"""A command while it runs: its streams, its signals, its time, and how far it is."""
