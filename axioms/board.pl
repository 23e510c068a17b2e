% Clue with what a board adds: a turn may pass without a question
%
%   $ swipl axioms/board.pl
%   ?- game(clue(3)), poss(noask(1), init0).
%
% Ours, not the thesis's: there every turn begins with a question.
% Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, sorts, turn_without_question, deck,
%           drive
% Formulas: none

rules(clue).

:- dynamic symbol/2.
:- discontiguous action/1, poss/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(sorts).
:- include(turn_without_question).
:- include(deck).
:- include(drive/drive).
