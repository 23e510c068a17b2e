% ansphase | showphase -> exists j in players: AnsTurn(j) & ~Turn(j)
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(turn, axiom, ! [Y0,Y8,Y9] : (turn(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = endturn(I) & turn(I,Y9) & incp(I,Y0))) | (turn(Y0,Y9) & Y8 != endturn(Y0))))).
fof(ans_turn, axiom, ! [Y0,Y8,Y9] : (ans_turn(Y0,do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q) & incp(I,Y0))) | (? [I] : (Y8 = no(I) & incp(I,Y0))) | (Y8 = yes(Y0))))).
fof(ansphase, axiom, ! [Y8,Y9] : (ansphase(do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & ~turn(I,Y9)))))).
fof(showphase, axiom, ! [Y8,Y9] : (showphase(do(Y8,Y9)) <=> ((? [I] : (Y8 = yes(I)))))).
fof(turn_at_the_start, axiom, ! [Y0] : (turn(Y0,init0) <=> ((Y0 = n1)))).
fof(ans_turn_at_the_start, axiom, ! [Y0] : (ans_turn(Y0,init0) <=> ($false))).
fof(ansphase_at_the_start, axiom, ansphase(init0) <=> ($false)).
fof(showphase_at_the_start, axiom, showphase(init0) <=> ($false)).
fof(goal, conjecture, ((((ansphase(init0)) | (showphase(init0)))) => ((? [V0] : (player(V0) & (((ans_turn(V0,init0)) & (~(turn(V0,init0)))))))))).
