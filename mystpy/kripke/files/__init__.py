"""Model files: models, what happens in them, and what holds then."""
