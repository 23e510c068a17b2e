% axioms: myst.pl
:- use_module(library(plunit)).

:- begin_tests(situations).

test('(1.1) the same actions make the same situation', [true]) :-
    once(equal(do(no(2), do(yes(1), init0)), do(no(2), do(yes(1), init0)))).
test('(1.1) other actions make another situation', [fail]) :-
    equal(do(no(2), init0), do(no(3), init0)).
test('(1.2) nothing is before init0', [fail]) :-
    before(init0, init0).
test('(1.3) a beginning is before', [true]) :-
    once(before(init0, do(no(2), do(yes(1), init0)))).
test('(1.3) all proper beginnings', [all(S == [do(yes(1), init0), init0])]) :-
    member(S, [do(no(2), do(yes(1), init0)), do(yes(1), init0), init0, do(no(2), init0)]),
    once(before(S, do(no(2), do(yes(1), init0)))).
test('(1.4) what do builds from init0 is a situation', [true]) :-
    once(situation(do(no(2), do(yes(1), init0)))).
test('(1.4) nothing else is', [fail]) :-
    situation(do(no(2), start)).

:- end_tests(situations).
