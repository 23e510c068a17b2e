% Clue with events besides questions: looks, cards laid open, witnesses
%
%   $ swipl axioms/clue_events.pl
%   ?- game(clue(3)).
%
% Ours, not the thesis's.  Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, sorts, events_besides_questions,
%           deck, drive
% Formulas: none

rules(clue).

:- dynamic symbol/2.
:- discontiguous action/1, poss/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(sorts).
:- include(events_besides_questions).
:- include(deck).
:- include(drive/drive).
