% Not axioms: the steps between public states, where a turn may pass
%
% The same as diagram.pl, with the turn without a question.  Includes and
% declarations only.
%
% Defines:  nothing
% Uses:     diagram, turn_without_question
% Formulas: none

:- discontiguous action/1, poss/2.

:- include(diagram).
:- include('../turn_without_question').
