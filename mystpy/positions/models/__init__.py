"""Language models that answer questions about positions, and tables of them."""
