% axioms: cards.pl
:- use_module(library(plunit)).

sky(Sizes) :-
    findall(given_size(K, N), nth0(K, Sizes, N), Facts),
    game([ constant(p, 2), constant(q, 1),
           symbol(1, sun), symbol(2, moon), symbol(3, sky) | Facts ]).

:- begin_tests(cards).

test('hands may differ in size', [true(N == 3)]) :-
    sky([0, 2, 1]),
    aggregate_all(count, some_deal([], []), N).
test('a hand may be empty', [true]) :-
    sky([1, 2, 0]),
    deal([set(sun), set(moon, sky), set]).
test('every card is dealt', [throws(refused(_))]) :-
    sky([0, 1, 1]).
test('and none that is not there', [throws(refused(_))]) :-
    sky([1, 2, 1]).
test('each holder has a size', [throws(refused(_))]) :-
    sky([1, 2]).
test('a table has what is left over', [true]) :-
    sky([0, 1, 1, 1]),
    deal([set, set(moon), set(sky), set(sun)]).
test('and nobody else', [throws(refused(_))]) :-
    sky([0, 1, 1, 0, 1]).
test('a size is a number', [throws(refused(_))]) :-
    sky([0, 2, one]).
test('a name is a card\'s own', [throws(refused(_))]) :-
    game([ constant(p, 2), constant(q, 1), symbol(1, sun), symbol(2, sun),
           given_size(0, 0), given_size(1, 1), given_size(2, 1) ]).
test('no game goes by a name here', [throws(refused(_))]) :-
    game(myst(1, 1, 2, 1)).

:- end_tests(cards).
