% Games of chapter 2 with other cards and hands of any sizes
%
%   $ swipl axioms/cards.pl
%   ?- game([constant(p,2), constant(q,1), symbol(1,sun), ...,
%            given_size(0,1), ...]).
%
% Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, drive
% Formulas: none

rules(cards).

% These cards have no sorts.
:- dynamic ill_sorted/1.
:- dynamic symbol/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(drive/drive).
