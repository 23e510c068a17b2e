"""Games of three players or more: profiles, best responses to them, and leagues."""
