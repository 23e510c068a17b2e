% Section 2.9  Successor state axioms
%
% How the actions change the fluents: effect first, then persistence.
%
% Defines:  h/3, h/2, in/2, question/2, game_over/1, turn/2, ans_turn/2,
%           askphase/1, ansphase/1, showphase/1, guessphase/1, endphase/1;
%           law/3, kept/2
% Uses:     player/1, incp/2, equals_pile/1, some_group/1 (drive/situations),
%           h/3 in init0 (drive/hands)
% Formulas: (2.23)-(2.31e)

%!  h(?K, ?X, +S) is nondet.
%   True if holder K, a player or the pile 0, holds card X in situation S.

% (2.23) h(i,x,do(a,s)) == h(i,x,s);  h(0,x,do(a,s)) == h(0,x,s)
% Reading: h does not depend on s, and is abbreviated h(i,x).
h(K, X, do(_, S)) :-
    h(K, X, S).
h(K, X) :-
    h(K, X, init0).

%!  kept(-Label, -Phi) is nondet.
%   True if, by the formula Label, Phi stays true once it is true.

% (2.24a) s' <= s & K(i,h(j,x),s') -> K(i,h(j,x),s)
kept('2.24a', k(I, h(J, X))) :-
    player(I), holder(J), card(X).

% (2.24b) s' <= s & K(i,~h(j,x),s') -> K(i,~h(j,x),s)
kept('2.24b', k(I, neg(h(J, X)))) :-
    player(I), holder(J), card(X).

% (2.24c) s' <= s & C(G,h(j,x),s') -> C(G,h(j,x),s)
% Reading: said of C below the display, for which it is printed with K.
kept('2.24c', c(G, h(J, X))) :-
    some_group(G), holder(J), card(X).

% (2.24d) s' <= s & C(G,~h(j,x),s') -> C(G,~h(j,x),s)
% Reading: said of C below the display, for which it is printed with K.
kept('2.24d', c(G, neg(h(J, X)))) :-
    some_group(G), holder(J), card(X).

% (2.25) C({i,j}, h(j,x), do(shows(j,i,x),s))
% Reading: where Poss(shows(j,i,x),s).
law('2.25', do(shows(J, I, X), _), c(set(I, J), h(J, X))) :-
    card(X).

%!  in(?I, +S) is nondet.
%   True if player I has not been defeated in S.

% (2.26) In(i,do(a,s)) == In(i,s) & ~(a = guess(i,M) & M \= S_0)
% Reading: for no M.
in(I, do(A, S)) :-
    in(I, S),
    \+ ( A = guess(I, M), \+ equals_pile(M) ).

%!  question(?Q, +S) is nondet.
%   True if Q is the question asked last in S.

% (2.27) Question(Q,do(a,s)) == a = asks(i,Q) \/ (Question(Q,s) & ~(a = asks(i,Q')))
% Reading: for some i; for no i and Q'.
question(Q, do(A, S)) :-
    (   A = asks(_, Q)
    ;   question(Q, S),
        \+ A = asks(_, _)
    ).

%!  game_over(+S) is semidet.
%   True if the game is over in S.

% (2.28) GameOver(do(a,s)) == (a = guess(i,M) & M = S_0) \/ ~In(1,do(a,s)) & ... & ~In(p,do(a,s))
% Reading: for some i and M.
game_over(do(A, S)) :-
    (   A = guess(_, M),
        equals_pile(M)
    ;   \+ in(_, do(A, S))
    ).

%!  turn(?I, +S) is nondet.
%   True if it is the turn of player I in S.

% (2.29) Turn(incp(i),do(a,s)) == (Turn(i,s) & a = endturn(i)) \/ (Turn(incp(i),s) & ~(a = endturn(incp(i))))
turn(J, do(A, S)) :-
    turn(I, S),
    (   A = endturn(I), incp(I, J)
    ;   J = I, A \= endturn(I)
    ).

%!  ans_turn(?J, +S) is nondet.
%   True if it is the turn of player J to answer in S.

% (2.30) AnsTurn(incp(i),do(a,s)) == a = asks(i,Q) \/ a = no(i) \/ a = yes(incp(i))
% Reading: for some Q.
ans_turn(J, do(A, _)) :-
    (   A = asks(I, _), incp(I, J)
    ;   A = no(I), incp(I, J)
    ;   A = yes(J)
    ).

%!  askphase(+S) is semidet.
%   True if it is the ask phase in S; likewise for the other four.

% (2.31a) askphase(do(a,s)) == a = endturn(i) & In(incp(i))
% Reading: for some i; In(incp(i)) lacks its situation, read s.
askphase(do(A, S)) :-
    A = endturn(I),
    incp(I, J),
    in(J, S).

% (2.31b) ansphase(do(a,s)) == a = asks(i,Q) \/ (a = no(j) & ~Turn(incp(j),s))
ansphase(do(A, S)) :-
    (   A = asks(_, _)
    ;   A = no(J),
        incp(J, I),
        \+ turn(I, S)
    ).

% (2.31c) showphase(do(a,s)) == a = yes(i)
showphase(do(A, _)) :-
    A = yes(_).

% (2.31d) guessphase(do(a,s)) == a = shows(j,i,x) \/ (a = no(j) & Turn(incp(j),s))
guessphase(do(A, S)) :-
    (   A = shows(_, _, _)
    ;   A = no(J),
        incp(J, I),
        turn(I, S)
    ).

% (2.31e) endphase(do(a,s)) == (a = endturn(i) & ~In(incp(i))) \/ a = noguess(i) \/ a = guess(i,M)
% Reading: In(incp(i)) lacks its situation, read s.
endphase(do(A, S)) :-
    (   A = endturn(I), incp(I, J), \+ in(J, S)
    ;   A = noguess(_)
    ;   A = guess(_, _)
    ).
