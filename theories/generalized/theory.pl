% Generalized Clue, as a package: what differs from MYST
%
% The formulas are those of axioms/generalized_clue.pl, under the same labels. Phases
% are those of MYST without the guess phase: after a guess the arbitrator answers in the
% answer phase, and the hand is laid open in the show phase.
%
% Defines:  opponent/2, holds_all/2, poss/2, still_in/2, question/2, game_over/1,
%           turn/2, ans_turn/2, phase/2, obs/4
% Uses:     theories/myst

% (G2) opponent(i,j) == player(i) & player(j) & i \= j
opponent(I, J) :- player(I), player(J), I \= J.

% (G3) H is a set of cards that k holds
holds_all(H, K) :- forall(element(X, H), h(K, X)).

% --- Possible actions ---------------------------------------------------------

% (G14) Poss(asks(i,j,Q),s) == Turn(i,s) & askphase(s) & In(j,s) & i \= j
poss(asks(I, J, _), S) :- turn(I, S), phase(ask, S), still_in(J, S), opponent(I, J).

% (G15) Poss(no(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) & Q n S_j = {}
poss(no(J), S) :- phase(ans, S), ans_turn(J, S), question(Q, S), disjoint(Q, J).

% (G16) Poss(yes(j),s) == ansphase(s) & AnsTurn(j,s) & Question(Q,s) & Q n S_j \= {}
poss(yes(J), S) :- phase(ans, S), ans_turn(J, S), question(Q, S), \+ disjoint(Q, J).

% (G17) Poss(shows(j,i,x),s) == Turn(i,s) & AnsTurn(j,s) & x in Q n S_j & showphase(s) & Question(Q,s)
poss(shows(J, I, X), S) :-
    turn(I, S), ans_turn(J, S), question(Q, S), element(X, Q), h(J, X), phase(show, S).

% (G18) Poss(guess(i,M),s) == Turn(i,s) & askphase(s)
poss(guess(I, _), S) :- turn(I, S), phase(ask, S).

% (G19) Poss(right(i),s) == Turn(i,s) & ansphase(s) & ~In(i,s) & Question(M,s) & M = S_0
poss(right(I), S) :-
    turn(I, S), phase(ans, S), \+ still_in(I, S), question(M, S), equals_pile(M).

% (G20) Poss(wrong(i),s) == Turn(i,s) & ansphase(s) & ~In(i,s) & Question(M,s) & M \= S_0
poss(wrong(I), S) :-
    turn(I, S), phase(ans, S), \+ still_in(I, S), question(M, S), \+ equals_pile(M).

% (G21) Poss(told(i),s) == Turn(i,s) & ansphase(s) & ~In(i,s)
poss(told(I), S) :- turn(I, S), phase(ans, S), \+ still_in(I, S).

% (G22) Poss(opens(i,H),s) == Turn(i,s) & showphase(s) & ~In(i,s) & H = S_i
poss(opens(I, H), S) :-
    turn(I, S), phase(show, S), \+ still_in(I, S), holds_all(H, I).

% (G23) Poss(endturn(i),s) == Turn(i,s) & endphase(s)
poss(endturn(I), S) :- turn(I, S), phase(end, S).

% --- Successor state axioms ---------------------------------------------------

% (G25) In(i,do(a,s)) == In(i,s) & ~(a = guess(i,M))
still_in(I, do(A, S)) :- still_in(I, S), A \= guess(I, _).

% (G26) Question(Q,do(a,s)) == a = asks(i,j,Q) \/ a = guess(i,Q) \/ (Question(Q,s) & no other is put)
question(Q, do(A, S)) :-
    (   A = asks(_, _, Q)
    ;   A = guess(_, Q)
    ;   question(Q, S),
        \+ puts(A)
    ).
puts(asks(_, _, _)).
puts(guess(_, _)).

% (G27) GameOver(do(a,s)) == a = opens(i,H) & ~In(1,s) & ... & ~In(p,s)
game_over(do(opens(_, _), S)) :- \+ still_in(_, S).

% (G28) Turn(incp(i),do(a,s)) == (Turn(i,s) & a = endturn(i)) \/ (Turn(incp(i),s) & ~(a = endturn(incp(i))))
turn(J, do(A, S)) :-
    turn(I, S),
    (   A = endturn(I), incp(I, J)
    ;   J = I, A \= endturn(I)
    ).

% (G29) AnsTurn(j,do(a,s)) == a = asks(i,j,Q) \/ a = yes(j)
ans_turn(J, do(asks(_, J, _), _)).
ans_turn(J, do(yes(J), _)).

% (G30) askphase(do(a,s)) == a = endturn(i) & In(incp(i),s)
phase(ask, do(endturn(I), S)) :- incp(I, J), still_in(J, S).

% (G31) ansphase(do(a,s)) == a = asks(i,j,Q) \/ a = guess(i,M)
phase(ans, do(asks(_, _, _), _)).
phase(ans, do(guess(_, _), _)).

% (G32) showphase(do(a,s)) == a = yes(j) \/ a = right(i) \/ a = wrong(i) \/ a = told(i)
phase(show, do(yes(_), _)).
phase(show, do(right(_), _)).
phase(show, do(wrong(_), _)).

% (G33) endphase(do(a,s)) == (a = endturn(i) & ~In(incp(i),s)) \/ a = no(j) \/ a = shows(j,i,x) \/ a = opens(i,H)
phase(end, do(endturn(I), S)) :- incp(I, J), \+ still_in(J, S).
phase(end, do(no(_), _)).
phase(end, do(shows(_, _, _), _)).
phase(end, do(opens(_, _), _)).

% --- Sight --------------------------------------------------------------------

% (S1.3.1a) all see actions but shows and what the arbitrator says
obs(K, A, A, _) :- player(K), A \= shows(_, _, _), \+ whispered(A).

% (G34) right(i) and wrong(i) are seen by i only; others see told(i)
whispered(right(_)).
whispered(wrong(_)).
obs(I, right(I), right(I), _).
obs(I, wrong(I), wrong(I), _).
obs(K, right(I), told(I), _) :- player(K), K \= I.
obs(K, wrong(I), told(I), _) :- player(K), K \= I.
