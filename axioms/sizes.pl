% Hands of different sizes
%
% In place of (2.2): the sizes are given one by one, and c is their sum.
%
% Defines:  number_of_cards/1, hand_size/2
% Uses:     given_size/2 (the data of a game)
% Formulas: none

number_of_cards(C) :-
    aggregate_all(sum(N), given_size(_, N), C).
hand_size(K, N) :-
    given_size(K, N).
