% Clue, as a package: what differs from MYST
%
% The formulas are those of axioms/sizes.pl, sorts.pl and undealt_cards.pl. The table is
% the holder p+1, for a game with table = 1; left_over cards are on it, of which face_up
% are open.
%
% Defines:  start/1, dealt/1, size/2, pile/1, opened/2; obs0/2 of open cards
% Uses:     theories/myst

% (2.2) cards are dealt round, beginning with player 1
dealt(N) :-
    aggregate_all(count, card(_), C),
    constant(left_over, Left),
    N is C - 3 - Left.

% (2.9) each card has one holder
start(Start) :-
    pile(Pile),
    findall(X, ( card(X), \+ memberchk(X, Pile) ), Others),
    findall(room(K, N), size(K, N), Rooms),
    dealt(Others, Rooms, Hands),
    opened(Hands, Open),
    findall(h(0, X), member(X, Pile), Held),
    append([Held, Hands, Open], Start).

dealt([], _, []).
dealt([X|Xs], Rooms, [h(K, X)|Start]) :-
    select(room(K, N), Rooms, room(K, Rest), Others),
    N > 0,
    Rest is N - 1,
    dealt(Xs, Others, Start).

% (2.11) the sizes of the hands
size(I, N) :-
    position(player, I, K),
    constant(p, P),
    dealt(Cards),
    (   K =< Cards mod P
    ->  N is Cards // P + 1
    ;   N is Cards // P
    ).
size(K, Left) :-
    constant(table, 1),
    constant(p, P),
    K is P + 1,
    constant(left_over, Left).

% (2.12) the pile has one card of each sort
pile([X, Y, Z]) :- suspect(X), weapon(Y), room(Z).

% (B5) so many of the cards on the table are open, and all see them
opened(Hands, Open) :-
    constant(p, P),
    K is P + 1,
    findall(X, member(h(K, X), Hands), Xs),
    constant(face_up, N),
    length(Open, N),
    some_of(Xs, Open).

some_of(_, []).
some_of([X|Xs], [open(X)|Open]) :- some_of(Xs, Open).
some_of([_|Xs], [open(X)|Open]) :- some_of(Xs, [open(X)|Open]).

obs0(I, open(X)) :- player(I), open(X).
