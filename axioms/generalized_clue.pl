% Ours: generalized Clue, in place of sections 2.4, 2.7, 2.9 and 2.10
%
% In a turn a player either puts a list of cards to one other player, who shows
% one of them or says no, or guesses the pile.  An arbitrator hears a guess:
% only who guessed learns whether it was right.  Right or wrong, who guessed
% leaves, lays the own hand open, and is not asked any more.  The game is over
% when everybody has left.  Phases are those of section 2.2 but for the guess
% phase: after a guess the arbitrator answers in the answer phase, and the hand
% is laid open in the show phase.
%
% Defines:  question_set/1, opponent/2, holds_all/2, action/1, poss/2, h/3,
%           h/2, in/2, question/2, game_over/1, turn/2, ans_turn/2, askphase/1,
%           ansphase/1, showphase/1, endphase/1, private/1, obs/4
% Uses:     card_set/1, size/2, pile_set/1, disjoint/2, shared/3 (2.3),
%           player/1, incp/2, card/1, hand_size/2, h/3 in init0 (drive/hands)
% Formulas: (G1)-(G34)

% (G1) Q is a subset of S, not empty, of at most q cards
question_set(Q) :-
    card_set(Q),
    size(Q, N),
    N >= 1,
    constant(q, Most),
    N < Most.

% (G2) opponent(i,j) == player(i) & player(j) & i \= j
opponent(I, J) :-
    player(I), player(J),
    I \= J.

% (G3) H is a subset of S of as many cards as k has, and k holds all of H: H = S_k
holds_all(H, K) :-
    hand_size(K, N),
    size(H, N),
    \+ ( element(X, H), \+ h(K, X) ).

% (G4) asks(i,j,Q): i puts the list Q to j
action(asks(I, J, Q)) :-
    player(I), player(J),
    question_set(Q).

% (G5) no(j): j, who was asked, has no card of the list
action(no(J)) :-
    player(J).

% (G6) yes(j): j, who was asked, has some card of the list
action(yes(J)) :-
    player(J).

% (G7) shows(j,i,x): j lets the asker i see x, a card asked for and held by j
action(shows(J, I, X)) :-
    player(J),
    player(I),
    card(X).

% (G8) guess(i,M): i tells the arbitrator that the pile is M
action(guess(I, M)) :-
    player(I),
    pile_set(M).

% (G9) right(i): the arbitrator lets i know that the guess is right
action(right(I)) :-
    player(I).

% (G10) wrong(i): the arbitrator lets i know that the guess is wrong
action(wrong(I)) :-
    player(I).

% (G11) told(i): what all others see of right(i) and of wrong(i)
action(told(I)) :-
    player(I).

% (G12) opens(i,H): i lays the own hand H open
action(opens(I, H)) :-
    player(I),
    card_set(H),
    hand_size(I, N),
    size(H, N).

% (G13) endturn(i): i hands the turn on
action(endturn(I)) :-
    player(I).

% (G14) Poss(asks(i,j,Q),s) == Turn(i,s) & askphase(s) & In(j,s) & i \= j
% Reading: Q is type-checked, (G1).
poss(asks(I, J, Q), S) :-
    turn(I, S),
    askphase(S),
    in(J, S),
    opponent(I, J),
    question_set(Q),
    \+ game_over(S).

% (G15) Poss(no(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) & Q n S_j = {}
% Reading: for some Q; as (2.16).
poss(no(J), S) :-
    ansphase(S),
    ans_turn(J, S),
    question(Q, S),
    disjoint(Q, J),
    \+ game_over(S).

% (G16) Poss(yes(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) & Q n S_j \= {}
% Reading: for some Q; as (2.17).
poss(yes(J), S) :-
    ansphase(S),
    ans_turn(J, S),
    question(Q, S),
    \+ disjoint(Q, J),
    \+ game_over(S).

% (G17) Poss(shows(j,i,x),s) == Turn(i,s) & AnsTurn(j,s) & x in Q n S_j & showphase(s) & Question(Q,s)
% Reading: for some Q; as (2.18).
poss(shows(J, I, X), S) :-
    turn(I, S),
    ans_turn(J, S),
    question(Q, S),
    shared(X, Q, J),
    showphase(S),
    \+ game_over(S).

% (G18) Poss(guess(i,M),s) == Turn(i,s) & askphase(s)
% Reading: M is type-checked, as section 2.3 asks for.
poss(guess(I, M), S) :-
    turn(I, S),
    askphase(S),
    pile_set(M),
    \+ game_over(S).

% (G19) Poss(right(i),s) == Turn(i,s) & ansphase(s) & ~In(i,s) & Question(M,s) & M = S_0
% Reading: for some M.
poss(right(I), S) :-
    turn(I, S),
    ansphase(S),
    \+ in(I, S),
    question(M, S),
    holds_all(M, 0),
    \+ game_over(S).

% (G20) Poss(wrong(i),s) == Turn(i,s) & ansphase(s) & ~In(i,s) & Question(M,s) & M \= S_0
% Reading: for some M.
poss(wrong(I), S) :-
    turn(I, S),
    ansphase(S),
    \+ in(I, S),
    question(M, S),
    \+ holds_all(M, 0),
    \+ game_over(S).

% (G21) Poss(told(i),s) == Turn(i,s) & ansphase(s) & ~In(i,s)
poss(told(I), S) :-
    turn(I, S),
    ansphase(S),
    \+ in(I, S),
    \+ game_over(S).

% (G22) Poss(opens(i,H),s) == Turn(i,s) & showphase(s) & ~In(i,s) & H = S_i
poss(opens(I, H), S) :-
    turn(I, S),
    showphase(S),
    \+ in(I, S),
    holds_all(H, I),
    \+ game_over(S).

% (G23) Poss(endturn(i),s) == Turn(i,s) & endphase(s)
poss(endturn(I), S) :-
    turn(I, S),
    endphase(S),
    \+ game_over(S).

% (G24) h(i,x,do(a,s)) == h(i,x,s);  h(0,x,do(a,s)) == h(0,x,s)
% Reading: as (2.23).
h(K, X, do(_, S)) :-
    h(K, X, S).
h(K, X) :-
    h(K, X, init0).

% (G25) In(i,do(a,s)) == In(i,s) & ~(a = guess(i,M))
% Reading: for no M.
in(I, do(A, S)) :-
    in(I, S),
    \+ A = guess(I, _).

% (G26) Question(Q,do(a,s)) == a = asks(i,j,Q) \/ a = guess(i,Q) \/ (Question(Q,s) & ~(a = asks(i,j,Q')) & ~(a = guess(i,Q')))
% Reading: for some i and j; for no i, j and Q'.
question(Q, do(A, S)) :-
    (   A = asks(_, _, Q)
    ;   A = guess(_, Q)
    ;   question(Q, S),
        \+ A = asks(_, _, _),
        \+ A = guess(_, _)
    ).

% (G27) GameOver(do(a,s)) == a = opens(i,H) & ~In(1,s) & ... & ~In(p,s)
% Reading: for some i and H.
game_over(do(A, S)) :-
    A = opens(_, _),
    \+ in(_, S).

% (G28) Turn(incp(i),do(a,s)) == (Turn(i,s) & a = endturn(i)) \/ (Turn(incp(i),s) & ~(a = endturn(incp(i))))
% Reading: as (2.29).
turn(J, do(A, S)) :-
    turn(I, S),
    (   A = endturn(I), incp(I, J)
    ;   J = I, A \= endturn(I)
    ).

% (G29) AnsTurn(j,do(a,s)) == a = asks(i,j,Q) \/ a = yes(j)
% Reading: for some i and Q.
ans_turn(J, do(A, _)) :-
    (   A = asks(_, J, _)
    ;   A = yes(J)
    ).

% (G30) askphase(do(a,s)) == a = endturn(i) & In(incp(i),s)
% Reading: for some i; as (2.31a).
askphase(do(A, S)) :-
    A = endturn(I),
    incp(I, J),
    in(J, S).

% (G31) ansphase(do(a,s)) == a = asks(i,j,Q) \/ a = guess(i,M)
% Reading: for some i, j, Q and M.
ansphase(do(A, _)) :-
    (   A = asks(_, _, _)
    ;   A = guess(_, _)
    ).

% (G32) showphase(do(a,s)) == a = yes(j) \/ a = right(i) \/ a = wrong(i) \/ a = told(i)
% Reading: for some i and j.
showphase(do(A, _)) :-
    (   A = yes(_)
    ;   A = right(_)
    ;   A = wrong(_)
    ;   A = told(_)
    ).

% (G33) endphase(do(a,s)) == (a = endturn(i) & ~In(incp(i),s)) \/ a = no(j) \/ a = shows(j,i,x) \/ a = opens(i,H)
% Reading: for some i, j, x and H.
endphase(do(A, S)) :-
    (   A = endturn(I), incp(I, J), \+ in(J, S)
    ;   A = no(_)
    ;   A = shows(_, _, _)
    ;   A = opens(_, _)
    ).

% (G34) right(i) and wrong(i) are seen by i only; others see told(i)
private(right(_)).
private(wrong(_)).
obs(I, right(I), right(I), _) :-
    player(I).
obs(I, wrong(I), wrong(I), _) :-
    player(I).
obs(I, right(J), told(J), _) :-
    player(I),
    I \= J.
obs(I, wrong(J), told(J), _) :-
    player(I),
    I \= J.
