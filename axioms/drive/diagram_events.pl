% Not axioms: the steps between public states, with events besides questions
%
% The same as diagram.pl, with looks, cards laid open and witnesses.  The table
% is among the holders: what it holds may be looked at as well.
%
% Defines:  with_table/0
% Uses:     diagram, undealt_cards, events_besides_questions
% Formulas: none

:- discontiguous action/1, poss/2.

:- include(diagram).
:- include('../undealt_cards').
:- include('../events_besides_questions').

with_table.
