% axioms: myst.pl
:- use_module(library(plunit)).

:- begin_tests(constants, [setup(game(myst(2, 1, 3, 2)))]).

test('(2.1) the constants are in range', [true]) :-
    once(statement('2.1')).
test('(2.1) one player is too few', [setup(set_game([constant(m, 2), constant(n, 1), constant(p, 1), constant(q, 2)])), cleanup(game(myst(2, 1, 3, 2))), fail]) :-
    statement('2.1').
test('(2.2) c = m + n p', [true(C == 5)]) :-
    number_of_cards(C).
test('(2.3) the cards', [all(X == [s1, s2, s3, s4, s5])]) :-
    card(X).
test('(2.4) the names of the cards differ', [nondet]) :-
    statement('2.4').
test('(2.5) the players', [all(I == [1, 2, 3])]) :-
    player(I).
test('(2.6) who is next', [all(I-J == [1-2, 2-3, 3-1])]) :-
    incp(I, J).
test('(2.7) the succinct form says the same', [nondet]) :-
    statement('2.7').
test('(2.8) the elements of a set', [all(X == [s1, s4])]) :-
    element(X, set(s1, s4)).
test('(2.8) a card twice is no set of cards', [fail]) :-
    card_set(set(s1, s1)).
test('a question has q cards', [true]) :-
    question_set(set(s1, s4)).
test('one card is no question', [fail]) :-
    question_set(set(s1)).

:- end_tests(constants).
