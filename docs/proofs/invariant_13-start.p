% forall i in players: Turn(i) & ~endphase -> In(i)
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(in, axiom, ! [Y0,Y8,Y9] : (in(Y0,do(Y8,Y9)) <=> ((in(Y0,Y9) & ~guesses_wrong(Y0,Y8))))).
fof(turn, axiom, ! [Y0,Y8,Y9] : (turn(Y0,do(Y8,Y9)) <=> ((? [I] : (Y8 = endturn(I) & turn(I,Y9) & incp(I,Y0))) | (turn(Y0,Y9) & Y8 != endturn(Y0))))).
fof(endphase, axiom, ! [Y8,Y9] : (endphase(do(Y8,Y9)) <=> ((? [I,J] : (Y8 = endturn(I) & incp(I,J) & ~in(J,Y9))) | (? [I] : (Y8 = noguess(I))) | (? [I,M] : (Y8 = guess(I,M)))))).
fof(in_at_the_start, axiom, ! [Y0] : (in(Y0,init0) <=> ((player(Y0))))).
fof(turn_at_the_start, axiom, ! [Y0] : (turn(Y0,init0) <=> ((Y0 = n1)))).
fof(endphase_at_the_start, axiom, endphase(init0) <=> ($false)).
fof(goal, conjecture, (! [V0] : (player(V0) => (((((turn(V0,init0)) & (~(endphase(init0))))) => (in(V0,init0))))))).
