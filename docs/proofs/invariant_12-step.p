% forall j in players: forall Q in questions: showphase & AnsTurn(j) & Question(Q) -> exists x in Q: h(j,x)
fof(player_1, axiom, player(n1)).
fof(incp_total, axiom, ! [X] : (player(X) => ? [Y] : incp(X,Y))).
fof(incp_players, axiom, ! [X,Y] : (incp(X,Y) => (player(X) & player(Y)))).
fof(incp_function, axiom, ! [X,Y,Z] : ((incp(X,Y) & incp(X,Z)) => Y = Z)).
fof(incp_one_to_one, axiom, ! [X,Y,Z] : ((incp(X,Z) & incp(Y,Z)) => X = Y)).
fof(incp_others, axiom, ! [X] : ~incp(X,X)).
fof(pile_no_player, axiom, ~player(n0)).
fof(holders, axiom, ! [K,X] : (h(K,X) => ((player(K) | K = n0) & card(X)))).
fof(held_by_one, axiom, ! [J,K,X] : ((h(J,X) & h(K,X)) => J = K)).
fof(held_by_some, axiom, ! [X] : (card(X) => ? [K] : h(K,X))).
fof(some_pile, axiom, ? [M] : pile_set(M)).
fof(as_many_as_the_pile, axiom, ! [M] : ((pile_set(M) & ! [X] : (element(X,M) => h(n0,X))) => ! [X] : (h(n0,X) => element(X,M)))).
fof(asks_no, axiom, ! [X0,X1,Y0] : asks(X0,X1) != no(Y0)).
fof(asks_yes, axiom, ! [X0,X1,Y0] : asks(X0,X1) != yes(Y0)).
fof(asks_shows, axiom, ! [X0,X1,Y0,Y1,Y2] : asks(X0,X1) != shows(Y0,Y1,Y2)).
fof(asks_guess, axiom, ! [X0,X1,Y0,Y1] : asks(X0,X1) != guess(Y0,Y1)).
fof(asks_noguess, axiom, ! [X0,X1,Y0] : asks(X0,X1) != noguess(Y0)).
fof(asks_endturn, axiom, ! [X0,X1,Y0] : asks(X0,X1) != endturn(Y0)).
fof(no_yes, axiom, ! [X0,Y0] : no(X0) != yes(Y0)).
fof(no_shows, axiom, ! [X0,Y0,Y1,Y2] : no(X0) != shows(Y0,Y1,Y2)).
fof(no_guess, axiom, ! [X0,Y0,Y1] : no(X0) != guess(Y0,Y1)).
fof(no_noguess, axiom, ! [X0,Y0] : no(X0) != noguess(Y0)).
fof(no_endturn, axiom, ! [X0,Y0] : no(X0) != endturn(Y0)).
fof(yes_shows, axiom, ! [X0,Y0,Y1,Y2] : yes(X0) != shows(Y0,Y1,Y2)).
fof(yes_guess, axiom, ! [X0,Y0,Y1] : yes(X0) != guess(Y0,Y1)).
fof(yes_noguess, axiom, ! [X0,Y0] : yes(X0) != noguess(Y0)).
fof(yes_endturn, axiom, ! [X0,Y0] : yes(X0) != endturn(Y0)).
fof(shows_guess, axiom, ! [X0,X1,X2,Y0,Y1] : shows(X0,X1,X2) != guess(Y0,Y1)).
fof(shows_noguess, axiom, ! [X0,X1,X2,Y0] : shows(X0,X1,X2) != noguess(Y0)).
fof(shows_endturn, axiom, ! [X0,X1,X2,Y0] : shows(X0,X1,X2) != endturn(Y0)).
fof(guess_noguess, axiom, ! [X0,X1,Y0] : guess(X0,X1) != noguess(Y0)).
fof(guess_endturn, axiom, ! [X0,X1,Y0] : guess(X0,X1) != endturn(Y0)).
fof(noguess_endturn, axiom, ! [X0,Y0] : noguess(X0) != endturn(Y0)).
fof(asks_injective, axiom, ! [X0,X1,Y0,Y1] : (asks(X0,X1) = asks(Y0,Y1) => (X0 = Y0 & X1 = Y1))).
fof(no_injective, axiom, ! [X0,Y0] : (no(X0) = no(Y0) => (X0 = Y0))).
fof(yes_injective, axiom, ! [X0,Y0] : (yes(X0) = yes(Y0) => (X0 = Y0))).
fof(shows_injective, axiom, ! [X0,X1,X2,Y0,Y1,Y2] : (shows(X0,X1,X2) = shows(Y0,Y1,Y2) => (X0 = Y0 & X1 = Y1 & X2 = Y2))).
fof(guess_injective, axiom, ! [X0,X1,Y0,Y1] : (guess(X0,X1) = guess(Y0,Y1) => (X0 = Y0 & X1 = Y1))).
fof(noguess_injective, axiom, ! [X0,Y0] : (noguess(X0) = noguess(Y0) => (X0 = Y0))).
fof(endturn_injective, axiom, ! [X0,Y0] : (endturn(X0) = endturn(Y0) => (X0 = Y0))).
fof(card_set, axiom, ! [Y0] : (card_set(Y0) <=> ((~twice(Y0) & (! [X] : ((element(X,Y0)) => card(X))))))).
fof(question_set, axiom, ! [Y0] : (question_set(Y0) <=> ((? [N] : (card_set(Y0) & size(Y0,N) & constant(q,N) & ~ill_sorted(Y0)))))).
fof(pile_set, axiom, ! [Y0] : (pile_set(Y0) <=> ((? [N] : (card_set(Y0) & size(Y0,N) & hand_size(n0,N) & ~ill_sorted(Y0)))))).
fof(disjoint, axiom, ! [Y0,Y1] : (disjoint(Y0,Y1) <=> ((question_set(Y0) & player(Y1) & (! [X] : ((element(X,Y0)) => ~h(Y1,X))))))).
fof(shared, axiom, ! [Y0,Y1,Y2] : (shared(Y0,Y1,Y2) <=> ((question_set(Y1) & player(Y2) & element(Y0,Y1) & h(Y2,Y0))))).
fof(equals_pile, axiom, ! [Y0] : (equals_pile(Y0) <=> ((pile_set(Y0) & (! [X] : ((element(X,Y0)) => h(n0,X))) & (! [X] : ((h(n0,X)) => element(X,Y0))))))).
fof(poss, axiom, ! [Y0,Y1] : (poss(Y0,Y1) <=> ((? [I,Q] : (Y0 = asks(I,Q) & turn(I,Y1) & askphase(Y1) & question_set(Q) & ~game_over(Y1))) | (? [J,Q] : (Y0 = no(J) & ansphase(Y1) & ans_turn(J,Y1) & question(Q,Y1) & disjoint(Q,J) & ~game_over(Y1))) | (? [J,Q] : (Y0 = yes(J) & ansphase(Y1) & ans_turn(J,Y1) & question(Q,Y1) & ~disjoint(Q,J) & ~game_over(Y1))) | (? [J,I,X,Q] : (Y0 = shows(J,I,X) & turn(I,Y1) & ans_turn(J,Y1) & question(Q,Y1) & shared(X,Q,J) & showphase(Y1) & ~game_over(Y1))) | (? [I,M] : (Y0 = guess(I,M) & turn(I,Y1) & guessphase(Y1) & pile_set(M) & ~game_over(Y1))) | (? [I] : (Y0 = noguess(I) & turn(I,Y1) & guessphase(Y1) & ~game_over(Y1))) | (? [I] : (Y0 = endturn(I) & turn(I,Y1) & endphase(Y1) & ~game_over(Y1)))))).
fof(poss_1, axiom, ! [I,Q,S] : ((turn(I,S) & askphase(S) & question_set(Q) & ~game_over(S)) => poss(asks(I,Q),S))).
fof(poss_2, axiom, ! [J,S,Q] : ((ansphase(S) & ans_turn(J,S) & question(Q,S) & disjoint(Q,J) & ~game_over(S)) => poss(no(J),S))).
fof(poss_3, axiom, ! [J,S,Q] : ((ansphase(S) & ans_turn(J,S) & question(Q,S) & ~disjoint(Q,J) & ~game_over(S)) => poss(yes(J),S))).
fof(poss_4, axiom, ! [J,I,X,S,Q] : ((turn(I,S) & ans_turn(J,S) & question(Q,S) & shared(X,Q,J) & showphase(S) & ~game_over(S)) => poss(shows(J,I,X),S))).
fof(poss_5, axiom, ! [I,M,S] : ((turn(I,S) & guessphase(S) & pile_set(M) & ~game_over(S)) => poss(guess(I,M),S))).
fof(poss_6, axiom, ! [I,S] : ((turn(I,S) & guessphase(S) & ~game_over(S)) => poss(noguess(I),S))).
fof(poss_7, axiom, ! [I,S] : ((turn(I,S) & endphase(S) & ~game_over(S)) => poss(endturn(I),S))).
fof(in, axiom, ! [Y0,Y8,Y9] : (in(Y0,do(Y8,Y9)) <=> ((in(Y0,Y9) & ~guesses_wrong(Y0,Y8))))).
fof(question, axiom, ! [Y0,Y8,Y9] : (question(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = asks(I,Y0))) | (question(Y0,Y9) & ~is_asks(Y8))))).
fof(game_over, axiom, ! [Y8,Y9] : (game_over(do(Y8,Y9)) <=> ((? [I,M] : (Y8 = guess(I,M) & equals_pile(M))) | ((! [I] : ((player(I)) => ~in(I,do(Y8,Y9)))))))).
fof(turn, axiom, ! [Y0,Y8,Y9] : (turn(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = endturn(I) & turn(I,Y9) & incp(I,Y0))) | (turn(Y0,Y9) & Y8 != endturn(Y0))))).
fof(ans_turn, axiom, ! [Y0,Y8,Y9] : (ans_turn(Y0,do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q) & incp(I,Y0))) | (? [I] : (Y8 = no(I) & incp(I,Y0))) | (Y8 = yes(Y0))))).
fof(askphase, axiom, ! [Y8,Y9] : (askphase(do(Y8,Y9)) <=> ((? [I,J] : (Y8 = endturn(I) & incp(I,J) & in(J,Y9)))))).
fof(ansphase, axiom, ! [Y8,Y9] : (ansphase(do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & ~turn(I,Y9)))))).
fof(showphase, axiom, ! [Y8,Y9] : (showphase(do(Y8,Y9)) <=> ((? [I] : (Y8 = yes(I)))))).
fof(guessphase, axiom, ! [Y8,Y9] : (guessphase(do(Y8,Y9)) <=> ((? [J,I,X] : (Y8 = shows(J,I,X))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & turn(I,Y9)))))).
fof(endphase, axiom, ! [Y8,Y9] : (endphase(do(Y8,Y9)) <=> ((? [I,J] : (Y8 = endturn(I) & incp(I,J) & ~in(J,Y9))) | (? [I] : (Y8 = noguess(I))) | (? [I,M] : (Y8 = guess(I,M)))))).
fof(guesses_wrong, axiom, ! [Y0,Y1] : (guesses_wrong(Y0,Y1) <=> ((? [M,S] : (Y1 = guess(Y0,M) & ~equals_pile(M)))))).
fof(is_asks, axiom, ! [Y0] : (is_asks(Y0) <=> ((? [I,Q,S] : (Y0 = asks(I,Q)))))).
fof(turn_of_players, axiom, ! [I] : (turn(I,s) => player(I))).
fof(answers_of_players, axiom, ! [I] : (ans_turn(I,s) => player(I))).
fof(questions_of_sets, axiom, ! [Q] : (question(Q,s) => question_set(Q))).
fof(invariant_1, axiom, (? [V0] : (player(V0) & (turn(V0,s))))).
fof(invariant_2, axiom, (! [V0] : (player(V0) => ((! [V1] : (player(V1) => (((((turn(V0,s)) & (turn(V1,s)))) => (V0 = V1))))))))).
fof(invariant_3, axiom, (! [V0] : (player(V0) => ((! [V1] : (player(V1) => (((((ans_turn(V0,s)) & (ans_turn(V1,s)))) => (V0 = V1))))))))).
fof(invariant_4, axiom, ((askphase(s)) | (ansphase(s)) | (showphase(s)) | (guessphase(s)) | (endphase(s)))).
fof(invariant_5, axiom, ((askphase(s)) => (((~(ansphase(s))) & (~(showphase(s))) & (~(guessphase(s))) & (~(endphase(s))))))).
fof(invariant_6, axiom, ((ansphase(s)) => (((~(showphase(s))) & (~(guessphase(s))) & (~(endphase(s))))))).
fof(invariant_7, axiom, ((showphase(s)) => (((~(guessphase(s))) & (~(endphase(s))))))).
fof(invariant_8, axiom, ((guessphase(s)) => (~(endphase(s))))).
fof(invariant_9, axiom, ((((ansphase(s)) | (showphase(s)))) => ((? [V0] : (player(V0) & (((ans_turn(V0,s)) & (~(turn(V0,s)))))))))).
fof(invariant_10, axiom, ((((ansphase(s)) | (showphase(s)) | (guessphase(s)))) => ((? [V0] : (question_set(V0) & (question(V0,s))))))).
fof(invariant_11, axiom, (! [V0] : (question_set(V0) => ((! [V1] : (question_set(V1) => (((((question(V0,s)) & (question(V1,s)))) => (V0 = V1))))))))).
fof(invariant_12, axiom, (! [V0] : (player(V0) => ((! [V1] : (question_set(V1) => (((((showphase(s)) & (ans_turn(V0,s)) & (question(V1,s)))) => ((? [V2] : (element(V2,V1) & (h(V0,V2))))))))))))).
fof(invariant_13, axiom, (! [V0] : (player(V0) => (((((turn(V0,s)) & (~(endphase(s))))) => (in(V0,s))))))).
fof(invariant_14, axiom, ((game_over(s)) => (endphase(s)))).
fof(possible, axiom, poss(a,s)).
fof(goal, conjecture, (! [V0] : (player(V0) => ((! [V1] : (question_set(V1) => (((((showphase(do(a,s))) & (ans_turn(V0,do(a,s))) & (question(V1,do(a,s))))) => ((? [V2] : (element(V2,V1) & (h(V0,V2))))))))))))).
