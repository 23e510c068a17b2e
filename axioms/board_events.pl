% Clue on a board with events besides questions
%
%   $ swipl axioms/board_events.pl
%   ?- game(clue(3)).
%
% Ours, not the thesis's.  Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, sorts, turn_without_question,
%           events_besides_questions, deck, drive
% Formulas: none

rules(clue).

:- dynamic symbol/2.
:- discontiguous action/1, poss/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(sorts).
:- include(turn_without_question).
:- include(events_besides_questions).
:- include(deck).
:- include(drive/drive).
