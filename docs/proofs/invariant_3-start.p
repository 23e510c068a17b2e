% forall i in players: forall j in players: AnsTurn(i) & AnsTurn(j) -> i = j
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(ans_turn, axiom, ! [Y0,Y8,Y9] : (ans_turn(Y0,do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q) & incp(I,Y0))) | (? [I] : (Y8 = no(I) & incp(I,Y0))) | (Y8 = yes(Y0))))).
fof(ans_turn_at_the_start, axiom, ! [Y0] : (ans_turn(Y0,init0) <=> ($false))).
fof(goal, conjecture, (! [V0] : (player(V0) => ((! [V1] : (player(V1) => (((((ans_turn(V0,init0)) & (ans_turn(V1,init0)))) => (V0 = V1))))))))).
