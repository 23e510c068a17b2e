% Clue: cards of several sorts, the pile has one card of each
%
%   $ swipl axioms/clue.pl
%   ?- game(clue(3)).
%
% sets the cards of deck.pl for three players.  With other cards or sizes:
%
%   ?- game([constant(p,2), constant(q,2), symbol(1,plum), ...,
%            given_size(0,2), ..., sort_of(plum,suspect), ...]).
%
% Includes, declarations, and what Clue changes (section 1.1): questions,
% guesses and the pile have exactly one card of each sort; hands may differ.
%
% Defines:  rules/1, number_of_cards/1, hand_size/2, ill_sorted/1; violates/1
% Uses:     sections, deck, given_size/2, sort_of/2 (the data of a game)
% Formulas: none

rules(clue).

:- dynamic symbol/2.

:- include(sections).
:- include(deck).

% In place of (2.2): c is the sum of the sizes, and the sizes are given.
number_of_cards(C) :-
    aggregate_all(sum(N), given_size(_, N), C).
hand_size(K, N) :-
    given_size(K, N).

%!  ill_sorted(+Set) is semidet.
%   True if two cards of Set are of one sort.  A set of as many cards as there
%   are sorts has then not one of each.
ill_sorted(Set) :-
    element(X, Set), element(Y, Set),
    X @< Y,
    sort_of(X, T), sort_of(Y, T).

% Besides (2.12): the pile has no two cards of one sort.
violates('pile sorts') :-
    h(0, X), h(0, Y),
    X @< Y,
    sort_of(X, T), sort_of(Y, T).
