% The names of the cards of MYST, s1, s2, ...
%
% Defines:  symbol/2
% Uses:     number_of_cards/1
% Formulas: none

%!  symbol(?I, ?X) is nondet.
%   True if X is the I-th card of the deck.
symbol(I, X) :-
    number_of_cards(C),
    between(1, C, I),
    atom_concat(s, I, X).
