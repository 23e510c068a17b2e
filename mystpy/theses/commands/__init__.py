"""The commands about statements of the thesis, conjectures and axioms."""
