% What's my number?: all see the cards of the others, but not their own
%
% Defines:  start/1, in_sight/2, poss/2, obs0/2, obs/4
% Uses:     the sorts and constants of theory.toml; has/2 of the start

% --- The start ----------------------------------------------------------------

% (N1) each player has so many cards
start(Start) :-
    findall(I, player(I), Players),
    findall(X, card(X), Cards),
    dealt(Players, Cards, Start).

dealt([], _, []).
dealt([I|Is], Cards, Start) :-
    constant(hand, N),
    chosen(N, Cards, Hand, Rest),
    findall(has(I, X), member(X, Hand), Own),
    dealt(Is, Rest, Others),
    append(Own, Others, Start).

% (N2) there is one card of each number
chosen(0, Cards, [], Cards).
chosen(N, [X|Xs], [X|Hand], Rest) :- N > 0, N1 is N - 1, chosen(N1, Xs, Hand, Rest).
chosen(N, [X|Xs], Hand, [X|Rest]) :- N > 0, chosen(N, Xs, Hand, Rest).

% --- Actions ------------------------------------------------------------------

% (N3) Poss(sees_sum(i,n),s): n is the sum of the cards that i sees
in_sight(I, N) :- findall(X, ( has(J, X), J \= I ), Xs), sum_list(Xs, N).
poss(sees_sum(I, N), _) :- in_sight(I, N).

% (N4) Poss(unknown(i),s), Poss(known(i),s): see theory.toml
poss(unknown(_), _).
poss(known(_), _).

% --- Sight --------------------------------------------------------------------

% (N5) a player sees the cards of the others
obs0(I, has(J, X)) :- player(I), has(J, X), I \= J.

% (N6) what is said is public
obs(I, A, A, _) :- player(I).
