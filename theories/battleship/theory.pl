% Battleship on a small grid, one ship each
%
% Defines:  start/1, to_answer/2, target/3, poss/2, obs0/2, obs/4
% Uses:     the sorts and constants of theory.toml; ship/3 of the start

other(ann, bob).
other(bob, ann).

% --- The start ----------------------------------------------------------------

% (B1) a ship lies across or down from one field on
start(Start) :-
    findall(I, player(I), Players),
    placed(Players, Start).

placed([], []).
placed([I|Is], Start) :-
    lies(R, C, Direction),
    constant(length, Length),
    findall(ship(I, R1, C1), field_of(Length, R, C, Direction, R1, C1), Fields),
    placed(Is, Rest),
    append(Fields, Rest, Start).

lies(R, C, across) :- line(R), line(C), fits(C).
lies(R, C, down) :- line(R), line(C), fits(R), constant(length, Length), Length > 1.

fits(First) :-
    constant(length, Length),
    constant(side, Side),
    First + Length =< Side + 1.

% (B2) the fields of a ship
field_of(Length, R, C, across, R, C1) :- Last is C + Length - 1, between(C, Last, C1).
field_of(Length, R, C, down, R1, C) :- Last is R + Length - 1, between(R, Last, R1).

% --- Actions ------------------------------------------------------------------

% (B3) Poss(fires(i,r,c),s): nobody is to answer
poss(fires(_, _, _), S) :- \+ to_answer(_, S).

% (B4) Poss(hit(j),s): j is to answer, and the ship is on the field
poss(hit(J), S) :- to_answer(J, S), struck(J, S).

% (B5) Poss(miss(j),s): j is to answer, and the ship is not on the field
poss(miss(J), S) :- to_answer(J, S), \+ struck(J, S).
struck(J, S) :- target(R, C, S), ship(J, R, C).

% --- Effects ------------------------------------------------------------------

% (B6) the other player is to answer
to_answer(J, do(fires(I, _, _), _)) :- other(I, J).
target(R, C, do(fires(_, R, C), _)).

% --- Sight --------------------------------------------------------------------

% (B7) a player sees her own ship
obs0(I, field(R, C)) :- ship(I, R, C).

% (B8) shots and answers are public
obs(I, A, A, _) :- player(I).
