% Ours: a turn without a question, as it occurs in Clue on a board
%
% Who reaches no room cannot ask.  The turn goes on as after an answer: there
% may be a guess.  Of the fluents only guessphase has a further line; the
% others, In, Question, GameOver and Turn, persist by (2.26)-(2.29), and there
% is nobody to answer, (2.30).
%
% Defines:  action/1, poss/2, guessphase/1 for noask(i)
% Uses:     player/1, turn/2, askphase/1, game_over/1
% Formulas: (B1)-(B3)

% (B1) noask(i): i lets the turn pass without a question
action(noask(I)) :-
    player(I).

% (B2) Poss(noask(i),s) == Turn(i,s) & askphase(s)
poss(noask(I), S) :-
    turn(I, S),
    askphase(S),
    \+ game_over(S).

% (B3) a = noask(i) -> guessphase(do(a,s))
guessphase(do(A, _)) :-
    A = noask(_).
