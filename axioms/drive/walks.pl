% Not axioms: walks without a deal, and the conditions that they put on it
%
% condition(K,A,C): the action A at step K asks for C, a conjunct of its Poss
% axiom or the outcome of a guess.  A guess splits a walk in two.
%
% Defines:  conjuncts/3, walk/5, branches/2, ends/2
% Uses:     poss/2, depends_on_deal/1 (placement), initial/1 and progress/3
%           (progression), assign/2 (hands)
% Formulas: none

%!  conjuncts(+A, +S, -Results) is det.
%   Results are the conjuncts of the Poss axiom of A, in order, as holds(C),
%   fails(C), or open(C) where C depends on the deal.
conjuncts(A, S, Results) :-
    context_module(M),
    clause(M:poss(A, S), Body),
    !,
    body_list(Body, Cs),
    try_all(Cs, Results).

body_list((C, Cs), [C|L]) :- !, body_list(Cs, L).
body_list(C, [C]).

% A conjunct about a question that was never asked says nothing by itself, nor
% one about an answerer where nobody is to answer.
try_all([], []).
try_all([C|Cs], Rs) :-
    (   C == open_set(unseen)
    ->  Rs = [holds(C)|Rs1]
    ;   C = (\+ G), \+ ground(G)
    ->  Rs = Rs1
    ;   depends_on_deal(C)
    ->  (   open_conjunct(C, C1)
        ->  Rs = [open(C1)|Rs1]
        ;   Rs = Rs1
        )
    ;   call(C)
    ->  Rs = [holds(C)|Rs1]
    ;   Rs = [fails(C)|Rs1]
    ),
    try_all(Cs, Rs1).

open_conjunct(shared(X, Q, J), C) :-
    !,
    ground(Q),
    (   X == unseen
    ->  C = (\+ disjoint(Q, J))
    ;   C = shared(X, Q, J)
    ).
open_conjunct(has(K, X), C) :-
    X == unseen,
    !,
    some_card(K, C).
open_conjunct(among(Q, K), C) :-
    Q == unseen,
    !,
    some_card(K, C).
open_conjunct(C, C) :-
    ground(C).

% What was not seen stands for some card that K holds.
some_card(K, \+ disjoint(All, K)) :-
    findall(X, card(X), Xs),
    compound_name_arguments(All, set, Xs).

%!  walk(+As, +K, +St, -Conditions, -End) is multi.
%   Walks the actions As from step K on.  End is end(St1), the fluents after
%   them, or stuck(K1): at step K1 a conjunct fails in every deal.
walk([], _, St, [], end(St)).
walk([A|As], K, St, Conditions, End) :-
    conjuncts(A, now(St), Rs),
    (   memberchk(fails(_), Rs)
    ->  Conditions = [],
        End = stuck(K)
    ;   findall(condition(K, A, C), member(open(C), Rs), Here),
        outcome_of(A, K, Outcome),
        progress_assuming(Outcome, A, St, St1),
        K1 is K + 1,
        walk(As, K1, St1, Later, End),
        append([Here, Outcome, Later], Conditions)
    ).

% Where it is told to the one who guessed, others do not see the outcome.
outcome_of(A, K, Outcome) :-
    (   A = guess(I, M),
        \+ action(told(I))
    ->  Outcome = [condition(K, A, C)],
        (   C = (\+ equals_pile(M))
        ;   C = equals_pile(M)
        )
    ;   Outcome = []
    ).

% The successor state axioms look at the pile only through M = S_0: a stand-in
% pile, M itself or none, brings about the outcome assumed.
progress_assuming([], A, St, St1) :-
    progress(A, St, St1).
progress_assuming([condition(_, _, C)], A, St, St1) :-
    (   C = equals_pile(M)
    ->  findall(X, element(X, M), Xs), assign(0, Xs)
    ;   assign(0, [])
    ),
    progress(A, St, St1).

%!  branches(+As, -Branches) is det.
%   Branches are the walks through As, as Conditions-End.
branches(As, Branches) :-
    initial(St),
    findall(Cs-End, walk(As, 0, St, Cs, End), Branches).
ends(As, Ends) :-
    branches(As, Branches),
    findall(Cs-St, member(Cs-end(St), Branches), Ends).
