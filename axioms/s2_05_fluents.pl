% Section 2.5  Fluents
%
% The fluents as terms, so that a formula can speak of them, with the sorts of
% their arguments.
%
% Defines:  fluent/2, formula/1
% Uses:     the fluents themselves (2.6, 2.9), player/1, holder/1, card/1,
%           question_set/1, group/1
% Formulas: (S2.5.1)-(S2.5.9)

%!  fluent(?F, +S) is nondet.
%   True if the fluent F holds in situation S.

%!  formula(+Phi) is nondet.
%   True if Phi is a formula; those that are no fluents stand in drive/worlds.

% (S2.5.1) In(i,s): no guess of i has been wrong
fluent(in(I), S) :-
    in(I, S).
formula(in(I)) :-
    player(I).

% (S2.5.2) Question(Q,s): the last question put is Q
fluent(question(Q), S) :-
    question(Q, S).
formula(question(Q)) :-
    question_set(Q).

% (S2.5.3) GameOver(s): the game is over
fluent(game_over, S) :-
    game_over(S).
formula(game_over).

% (S2.5.4) Turn(i,s): it is player i's turn
fluent(turn(I), S) :-
    turn(I, S).
formula(turn(I)) :-
    player(I).

% (S2.5.5) AnsTurn(j,s): it is player j's turn to answer the question
fluent(ans_turn(J), S) :-
    ans_turn(J, S).
formula(ans_turn(J)) :-
    player(J).

% (S2.5.6) askphase(s), ..., endphase(s): it is that phase
fluent(Phase, S) :-
    phase(Phase, S).
formula(askphase).
formula(ansphase).
formula(showphase).
formula(guessphase).
formula(endphase).

% (S2.5.7) h(i,x,s): player i, or for i = 0 the pile, holds the card x
formula(h(K, X)) :-
    holder(K),
    card(X).

% (S2.5.8) K(i,phi,s): player i knows phi
formula(k(I, Phi)) :-
    player(I),
    formula(Phi).

% (S2.5.9) C(G,phi,s): phi is common knowledge of the players in G
formula(c(G, Phi)) :-
    group(G),
    formula(Phi).
