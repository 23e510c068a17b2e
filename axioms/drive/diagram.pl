% Not axioms: the steps between public states, whatever the cards are
%
%   $ swipl axioms/drive/diagram.pl
%   ?- players(2), initial(St), possible_in([St], all, Places).
%
% A public state is a state of progression.pl in which the question asked last,
% if there is one, is set(old); actions name the set(new), and old is shown.
% In one stand-in deal, all, everybody holds all cards; in the other, none,
% nobody holds any.
%
% Defines:  pile_stand_ins/1
% Uses:     sections, drive, stand_ins
% Formulas: none

:- dynamic ill_sorted/1.

:- include('../sections').
:- include(drive).
:- include(stand_ins).

pile_stand_ins([new]).
