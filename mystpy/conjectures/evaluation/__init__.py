"""Numbers, the past and the ways ahead: what formulas about them are in worlds."""
