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
