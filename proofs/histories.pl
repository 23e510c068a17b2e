% Random histories of random deals, and what the axioms say of each
%
%   swipl proofs/histories.pl -- Axioms Number Seed [Cards Actions]
%
% with at most so many cards and actions, 18 and 24 if that is not said,
% loads the axiom file Axioms and prints Number lines
%   row(Game,Hands,Actions,Executable,Fluents,Poss)
% with the actions oldest first, the fluents that hold after the last of them,
% and for some actions whether they are possible then.  Most actions are drawn
% among those that are possible, some are not.

:- module(histories, []).
:- initialization(main, main).
:- use_module(library(random)).

main :-
    current_prolog_flag(argv, [File, N, Seed|Most]),
    (   Most = [Cards, Actions] -> true ; Cards = '18', Actions = '24' ),
    atom_number(Cards, C),
    nb_setval(most_cards, C),
    atom_number(Actions, A),
    nb_setval(most_actions, A),
    load_files(user:File, [silent(true)]),
    atom_number(N, Number),
    atom_number(Seed, S),
    set_random(seed(S)),
    forall(between(1, Number, _), row).

game_drawn(myst(M, N, P, Q)) :-
    nb_getval(most_cards, Most),
    repeat,
    random_between(1, 3, M),
    random_between(1, 3, N),
    random_between(2, 5, P),
    C is M + N * P,
    C =< Most, !,
    random_between(1, C, Q).

row :-
    game_drawn(Game),
    Game = myst(M, N, P, _),
    call(game, Game),
    findall(X, card(X), Xs),
    random_permutation(Xs, Cards),
    length(Sizes, P),
    maplist(=(N), Sizes),
    hands([M|Sizes], Cards, Hands),
    !,
    deal(Hands),
    nb_getval(most_actions, Most),
    random_between(0, Most, Length),
    walk(Length, init0, [], Actions, S),
    (   executable(S) -> Executable = true ; Executable = false ),
    findall(F, fluent(F, S), Fs),
    sort(Fs, Fluents),
    findall(A-Value, ( tried(S, A), value(A, S, Value) ), Poss),
    writeq(row(Game, Hands, Actions, Executable, Fluents, Poss)), nl.

value(A, S, true) :- poss(A, S), !.
value(_, _, false).

hands([], [], []).
hands([N|Ns], Cards, [Hand|Hands]) :-
    length(Xs, N),
    append(Xs, Rest, Cards),
    Hand =.. [set|Xs],
    hands(Ns, Rest, Hands).

%!  walk(+Length, +S, +Done, -Actions, -End) is det.
%   Does so many actions; nine of ten are possible, where that is found.
walk(0, S, Done, Actions, S) :- !,
    reverse(Done, Actions).
walk(N, S, Done, Actions, End) :-
    (   \+ maybe(0.03), between(1, 60, _), likely(S, A), poss(A, S)
    ->  true
    ;   any(A)
    ),
    N1 is N - 1,
    walk(N1, do(A, S), [A|Done], Actions, End).

%!  tried(+S, -A) is multi.
%   Actions of all kinds to look at, likely ones and others.
tried(S, A) :- between(1, 6, _), once(likely(S, A)).
tried(_, A) :- between(1, 4, _), once(any(A)).

likely(S, A) :-
    once(turn(I, S)),
    (   ans_turn(J, S) -> true ; drawn_player(J) ),
    random_member(Kind, [asks, no, no, yes, yes, shows, shows, guess, noguess, endturn]),
    made(Kind, I, J, A).

any(A) :-
    drawn_player(I),
    drawn_player(J),
    random_member(Kind, [asks, no, yes, shows, guess, noguess, endturn]),
    made(Kind, I, J, A).

made(asks, I, _, asks(I, Q)) :- constant(q, N), drawn_set(N, Q).
made(no, _, J, no(J)).
made(yes, _, J, yes(J)).
made(shows, I, J, shows(J, I, X)) :- findall(X, card(X), Xs), random_member(X, Xs).
made(guess, I, _, guess(I, M)) :- constant(m, N), drawn_set(N, M).
made(noguess, I, _, noguess(I)).
made(endturn, I, _, endturn(I)).

drawn_player(I) :-
    constant(p, P),
    random_between(1, P, I).

%!  drawn_set(+N, -Set) is det.
%   A set of N cards in the order of the deck; sometimes of one card more or
%   less, or the pile.
drawn_set(N, Set) :-
    (   maybe(0.1), findall(X, h(0, X), Pile), length(Pile, N)
    ->  Xs = Pile
    ;   number_of_cards(C),
        (   maybe(0.05) -> K is max(1, min(C, N + 1)) ; K = N ),
        numlist(1, C, All),
        random_permutation(All, Mixed),
        length(Some, K),
        append(Some, _, Mixed),
        sort(Some, Is),
        findall(X, ( member(I, Is), symbol(I, X) ), Xs)
    ),
    Set =.. [set|Xs].
