"""Games of three players and more: profiles, the best replies to them, and leagues."""
