% Speed Clue: Clue in which the last one still in wins
%
%   $ swipl axioms/speed.pl
%   ?- game(clue(3)).
%
% Ours, not the thesis's: there the last one in has to name the pile.
% Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, sorts, last_one_in, deck, drive
% Formulas: none

rules(clue).

:- dynamic symbol/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(sorts).
:- include(last_one_in).
:- include(deck).
:- include(drive/drive).
