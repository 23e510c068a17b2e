% Section 2.10  Players gaining knowledge
%
% What the actions teach, as common knowledge: consequences of (2.16)-(2.19) in
% the model of possible worlds, verified and not assumed.
%
% Defines:  law/3
% Uses:     question/2, all_players/1
% Formulas: (2.32)-(2.34)

% (2.32) Question(Q,s) -> C(P, no card x of Q: h(j,x), do(no(j),s))
law('2.32', do(no(J), S), c(P, disjoint(Q, J))) :-
    question(Q, S),
    all_players(P).

% (2.33) Question(Q,s) -> C(P, some card x of Q: h(j,x), do(yes(j),s))
law('2.33', do(yes(J), S), c(P, neg(disjoint(Q, J)))) :-
    question(Q, S),
    all_players(P).

% (2.34) a = guess(i,M) & ~GameOver(do(a,s)) -> C(P, some card x of M: ~h(0,x), do(a,s))
law('2.34', do(guess(I, M), _),
    imp(neg(game_over), c(P, neg(within(M, 0))))) :-
    player(I),
    all_players(P).
