"""CountingLogic of Columbia's tournament of 2003: how many cards of a set who has."""
