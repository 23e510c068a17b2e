% Speed Clue, as a package: what differs from Clue
%
% Defines:  game_over/1 where one player is still in
% Uses:     theories/clue

% (L1) the game is over when one player is still in, and no other
game_over(do(A, S)) :-
    still_in(I, do(A, S)),
    \+ ( still_in(J, do(A, S)), J \= I ).
