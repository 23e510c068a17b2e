% forall Q in questions: forall R in questions: Question(Q) & Question(R) -> Q = R
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(card_set, axiom, ! [Y0] : (card_set(Y0) <=> ((~twice(Y0) & (! [X] : ((element(X,Y0)) => card(X))))))).
fof(question_set, axiom, ! [Y0] : (question_set(Y0) <=> ((? [N] : (card_set(Y0) & size(Y0,N) & constant(q,N) & ~ill_sorted(Y0)))))).
fof(question, axiom, ! [Y0,Y8,Y9] : (question(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = asks(I,Y0))) | (question(Y0,Y9) & ~is_asks(Y8))))).
fof(question_at_the_start, axiom, ! [Y0] : (question(Y0,init0) <=> ($false))).
fof(goal, conjecture, (! [V0] : (question_set(V0) => ((! [V1] : (question_set(V1) => (((((question(V0,init0)) & (question(V1,init0)))) => (V0 = V1))))))))).
