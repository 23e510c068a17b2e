% Muddy children: which child knows whether it is muddy
%
% Defines:  start/1, told/1, poss/2, over/1, obs0/2, obs/4
% Uses:     the sorts of theory.toml; muddy/1 of the start

% --- The start ----------------------------------------------------------------

% (M1) each child is muddy or not
start(Muddy) :-
    findall(muddy(C), child(C), All),
    some_of(All, Muddy).

some_of([], []).
some_of([X|Xs], Ys) :-
    (   Ys = [X|Rest]
    ;   Ys = Rest
    ),
    some_of(Xs, Rest).

% --- Actions ------------------------------------------------------------------

% (M2) Poss(father,s): some child is muddy
poss(father, S) :- muddy(_), \+ told(S).

% (M3) Poss(silence,s): the father has spoken, and no child knows: see theory.toml
poss(silence, S) :- told(S).

% (M4) Poss(knows(c),s): child c knows whether it is muddy: see theory.toml
poss(knows(_), S) :- told(S).

% (M4b) where no child is muddy nothing can be said
over(_) :- \+ muddy(_).

% --- Effects ------------------------------------------------------------------

% (M5) the father has spoken from then on
told(do(A, S)) :-
    (   A = father
    ;   told(S)
    ).

% --- Sight --------------------------------------------------------------------

% (M6) a child sees the foreheads of the others
obs0(I, muddy(C)) :- child(I), muddy(C), I \= C.

% (M7) what is said is public
obs(I, A, A, _) :- child(I).
