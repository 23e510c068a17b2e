% Games of chapter 2 with other cards and hands of any sizes
%
%   ?- game([constant(p,2), constant(q,1), symbol(1,sun), ...,
%            given_size(0,1), ...]).
%
% Includes, declarations, and what such a game changes: its cards and sizes are
% listed instead of computed from m, n and p.
%
% Defines:  rules/1, number_of_cards/1, hand_size/2
% Uses:     sections, given_size/2 (the data of a game)
% Formulas: none

rules(cards).

:- dynamic symbol/2.
:- dynamic ill_sorted/1.

:- include(sections).

% In place of (2.2): c is the sum of the sizes, and the sizes are given.
number_of_cards(C) :-
    aggregate_all(sum(N), given_size(_, N), C).
hand_size(K, N) :-
    given_size(K, N).
