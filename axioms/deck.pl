% The cards of Clue, by their sorts
%
% Defines:  clue_card/3
% Uses:     nothing
% Formulas: none

%!  clue_card(?I, ?X, ?Sort) is nondet.
%   True if X, which is of this Sort, is the I-th card of the deck.
clue_card(1, scarlett, suspect).
clue_card(2, mustard, suspect).
clue_card(3, plum, suspect).
clue_card(4, green, suspect).
clue_card(5, peacock, suspect).
clue_card(6, white, suspect).
clue_card(7, knife, weapon).
clue_card(8, revolver, weapon).
clue_card(9, rope, weapon).
clue_card(10, pipe, weapon).
clue_card(11, wrench, weapon).
clue_card(12, candlestick, weapon).
clue_card(13, kitchen, room).
clue_card(14, study, room).
clue_card(15, ballroom, room).
clue_card(16, dining, room).
clue_card(17, billiard, room).
clue_card(18, lounge, room).
clue_card(19, library, room).
clue_card(20, conservatory, room).
clue_card(21, hall, room).
