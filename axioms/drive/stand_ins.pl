% Not axioms: stand-in cards and deals, to look at public states in
%
% See diagram.pl, which includes this with the axioms and gives the pile.
%
% Defines:  symbol/2, players/1, possible_in/3, failing_in/3, look/4
% Uses:     the axioms, conjuncts/3 (walks), fluents_of/2 (progression),
%           pile_stand_ins/1
% Formulas: none

% Whether the table is among the holders.
:- dynamic with_table/0.

symbol(1, old).
symbol(2, new).

%!  players(+P) is det.
%   Makes it a game of P players.
players(P) :-
    (   with_table
    ->  K is P + 1,
        Table = [given_size(K, 1)]
    ;   Table = []
    ),
    set_game([constant(m, 1), constant(n, 1), constant(p, P), constant(q, 1)
             |Table]).

%!  hold(+Held) is det.
%   Deals the stand-in cards: Held is all or none.
hold(Held) :-
    retractall(dealt(_, _)),
    (   Held == all
    ->  pile_stand_ins(Pile),
        assign(0, Pile),
        forall(( holder(I), I =\= 0 ), assign(I, [old, new]))
    ;   true
    ).

%!  stand_in(-A) is nondet.
%   True if A is an action that names no cards but stand-ins.
stand_in(A) :-
    offered(set(new), set(new), A),
    A \= shows(_, _, new),
    A \= opens(_, set(old)),
    A \= looks(_, _, unseen),
    A \= lays(_, unseen).
stand_in(A) :-
    ( A = looks(_, _, new) ; A = lays(_, set(new)) ),
    action(A).

%!  possible_in(+States, +Held, -Places) is det.
%   Places lists place(K,A) for each action A possible in the K-th state.
possible_in(States, Held, Places) :-
    hold(Held),
    findall(place(K, A),
            ( nth0(K, States, St), stand_in(A), poss(A, now(St)) ),
            Places).

%!  failing_in(+State, +Held, -Found) is semidet.
%   Found lists failing(A,Cs) for each action A: the conjuncts that fail.
%   Fails if they do not say whether the action is possible.
failing_in(St, Held, Found) :-
    hold(Held),
    findall(A, stand_in(A), As),
    maplist(failing_of(St), As, Found).

failing_of(St, A, failing(A, Cs)) :-
    failing(A, St, Cs).

%!  look(+States, +Held, +Places, -Sights) is semidet.
%   Sights has sight(Cs,St1) for each of the Places: the conjuncts that fail,
%   and the state after the action.  Fails like failing_in/3.
look(States, Held, Places, Sights) :-
    hold(Held),
    maplist(sight(States), Places, Sights).

sight(States, place(K, A), sight(Cs, St1)) :-
    nth0(K, States, St),
    failing(A, St, Cs),
    fluents_of(do(A, now(St)), St1).

%!  failing(+A, +St, -Cs) is semidet.
%   Cs lists number(N,C) for each conjunct C that fails, the N-th of those that
%   say something there.
failing(A, St, Cs) :-
    conjuncts(A, now(St), Rs),
    findall(number(N, C), ( nth1(N, Rs, R), fails_here(R, C) ), Cs),
    (   poss(A, now(St))
    ->  Cs == []
    ;   Cs \== []
    ).

fails_here(fails(C0), C) :-
    without_state(C0, C).
fails_here(open(C), C) :-
    \+ call(C).
