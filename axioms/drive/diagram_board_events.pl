% Not axioms: the steps between public states, with events, on a board
%
% The same as diagram_events.pl, with the turn without a question.  Includes
% and declarations only.
%
% Defines:  nothing
% Uses:     diagram_events, turn_without_question
% Formulas: none

:- discontiguous action/1, poss/2.

:- include(diagram_events).
:- include('../turn_without_question').
