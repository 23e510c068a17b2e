"""What helps a student on: the next exercise, and formulas read as they are typed.

`student_record` keeps what was tried, `next_exercise` chooses by it; `formula_words`
says a formula in words, and `plain_sentences` reads words as a formula.
"""

from __future__ import annotations
