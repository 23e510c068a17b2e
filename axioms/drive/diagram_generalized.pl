% Not axioms: the steps between public states of generalized Clue
%
% The same as diagram.pl, for other axioms.  The set(old) is guessed, too: so
% the pile has both cards in the stand-in deal in which everybody has them.
%
% Defines:  pile_stand_ins/1
% Uses:     generalized_sections, drive, stand_ins
% Formulas: none

:- include('../generalized_sections').
:- include(drive).
:- include(stand_ins).

pile_stand_ins([old, new]).
