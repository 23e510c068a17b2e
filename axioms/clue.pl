% Clue: cards of several sorts, the pile has one card of each
%
%   $ swipl axioms/clue.pl
%   ?- game(clue(3)).
%
% sets the cards of deck.pl for three players.  With other cards or sizes:
%
%   ?- game([constant(p,2), constant(q,2), symbol(1,plum), ...,
%            given_size(0,2), ..., sort_of(plum,suspect), ...]).
%
% Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, sorts, deck, drive
% Formulas: none

rules(clue).

:- dynamic symbol/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(sorts).
:- include(deck).
:- include(drive/drive).
