"""How many deals fit a view, exactly."""
