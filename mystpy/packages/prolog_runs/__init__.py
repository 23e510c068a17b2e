"""The axioms of a package in Prolog, a second opinion: theory.pl beside theory.lp.

`prolog_listing` has the text and the runs that SWI-Prolog lists for a history,
`answer_set_listing` those that clingo lists. `run_comparison` finds the first
difference between them, and `comparison_checks` is what `theory check` says of it.
`prolog_answers` answers questions from Prolog's runs, `both_engines` from both.
"""

__all__: list[str] = []
