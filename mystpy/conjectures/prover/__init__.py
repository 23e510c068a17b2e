"""Provers that know nothing of mystpy: problems for them, and proofs checked."""
