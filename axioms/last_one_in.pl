% Ours: the last one still in has won, as in Speed Clue
%
% A turn is what it is in Clue: a question, then a guess or none.  Who guessed
% wrong goes on answering.  The game is over not only by a right guess: it is
% over as well when nobody but one player is still in.  So GameOver has a line
% more than (2.28) gives it; all else is as it was.
%
% Defines:  game_over/1 where one player is still in
% Uses:     in/2
% Formulas: (L1)

% (L1) In(i,do(a,s)) & ~In(j,do(a,s)) for every j \= i -> GameOver(do(a,s))
game_over(do(A, S)) :-
    in(I, do(A, S)),
    \+ ( in(J, do(A, S)), J \= I ).
