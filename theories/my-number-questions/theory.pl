% What's my number? with eighteen questions: a question in each turn, and then a pass
%
% Defines:  turn/2, asked/2, poss/2, yes_to/2
% Uses:     the sorts and constants of theory.toml; what whats-my-number defines

% --- What a player sees -------------------------------------------------------

% (Q1) the cards in sight, how many are odd, and their sum
sees(I, X) :- has(J, X), J \= I.
odd(I, N) :- findall(X, ( sees(I, X), X mod 2 =:= 1 ), Xs), length(Xs, N).
threes(I, N) :- findall(X, ( sees(I, X), X mod 3 =:= 0 ), Xs), length(Xs, N).
total(I, N) :- findall(X, sees(I, X), Xs), sum_list(Xs, N).

% (Q2) consecutive cards in sight
row(I, X, 1) :- sees(I, X).
row(I, X, N) :- N > 1, sees(I, X), Y is X + 1, M is N - 1, row(I, Y, M).

% (Q3) the sum of a board, and its difference
board(I, J, Xs) :- player(J), J \= I, findall(X, has(J, X), Xs).
board_sum(I, N) :- board(I, _, Xs), sum_list(Xs, N).
difference(I, N) :- board(I, _, Xs), max_list(Xs, Y), min_list(Xs, X), N is Y - X.
unlike(I, sum) :- board_sum(I, N), board_sum(I, M), N =\= M.
unlike(I, difference) :- difference(I, N), difference(I, M), N =\= M.

% (Q4) what the true answer to a question is yes to
yes_to(I, 1) :- row(I, _, 2).
yes_to(I, 2) :- total(I, N), N < 16.
yes_to(I, 3) :- total(I, N), N > 20.
yes_to(I, 4) :- board(I, _, Xs), \+ ( member(X, Xs), X mod 2 =:= 1 ).
yes_to(I, 5) :- board(I, _, Xs), \+ ( member(X, Xs), X mod 2 =:= 0 ).
yes_to(I, 6) :- odd(I, 0).
yes_to(I, 7) :- in_sight_number(Number), odd(I, Number).
yes_to(I, 8) :- in_sight_number(Number), odd(I, N), 2 * N < Number.
yes_to(I, 9) :- in_sight_number(Number), odd(I, N), 2 * N > Number.
yes_to(I, 10) :- in_sight_number(Number), odd(I, N), 2 * N =:= Number.
yes_to(I, 11) :- threes(I, N), N >= 1.
yes_to(I, 12) :- threes(I, N), N >= 2.
yes_to(I, 13) :- sees(I, X), sees(I, Y), X > 1, X \= Y, Y mod X =:= 0.
yes_to(I, 14) :- \+ unlike(I, sum).
yes_to(I, 15) :- \+ unlike(I, difference).
yes_to(I, 16) :- row(I, _, 4).
yes_to(I, 17) :- row(I, _, 3).
yes_to(I, 18) :- row(I, _, 2).
in_sight_number(N) :- constant(hand, Hand), constant(players, P), N is Hand * (P - 1).

% --- Actions ------------------------------------------------------------------

% (Q5) Poss(yes(i,q),s): i is to answer, q was not asked, and yes is the true answer
poss(yes(I, Q), S) :- turn(I, S), \+ asked(Q, S), yes_to(I, Q).

% (Q6) Poss(no(i,q),s): i is to answer, q was not asked, and no is the true answer
poss(no(I, Q), S) :- turn(I, S), \+ asked(Q, S), \+ yes_to(I, Q).

% (Q7) Poss(all_pass,s), Poss(known(i),s): see theory.toml
poss(all_pass, _).
poss(known(_), _).

% --- Effects ------------------------------------------------------------------

% (Q8) a question was asked from its answer on
asked(Q, do(A, S)) :-
    (   A = yes(_, Q)
    ;   A = no(_, Q)
    ;   asked(Q, S)
    ).

% (Q9) player 1 answers first, and after an answer the next player
turn(1, init0).
turn(I, do(A, S)) :-
    turn(J, S),
    (   answer(A)
    ->  constant(players, P), I is J mod P + 1
    ;   I = J
    ).
answer(yes(_, _)).
answer(no(_, _)).
