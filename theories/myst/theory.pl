% MYST(m,n,p,q), chapter 2 of the thesis, as a package
%
% The formulas are those of the folder axioms, under the same labels, with situations
% as they are there: init0 and do(A,S).
%
% Defines:  start/1, still_in/2, turn/2, ans_turn/2, game_over/1, question/2, phase/2,
%           poss/2, obs0/2, obs/4, over/1
% Uses:     the sorts and constants of theory.toml; h/2 of the start, element/2

% --- Sections 2.1 to 2.3 ------------------------------------------------------

% (2.5) the next player
incp(I, J) :-
    constant(p, P),
    position(player, I, N),
    N1 is N mod P + 1,
    position(player, J, N1).

% (S2.3.3) Q n S_j = {}
disjoint(Q, J) :- \+ ( element(X, Q), h(J, X) ).

% (S2.3.5) M = S_0
equals_pile(M) :- forall(element(X, M), h(0, X)).

% --- Section 2.6: the start ---------------------------------------------------

% (2.9) each card has one holder
start(Start) :-
    findall(X, card(X), Cards),
    findall(room(K, N), size(K, N), Rooms),
    dealt(Cards, Rooms, Start).

dealt([], _, []).
dealt([X|Xs], Rooms, [h(K, X)|Start]) :-
    select(room(K, N), Rooms, room(K, Rest), Others),
    N > 0,
    Rest is N - 1,
    dealt(Xs, Others, Start).

% (2.11) the sizes of the hands
size(I, N) :- player(I), constant(n, N).
size(0, M) :- constant(m, M).

% (S2.6.1) all are in, it is the turn of player 1, who may ask
still_in(I, init0) :- player(I).
turn(I, init0) :- position(player, I, 1).
phase(ask, init0).

% --- Section 2.7: possible actions --------------------------------------------

over(S) :- game_over(S).

% (2.15)
poss(asks(I, _), S) :- turn(I, S), phase(ask, S).

% (2.16)
poss(no(J), S) :- phase(ans, S), ans_turn(J, S), question(Q, S), disjoint(Q, J).

% (2.17)
poss(yes(J), S) :- phase(ans, S), ans_turn(J, S), question(Q, S), \+ disjoint(Q, J).

% (2.18)
poss(shows(J, I, X), S) :-
    turn(I, S), ans_turn(J, S), question(Q, S), element(X, Q), h(J, X), phase(show, S).

% (2.19)
poss(guess(I, _), S) :- turn(I, S), phase(guess, S).

% (2.20)
poss(noguess(I), S) :- turn(I, S), phase(guess, S).

% (2.21)
poss(endturn(I), S) :- turn(I, S), phase(end, S).

% --- Section 2.9: successor state axioms --------------------------------------

% (2.26)
still_in(I, do(A, S)) :-
    still_in(I, S),
    \+ ( A = guess(I, M), \+ equals_pile(M) ).

% (2.27)
question(Q, do(A, S)) :-
    (   A = asks(_, Q)
    ;   question(Q, S),
        \+ A = asks(_, _)
    ).

% (2.28)
game_over(do(guess(_, M), _)) :- equals_pile(M).
game_over(S) :- \+ still_in(_, S).

% (2.29)
turn(J, do(A, S)) :-
    turn(I, S),
    (   A = endturn(I), incp(I, J)
    ;   J = I, A \= endturn(I)
    ).

% (2.30)
ans_turn(J, do(asks(I, _), _)) :- incp(I, J).
ans_turn(J, do(no(I), _)) :- incp(I, J).
ans_turn(J, do(yes(J), _)).

% (2.31)
phase(ask, do(endturn(I), S)) :- incp(I, J), still_in(J, S).
phase(end, do(endturn(I), S)) :- incp(I, J), \+ still_in(J, S).
phase(ans, do(asks(_, _), _)).
phase(ans, do(no(J), S)) :- incp(J, I), \+ turn(I, S).
phase(guess, do(no(J), S)) :- incp(J, I), turn(I, S).
phase(show, do(yes(_), _)).
phase(guess, do(shows(_, _, _), _)).
phase(end, do(noguess(_), _)).
phase(end, do(guess(_, _), _)).

% --- Section 1.3: sight -------------------------------------------------------

% (S1.3.1b) at the start a player sees her own hand
obs0(I, X) :- player(I), h(I, X).

% (S1.3.1c) of shows(j,i,x) the players i and j see x
obs(K, shows(J, I, X), shows(J, I, X), _) :- member(K, [J, I]).

% (S1.3.1d) all others see only that j showed some card
obs(K, shows(J, I, _), shows(J, I, some), _) :- player(K), K \= J, K \= I.

% (S1.3.1a) all see other actions, and whether a guess is right
obs(K, A, A, _) :- player(K), A \= shows(_, _, _).
obs(K, guess(_, M), right, _) :- player(K), equals_pile(M).
obs(K, guess(_, M), wrong, _) :- player(K), \+ equals_pile(M).
