"""Guidance for students: the next exercise, and formulas read as they are typed.

`student_record` keeps the attempts, and `next_exercise` chooses by them.
`formula_words` expresses a formula in words, and `plain_sentences` reads words as a
formula.
"""

from __future__ import annotations
