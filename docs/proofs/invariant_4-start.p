% askphase | ansphase | showphase | guessphase | endphase
fof(player_1, axiom, player(n1)).
fof(pile_no_player, axiom, ~player(n0)).
fof(askphase, axiom, ! [Y8,Y9] : (askphase(do(Y8,Y9)) <=> ((? [I,J] : (Y8 = endturn(I) & incp(I,J) & in(J,Y9)))))).
fof(ansphase, axiom, ! [Y8,Y9] : (ansphase(do(Y8,Y9)) <=> ((? [I,Q] : (Y8 = asks(I,Q))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & ~turn(I,Y9)))))).
fof(showphase, axiom, ! [Y8,Y9] : (showphase(do(Y8,Y9)) <=> ((? [I] : (Y8 = yes(I)))))).
fof(guessphase, axiom, ! [Y8,Y9] : (guessphase(do(Y8,Y9)) <=> ((? [J,I,X] : (Y8 = shows(J,I,X))) | (? [J,I] : (Y8 = no(J) & incp(J,I) & turn(I,Y9)))))).
fof(endphase, axiom, ! [Y8,Y9] : (endphase(do(Y8,Y9)) <=> ((? [I,J] : (Y8 = endturn(I) & incp(I,J) & ~in(J,Y9))) | (? [I] : (Y8 = noguess(I))) | (? [I,M] : (Y8 = guess(I,M)))))).
fof(askphase_at_the_start, axiom, askphase(init0) <=> (($true))).
fof(ansphase_at_the_start, axiom, ansphase(init0) <=> ($false)).
fof(showphase_at_the_start, axiom, showphase(init0) <=> ($false)).
fof(guessphase_at_the_start, axiom, guessphase(init0) <=> ($false)).
fof(endphase_at_the_start, axiom, endphase(init0) <=> ($false)).
fof(goal, conjecture, ((askphase(init0)) | (ansphase(init0)) | (showphase(init0)) | (guessphase(init0)) | (endphase(init0)))).
