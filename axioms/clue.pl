% Clue: cards of several sorts, the pile has one card of each
%
%   ?- game([constant(p,3), constant(q,3), symbol(1,scarlett), ...,
%            given_size(0,3), ..., sort_of(scarlett,suspect), ...]).
%
% Includes, declarations, and what Clue changes (section 1.1): questions,
% guesses and the pile have exactly one card of each sort; hands may differ.

:- dynamic symbol/2.

:- include(chapter2).

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
