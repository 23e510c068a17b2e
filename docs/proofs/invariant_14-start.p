% GameOver -> endphase
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(game_over, axiom, ! [Y8,Y9] : (game_over(do(Y8,Y9)) <=> ((? [I,M] : (Y8 = guess(I,M) & equals_pile(M))) | ((! [I] : ((player(I)) => ~in(I,do(Y8,Y9)))))))).
fof(endphase, axiom, ! [Y8,Y9] : (endphase(do(Y8,Y9)) <=> ((? [I,J] : (Y8 = endturn(I) & incp(I,J) & ~in(J,Y9))) | (? [I] : (Y8 = noguess(I))) | (? [I,M] : (Y8 = guess(I,M)))))).
fof(game_over_at_the_start, axiom, game_over(init0) <=> ($false)).
fof(endphase_at_the_start, axiom, endphase(init0) <=> ($false)).
fof(goal, conjecture, ((game_over(init0)) => (endphase(init0)))).
