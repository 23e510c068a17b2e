"""The engine "asp": the axioms as an answer set program, solved by clingo."""
