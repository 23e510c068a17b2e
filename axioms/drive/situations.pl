% Not axioms: situations taken apart, and what is so in them
%
% By hand a situation may also be written do([A1,...,An],init0), oldest action
% first.
%
% Defines:  executable/1, history/2, nested/2, asked_before/2, some_set/2,
%           some_group/1
% Uses:     poss/2, card/1, constant/2, choose/3 (deals)
% Formulas: none

%!  executable(+S) is semidet.
%   True if each action of S was possible, with the present deal: word for word
%   the definition.  By regression: readable, and quadratic in the length of S.
executable(init0).
executable(do(A, S)) :-
    executable(S),
    poss(A, S).

%!  history(+S, -As) is det.
%   As are the actions of the situation S, oldest first.
history(S, As) :-
    history(S, [], As).

history(init0, As, As) :- !.
history(do(A, S), As0, As) :-
    (   is_list(A)
    ->  append(A, As0, As1)
    ;   As1 = [A|As0]
    ),
    history(S, As1, As).

%!  nested(+S, -S1) is det.
%   S1 is the situation S with its lists of actions written out, as the axioms
%   need it.
nested(S, S1) :-
    history(S, As),
    foldl([A, S0, do(A, S0)]>>true, As, init0, S1).

%!  asked_before(-Q, +S) is nondet.
%   True if Q was asked in the history S.
asked_before(Q, S) :-
    history(S, As),
    member(asks(_, Q), As).

%!  some_set(+N, ?Set) is nondet.
%   Set is given, or a set of N cards.
some_set(N, Set) :-
    (   nonvar(Set)
    ->  true
    ;   findall(X, card(X), Xs),
        choose(N, Xs, Ys),
        compound_name_arguments(Set, set, Ys)
    ).

%!  some_group(-G) is nondet.
%   G is a group of players, in their order.
some_group(G) :-
    constant(p, P),
    numlist(1, P, Is),
    between(1, P, N),
    choose(N, Is, Js),
    compound_name_arguments(G, set, Js).
