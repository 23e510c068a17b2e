% ansphase | showphase | guessphase -> exists Q in questions: Question(Q)
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(card_set, axiom, ! [Y0] : (card_set(Y0) <=> ((~twice(Y0) & (! [X] : ((element(X,Y0)) => card(X))))))).
fof(question_set, axiom, ! [Y0] : (question_set(Y0) <=> ((? [N] : (card_set(Y0) & size(Y0,N) & constant(q,N) & ~ill_sorted(Y0)))))).
fof(question, axiom, ! [Y0,Y8,Y9] : (question(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = asks(I,Y0))) | (question(Y0,Y9) & ~is_asks(Y8))))).
fof(ansphase, axiom, ! [Y8,Y9] : (ansphase(do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & ~turn(I,Y9)))))).
fof(showphase, axiom, ! [Y8,Y9] : (showphase(do(Y8,Y9)) <=> ((? [I] : (Y8 = yes(I)))))).
fof(guessphase, axiom, ! [Y8,Y9] : (guessphase(do(Y8,Y9)) <=> ((? [J,I,X] : (Y8 = shows(J,I,X))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & turn(I,Y9)))))).
fof(question_at_the_start, axiom, ! [Y0] : (question(Y0,init0) <=> ($false))).
fof(ansphase_at_the_start, axiom, ansphase(init0) <=> ($false)).
fof(showphase_at_the_start, axiom, showphase(init0) <=> ($false)).
fof(guessphase_at_the_start, axiom, guessphase(init0) <=> ($false)).
fof(goal, conjecture, ((((ansphase(init0)) | (showphase(init0)) | (guessphase(init0)))) => ((? [V0] : (question_set(V0) & (question(V0,init0))))))).
