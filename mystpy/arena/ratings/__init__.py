"""A rating list: frozen opponents, results that others send, and what they come to."""
