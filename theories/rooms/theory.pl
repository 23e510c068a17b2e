% Clue with rooms, as a package: what differs from Clue on a board
%
% The formulas are those of theory.lp, under the same labels, which says what is modelled.
%
% Defines:  joined/2, adjacent/2, passage/2, token/2, begins/2; at/3, entered/2, moved/1;
%           poss/2 for moves(i,l), and for asks(i,Q)
% Uses:     theories/board

% --- The board ----------------------------------------------------------------

% (R1) a square joins two rooms
joined(hall_lounge, R) :- member(R, [hall, lounge]).
joined(lounge_dining, R) :- member(R, [lounge, dining]).
joined(dining_kitchen, R) :- member(R, [dining, kitchen]).
joined(kitchen_ballroom, R) :- member(R, [kitchen, ballroom]).
joined(ballroom_conservatory, R) :- member(R, [ballroom, conservatory]).
joined(conservatory_billiard, R) :- member(R, [conservatory, billiard]).
joined(billiard_library, R) :- member(R, [billiard, library]).
joined(library_study, R) :- member(R, [library, study]).
joined(study_hall, R) :- member(R, [study, hall]).

% (R2) it is adjacent to both, and to the next square of the corridor
adjacent(C, R) :- joined(C, R).
adjacent(R, C) :- joined(C, R).
adjacent(C, D) :- joined(C, R), joined(D, R), C \= D.

% (R3) two secret passages lead from corner to corner
passage(kitchen, study).
passage(study, kitchen).
passage(lounge, conservatory).
passage(conservatory, lounge).

% (R4) the k-th player has the token of the k-th suspect
token(I, X) :- position(player, I, K), position(suspect, X, K).

% (R5) where the tokens are at the start
begins(scarlett, hall_lounge).
begins(mustard, lounge_dining).
begins(white, kitchen_ballroom).
begins(green, ballroom_conservatory).
begins(peacock, conservatory_billiard).
begins(plum, library_study).

% --- Possible actions ---------------------------------------------------------

% (R6) nobody else may come to an occupied square
occupied(L, S) :- square(L), at(_, L, S).

% (R7) who is in turn can reach these places in so many steps; a room ends a move
within(I, L, 0, S) :- at(I, L, S).
within(I, M, D, S) :-
    D > 0,
    E is D - 1,
    within(I, L, E, S),
    (   E =:= 0
    ;   square(L)
    ),
    adjacent(L, M),
    \+ occupied(M, S).

% (R8) Poss(moves(i,l),s): once in a turn before the question, to a place that can be reached
poss(moves(I, L), S) :-
    turn(I, S), phase(ask, S), \+ moved(S), \+ at(I, L, S), leads_to(I, L, S).
leads_to(I, L, S) :- constant(reach, N), between(0, N, D), within(I, L, D, S).
leads_to(I, L, S) :- at(I, M, S), passage(M, L).

% (2.15) asks: only about the room that the player has entered
poss(asks(I, Q), S) :-
    turn(I, S), phase(ask, S), entered(I, S), at(I, R, S), room(R), element(R, Q).

% --- Successor state axioms ---------------------------------------------------

% (R9) at: a move, or a suggestion about the player's token, or else as before
at(I, L, init0) :- token(I, X), begins(X, L).
at(I, L, do(A, S)) :-
    player(I),
    (   A = moves(I, L)
    ;   named(I, A, Q), element(L, Q), room(L)
    ;   \+ named(I, A, _), A \= moves(I, _), at(I, L, S)
    ).
named(J, asks(_, Q), Q) :- token(J, X), element(X, Q).

% (R10) entered: by a move into a room, or moved there; until the player's own suggestion
entered(I, do(A, S)) :-
    player(I),
    (   A = moves(I, L), room(L)
    ;   named(I, A, _), A \= asks(I, _)
    ;   entered(I, S), A \= moves(I, _), A \= asks(I, _)
    ).

% (R11) moved: until the turn ends
moved(do(A, S)) :-
    (   A = moves(_, _)
    ;   moved(S), A \= endturn(_)
    ).

% (R12) after a move the player may ask
phase(ask, do(moves(_, _), _)).
