% forall j in players: forall Q in questions: showphase & AnsTurn(j) & Question(Q) -> exists x in Q: h(j,x)
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(holders, axiom, ! [K,X] : (h(K,X) => ((player(K) | K = n0) & card(X)))).
fof(held_by_one, axiom, ! [J,K,X] : ((h(J,X) & h(K,X)) => J = K)).
fof(held_by_some, axiom, ! [X] : (card(X) => ? [K] : h(K,X))).
fof(card_set, axiom, ! [Y0] : (card_set(Y0) <=> ((~twice(Y0) & (! [X] : ((element(X,Y0)) => card(X))))))).
fof(question_set, axiom, ! [Y0] : (question_set(Y0) <=> ((? [N] : (card_set(Y0) & size(Y0,N) & constant(q,N) & ~ill_sorted(Y0)))))).
fof(question, axiom, ! [Y0,Y8,Y9] : (question(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = asks(I,Y0))) | (question(Y0,Y9) & ~is_asks(Y8))))).
fof(ans_turn, axiom, ! [Y0,Y8,Y9] : (ans_turn(Y0,do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q) & incp(I,Y0))) | (? [I] : (Y8 = no(I) & incp(I,Y0))) | (Y8 = yes(Y0))))).
fof(showphase, axiom, ! [Y8,Y9] : (showphase(do(Y8,Y9)) <=> ((? [I] : (Y8 = yes(I)))))).
fof(question_at_the_start, axiom, ! [Y0] : (question(Y0,init0) <=> ($false))).
fof(ans_turn_at_the_start, axiom, ! [Y0] : (ans_turn(Y0,init0) <=> ($false))).
fof(showphase_at_the_start, axiom, showphase(init0) <=> ($false)).
fof(goal, conjecture, (! [V0] : (player(V0) => ((! [V1] : (question_set(V1) => (((((showphase(init0)) & (ans_turn(V0,init0)) & (question(V1,init0)))) => ((? [V2] : (element(V2,V1) & (h(V0,V2))))))))))))).
