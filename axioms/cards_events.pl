% Games with other cards, with events besides questions
%
%   $ swipl axioms/cards_events.pl
%   ?- game([constant(p,2), constant(q,1), symbol(1,sun), ...,
%            given_size(0,1), ...]).
%
% Ours, not the thesis's.  Includes and declarations only.
%
% Defines:  rules/1
% Uses:     sections, sizes, undealt_cards, events_besides_questions, drive
% Formulas: none

rules(cards).

% These cards have no sorts.
:- dynamic ill_sorted/1.
:- dynamic symbol/2.
:- discontiguous action/1, poss/2.

:- include(sections).
:- include(sizes).
:- include(undealt_cards).
:- include(events_besides_questions).
:- include(drive/drive).
