% Chapter 2 as generalized Clue has it: some sections give way to rules of ours
%
% Includes and declarations only.
%
% Defines:  nothing
% Uses:     sections 1.3 to 2.3, 2.5, 2.6, 2.8, generalized_clue
% Formulas: those of these files

% The data of a game (game/1 in drive/games sets them) and of its worlds.
:- dynamic constant/2, given_size/2, sort_of/2, face_up/1, dealt/2.
:- dynamic world/1, hand/3, held/3, shown/3, event/3, last_event/1, now/2,
       view/3, done/3, run/2, all_players/1.

% The cards have no sorts, there is no guess phase, and no formula is kept.
:- dynamic ill_sorted/1, guessphase/1, kept/2.

% Formulas whose clauses stand in several sections.
:- discontiguous statement/1, hand_size/2, number_of_cards/1, law/3, kept/2,
       h/3, in/2, question/2, game_over/1, turn/2, ans_turn/2, askphase/1,
       ansphase/1, showphase/1, guessphase/1, endphase/1, holds/2, violates/1,
       obs/4, private/1, reaches/2, fluent/2, formula/1, question_set/1.

% K, E and C are evaluated once for each formula and world.
:- table holds/2, doubts/2, (reaches/2, reached_view/3) as subsumptive.

:- include(s1_03_knowledge).
:- include(s1_04_situations).
:- include(s2_01_constants).
:- include(s2_02_turns_and_phases).
:- include(s2_03_notation).
:- include(s2_05_fluents).
:- include(s2_06_initial_situation).
:- include(s2_08_uniform_formulae).
:- include(generalized_clue).
