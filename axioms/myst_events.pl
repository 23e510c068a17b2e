% MYST with events besides questions: looks, cards laid open, witnesses
%
%   $ swipl axioms/myst_events.pl
%   ?- game(myst(1,1,2,1)).
%
% Ours, not the thesis's.  Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, events_besides_questions, names, drive
% Formulas: none

rules(myst).

% The cards of MYST have no sorts.
:- dynamic ill_sorted/1.
:- discontiguous action/1, poss/2.

:- include(sections).
:- include(events_besides_questions).
:- include(names).
:- include(drive/drive).
