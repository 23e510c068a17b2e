% Clue on a board, as a package: what differs from Clue
%
% Defines:  poss/2 and phase/2 for noask(i)
% Uses:     theories/clue

% (B2) noask(i) is possible for the player in turn, in the ask phase
poss(noask(I), S) :- turn(I, S), phase(ask, S).

% (B3) the guess phase follows
phase(guess, do(noask(_), _)).
