% MYST(m,n,p,q): a pile of m cards, p players with n cards each, questions of q
%
%   $ swipl axioms/myst.pl
%   ?- game(myst(1,1,2,1)).
%
% Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, names, drive
% Formulas: none

rules(myst).

% The cards of MYST have no sorts.
:- dynamic ill_sorted/1.

:- include(sections).
:- include(names).
:- include(drive/drive).
