% axioms: myst.pl
:- use_module(library(plunit)).

two :-
    game(myst(1, 1, 2, 1)),
    deal([set(s1), set(s2), set(s3)]).

asked_s1(do(no(2), do(asks(1, set(s1)), init0))).
asked_s3(do(shows(2, 1, s3), do(yes(2), do(asks(1, set(s3)), init0)))).

:- begin_tests(knowledge, [setup(two)]).

test('(2.14) a player knows the own cards', [true]) :-
    know(init0, k(1, h(1, s2))).
test('and at first nobody else knows them', [fail]) :-
    know(init0, k(2, h(1, s2))).
test('(2.32) a no is common knowledge', [true]) :-
    asked_s1(S),
    know(S, c(set(1, 2), neg(h(2, s1)))).
test('after it player 1 knows the pile', [true]) :-
    asked_s1(S),
    know(S, k(1, h(0, s1))).
test('and player 2 does not know whether', [true]) :-
    asked_s1(S),
    know(S, neg(k(2, k(1, h(0, s1))))).
test('(2.33) a yes is common knowledge', [true]) :-
    know(do(yes(2), do(asks(1, set(s3)), init0)), c(set(1, 2), h(2, s3))).
test('(2.25) a show is common knowledge of the two', [true]) :-
    asked_s3(S),
    know(S, c(set(1, 2), h(2, s3))).
test('knowledge is true', [fail]) :-
    asked_s3(S),
    know(S, and(k(1, h(0, s1)), neg(h(0, s1)))).
test('the laws of an executable situation hold', [true]) :-
    asked_s1(S),
    forall(law(_, S, Phi), know(S, Phi)).
test('the laws of section 2.10 are among them', [true]) :-
    asked_s1(S),
    once(law('2.32', S, c(set(1, 2), disjoint(set(s1), 2)))).

:- end_tests(knowledge).
