% axioms: myst.pl
:- use_module(library(plunit)).

% MYST(1,1,2,1): s1 is the pile, player 1 holds s2, player 2 holds s3.
two :-
    game(myst(1, 1, 2, 1)),
    deal([set(s1), set(s2), set(s3)]).

:- begin_tests(turns, [setup(two)]).

test('(2.9)-(2.12) a deal that gives a card twice is refused', [fail, cleanup(two)]) :-
    deal([set(s1), set(s1), set(s3)]).
test('(2.15) player 1 begins', [nondet]) :-
    poss(asks(1, set(s3)), init0).
test('(2.15) player 2 does not', [fail]) :-
    poss(asks(2, set(s3)), init0).
test('(2.16) who holds the card does not say no', [fail]) :-
    poss(no(2), do(asks(1, set(s3)), init0)).
test('(2.16) who does not hold it says no', [nondet]) :-
    poss(no(2), do(asks(1, set(s1)), init0)).
test('(2.17) who holds the card says yes', [nondet]) :-
    poss(yes(2), do(asks(1, set(s3)), init0)).
test('(2.18) and shows it', [all(X == [s3])]) :-
    poss(shows(2, 1, X), do(yes(2), do(asks(1, set(s3)), init0))).
test('(2.19), (2.20) then player 1 may guess or not', [all(A == [guess(1, set(s1)), noguess(1)])]) :-
    member(A, [guess(1, set(s1)), noguess(1), endturn(1), asks(1, set(s1))]),
    poss(A, do(shows(2, 1, s3), do(yes(2), do(asks(1, set(s3)), init0)))).
test('(2.21) and ends the turn', [nondet]) :-
    poss(endturn(1), do(noguess(1), do(no(2), do(asks(1, set(s1)), init0)))).
test('(2.26) a wrong guess defeats', [all(I == [2])]) :-
    in(I, do(guess(1, set(s3)), do(no(2), do(asks(1, set(s1)), init0)))).
test('(2.27) the last question', [all(Q == [set(s1)])]) :-
    question(Q, do(no(2), do(asks(1, set(s1)), init0))).
test('(2.28) a right guess ends the game', [nondet]) :-
    game_over(do(guess(1, set(s1)), do(no(2), do(asks(1, set(s1)), init0)))).
test('(2.28) and nothing is possible then', [fail]) :-
    member(A, [endturn(1), noguess(1), asks(2, set(s1))]),
    poss(A, do(guess(1, set(s1)), do(no(2), do(asks(1, set(s1)), init0)))).
test('(2.29) the turn passes on', [all(I == [2])]) :-
    turn(I, do(endturn(1), do(noguess(1), do(no(2), do(asks(1, set(s1)), init0))))).
test('(2.30) who answers', [all(J == [2])]) :-
    ans_turn(J, do(asks(1, set(s1)), init0)).
test('(2.31) one phase at a time', [all(P == [guessphase])]) :-
    phase(P, do(no(2), do(asks(1, set(s1)), init0))).
test('a history is executable', [nondet]) :-
    executable(do(noguess(1), do(no(2), do(asks(1, set(s1)), init0)))).
test('progression and regression agree', [all(A-V == [no(2)-no, yes(2)-yes])]) :-
    member(A, [no(2), yes(2)]),
    S = do(A, do(asks(1, set(s3)), init0)),
    ( legal(S) -> V = yes ; V = no ),
    ( executable(S) -> V = yes ; V = no ).

:- end_tests(turns).
