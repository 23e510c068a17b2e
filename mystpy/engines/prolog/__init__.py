"""The engine "prolog": the axioms as Prolog, run by SWI-Prolog."""
