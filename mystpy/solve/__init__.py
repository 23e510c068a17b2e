"""Games solved exactly: information, strategies, best replies, certified bounds."""
