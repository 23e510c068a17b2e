% Not axioms: the steps between public states, where the last one in wins
%
% The same as diagram.pl, with a further end of the game.  Includes only.
%
% Defines:  nothing
% Uses:     diagram, last_one_in
% Formulas: none

:- include(diagram).
:- include('../last_one_in').
