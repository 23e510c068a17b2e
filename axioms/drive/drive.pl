% Not axioms: games, deals, histories and answers, by hand and for mystpy
%
% Includes only.  All that depends on the rules is asked of the axioms: a walk
% through a history progresses the fluents by the successor state axioms, and
% the conditions that it puts on the deal are conjuncts of the Poss axioms.
%
% Defines:  nothing
% Uses:     sections 1.3 to 2.10
% Formulas: none

:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).

:- include(refusals).
:- include(games).
:- include(hands).
:- include(situations).
:- include(progression).
:- include(clauses).
:- include(named_cards).
:- include(placement).
:- include(walks).
:- include(deals).
:- include(legality).
:- include(continuation).
:- include(state).
:- include(clash).
:- include(grid).
:- include(sight).
:- include(worlds).
:- include(by_hand).
