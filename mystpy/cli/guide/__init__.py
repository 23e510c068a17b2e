"""Commands for beginners: help, examples, a first session, and file descriptions."""
