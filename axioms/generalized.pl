% Generalized Clue: one player is asked, for a list of cards of any length
%
%   $ swipl axioms/generalized.pl
%   ?- game(myst(1,2,3,7)).
%
% The games are those of MYST: a pile of m cards, p players with n cards each,
% and lists of at most q cards, here of any.  Ours, after a tournament of 2003.
% Includes and declarations only.
%
% Defines:  rules/1
% Uses:     generalized_sections, names, drive
% Formulas: none

rules(myst).

:- include(generalized_sections).
:- include(names).
:- include(drive/drive).
