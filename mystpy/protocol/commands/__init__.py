"""The commands that let programs of others play with ours."""
