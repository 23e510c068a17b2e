% Section 2.5  Fluents
%
% The fluents as terms, so that a formula can speak of them.
%
% Defines:  fluent/2
% Uses:     the fluents themselves (2.6, 2.9)
% Formulas: (S2.5.1)-(S2.5.6)

%!  fluent(?F, +S) is nondet.
%   True if the fluent F holds in situation S.

% (S2.5.1) In(i,s): no guess of i has been wrong
fluent(in(I), S) :-
    in(I, S).

% (S2.5.2) Question(Q,s): the last question put is Q
fluent(question(Q), S) :-
    question(Q, S).

% (S2.5.3) GameOver(s): the game is over
fluent(game_over, S) :-
    game_over(S).

% (S2.5.4) Turn(i,s): it is player i's turn
fluent(turn(I), S) :-
    turn(I, S).

% (S2.5.5) AnsTurn(j,s): it is player j's turn to answer the question
fluent(ans_turn(J), S) :-
    ans_turn(J, S).

% (S2.5.6) askphase(s), ..., endphase(s): it is that phase
fluent(Phase, S) :-
    phase(Phase, S).
