"""Exact solutions of games: strategies, best responses, certified bounds."""
