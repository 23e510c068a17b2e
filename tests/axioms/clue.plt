% axioms: clue.pl
:- use_module(library(plunit)).

% Two suspects and three weapons; the pile has one of each.
small :-
    game([ constant(p, 2), constant(q, 2),
           symbol(1, plum), symbol(2, white), symbol(3, rope), symbol(4, knife), symbol(5, pipe),
           given_size(0, 2), given_size(1, 2), given_size(2, 1),
           sort_of(plum, suspect), sort_of(white, suspect),
           sort_of(rope, weapon), sort_of(knife, weapon), sort_of(pipe, weapon) ]).

:- begin_tests(clue, [setup(small)]).

test('a question has one card of each sort', [true]) :-
    question_set(set(plum, rope)).
test('two suspects are no question', [fail]) :-
    question_set(set(plum, white)).
test('the pile has one of each sort', [true]) :-
    deal([set(plum, rope), set(white, knife), set(pipe)]).
test('two weapons are no pile', [fail]) :-
    deal([set(rope, knife), set(plum, white), set(pipe)]).
test('hands may differ in size', [fail]) :-
    deal([set(plum, rope), set(white), set(knife, pipe)]).
test('all deals are found', [true(N == 18)]) :-
    aggregate_all(count, some_deal([], []), N).

:- end_tests(clue).

:- begin_tests(clue_by_its_name).

test('the cards are dealt round', [true(Ns == [3, 5, 5, 4, 4])]) :-
    game(clue(4)),
    findall(N, given_size(_, N), Ns).
test('there are three sorts of them', [true(N-Q == 21-3)]) :-
    game(clue(3)),
    aggregate_all(count, card(_), N),
    constant(q, Q).
test('one player is no game', [throws(refused(_))]) :-
    game(clue(1)).
test('there are too few cards for nineteen', [throws(refused("18 cards do not go round 19 players"))]) :-
    game(clue(19)).
test('and enough for eighteen', [true]) :-
    game(clue(18)).
test('MYST has other rules', [throws(refused(_))]) :-
    game(myst(1, 2, 3, 2)).
test('a question of two rooms is refused', [throws(refused("set(plum,hall,kitchen) has two cards of one sort"))]) :-
    game(clue(3)),
    verdict(do(asks(1, set(plum, hall, kitchen)), init0), _, _).
test('one of each sort is not', [true(Verdict == legal)]) :-
    game(clue(3)),
    verdict(do(asks(1, set(plum, rope, kitchen)), init0), Verdict, _).
test('the pile has as many cards as there are sorts', [throws(refused(_))]) :-
    game([ constant(p, 2), constant(q, 2), symbol(1, plum), symbol(2, white), symbol(3, rope),
           given_size(0, 1), given_size(1, 1), given_size(2, 1),
           sort_of(plum, suspect), sort_of(white, suspect), sort_of(rope, weapon) ]).

:- end_tests(clue_by_its_name).
