% forall i in players: forall j in players: Turn(i) & Turn(j) -> i = j
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(turn, axiom, ! [Y0,Y8,Y9] : (turn(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = endturn(I) & turn(I,Y9) & incp(I,Y0))) | (turn(Y0,Y9) & Y8 != endturn(Y0))))).
fof(turn_at_the_start, axiom, ! [Y0] : (turn(Y0,init0) <=> ((Y0 = n1)))).
fof(goal, conjecture, (! [V0] : (player(V0) => ((! [V1] : (player(V1) => (((((turn(V0,init0)) & (turn(V1,init0)))) => (V0 = V1))))))))).
