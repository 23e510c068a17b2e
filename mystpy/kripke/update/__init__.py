"""Action models and game actions, and the updates that they bring."""
