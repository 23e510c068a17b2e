"""The theory in Coq (`proofs/`): its formulas by label, and theorems by statement."""
