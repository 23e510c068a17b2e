% Mastermind for two, with codes of three pegs
%
% Defines:  start/1, to_answer/2, guessed/3, poss/2, obs0/2, obs/4
% Uses:     the sorts of theory.toml; peg/3 of the start

other(ann, bob).
other(bob, ann).

% --- The start ----------------------------------------------------------------

% (C1) each place of a code has one colour
start(Pegs) :-
    findall(place(I, N), ( player(I), place(N) ), Places),
    maplist(coloured, Places, Pegs).

coloured(place(I, N), peg(I, N, X)) :- colour(X).

% --- Actions ------------------------------------------------------------------

% (C2) Poss(guess(i,x,y,z),s): nobody is to answer
poss(guess(_, _, _, _), S) :- \+ to_answer(_, S).

% (C3) Poss(answer(j,b,w),s): j is to answer; b pegs are right, and b + w colours
poss(answer(J, B, W), S) :-
    to_answer(J, S),
    black(J, B, S),
    colours_right(J, Right, S),
    Right =:= B + W.

% (C4) how many pegs are right, and how many colours, each as often as in both codes
black(J, B, S) :-
    aggregate_all(count, ( guessed(N, X, S), peg(J, N, X) ), B).
colours_right(J, Right, S) :-
    findall(M, ( colour(X), shared(J, X, M, S) ), Ms),
    sum_list(Ms, Right).
shared(J, X, M, S) :-
    aggregate_all(count, peg(J, _, X), InCode),
    aggregate_all(count, guessed(_, X, S), InGuess),
    M is min(InCode, InGuess).

% --- Effects ------------------------------------------------------------------

% (C5) the other player is to answer a guess
to_answer(J, do(guess(I, _, _, _), _)) :- other(I, J).

% (C6) the pegs of the guess just made
guessed(1, X, do(guess(_, X, _, _), _)).
guessed(2, Y, do(guess(_, _, Y, _), _)).
guessed(3, Z, do(guess(_, _, _, Z), _)).

% --- Sight --------------------------------------------------------------------

% (C7) a player sees her own code
obs0(I, peg(N, X)) :- peg(I, N, X).

% (C8) guesses and answers are public
obs(I, A, A, _) :- player(I).
