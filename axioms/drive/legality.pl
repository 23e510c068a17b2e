% Not axioms: whether a history is legal
%
% With a full deal the fluents are progressed once; else all walks are looked
% at.
%
% Defines:  judge/4, possible_now/2, alive/3, condition_step/2, without_state/2
% Uses:     branches/2, conjuncts/3 (walks), satisfiable/2 (deals), progress/3
% Formulas: none

%!  judge(+As, +Hands, -Verdict, -Fault) is det.
%   Verdict is legal (in every deal with these Hands), possible (in some) or
%   illegal (in none), or no_deal.  Fault is none, or fault(K,Failed): the step
%   at which the last deal dies, and the conjuncts that fail there.
judge(As, Hands, Verdict, Fault) :-
    (   full_deal(Hands)
    ->  (   satisfiable([], Hands)
        ->  initial(St),
            judge_walk(As, 0, St, Verdict, Fault)
        ;   Verdict = no_deal, Fault = none
        )
    ;   branches(As, Branches),
        judge_branches(Branches, As, Hands, Verdict, Fault)
    ).

full_deal(Hands) :-
    forall(( holder(I), I =\= 0 ), memberchk(given(I, _), Hands)).

% A card that was not seen stands for some card.
possible_now(A, St) :-
    (   A = shows(J, I, unseen)
    ->  poss(shows(J, I, _), now(St))
    ;   A = looks(I, K, unseen)
    ->  poss(looks(I, K, _), now(St))
    ;   poss(A, now(St))
    ),
    !.

judge_walk([], _, _, legal, none).
judge_walk([A|As], K, St, Verdict, Fault) :-
    (   possible_now(A, St)
    ->  progress(A, St, St1),
        K1 is K + 1,
        judge_walk(As, K1, St1, Verdict, Fault)
    ;   conjuncts(A, now(St), Rs),
        findall(C, failing_now(Rs, C), Failed),
        Verdict = illegal,
        Fault = fault(K, Failed)
    ).

failing_now(Rs, C) :-
    member(R, Rs),
    (   R = fails(C0), without_state(C0, C)
    ;   R = open(C), \+ call(C)
    ).

judge_branches(Branches, As, Hands, Verdict, Fault) :-
    (   member(Cs-end(_), Branches), satisfiable(Cs, Hands)
    ->  Fault = none,
        (   fails_in_some(Branches, Hands)
        ->  Verdict = possible
        ;   Verdict = legal
        )
    ;   satisfiable([], Hands)
    ->  Verdict = illegal,
        aggregate_all(max(K),
                      ( member(B, Branches), dies_at(B, Hands, K) ),
                      K),
        fault_at(K, As, Hands, Failed),
        Fault = fault(K, Failed)
    ;   Verdict = no_deal, Fault = none
    ).

% Some deal violates a condition of each walk to the end.
fails_in_some(Branches, Hands) :-
    findall(Cs, member(Cs-end(_), Branches), Ends),
    maplist(violation, Ends, Negated),
    satisfiable(Negated, Hands),
    !.

violation(Conditions, condition(K, A, C1)) :-
    member(condition(K, A, C), Conditions),
    negated(C, C1).

dies_at(Conditions-End, Hands, K) :-
    (   condition_step(Conditions, K0),
        before_step(Conditions, K0, Upto),
        \+ satisfiable(Upto, Hands)
    ->  K = K0
    ;   End = stuck(K)
    ).

condition_step(Conditions, K) :-
    findall(J, member(condition(J, _, _), Conditions), Js0),
    sort(Js0, Js),
    member(K, Js).

before_step(Conditions, K, Upto) :-
    findall(condition(J, A, C),
            ( member(condition(J, A, C), Conditions), J =< K ), Upto).

% The conjuncts that fail at step K in every deal left; failing that, in some.
fault_at(K, As, Hands, Failed) :-
    length(Before, K),
    append(Before, [A|_], As),
    alive(Before, Hands, Alive),
    findall(C,
            ( conjunct_of(A, Alive, C), \+ holds_in_some(C, A, Alive, Hands) ),
            Cs),
    (   Cs == []
    ->  findall(C,
                ( conjunct_of(A, Alive, C), fails_in_one(C, A, Alive, Hands) ),
                Failed0)
    ;   Failed0 = Cs
    ),
    list_to_set(Failed0, Failed).

alive(As, Hands, Alive) :-
    branches(As, Branches),
    findall(Cs-St,
            ( member(Cs-end(St), Branches), satisfiable(Cs, Hands) ),
            Alive).

conjunct_of(A, Alive, C) :-
    member(_-St, Alive),
    conjuncts(A, now(St), Rs),
    member(R, Rs),
    arg(1, R, C0),
    without_state(C0, C).

% A fluent of now(St) is named without the situation.
without_state(\+ C0, \+ C) :- !, without_state(C0, C).
without_state(C0, C) :-
    C0 =.. L0,
    exclude(is_state, L0, L),
    C =.. L.

is_state(X) :-
    nonvar(X), X = now(_).

holds_in_some(C, A, Alive, Hands) :-
    member(Cs-St, Alive),
    conjuncts(A, now(St), Rs),
    member(R, Rs),
    arg(1, R, C0),
    without_state(C0, C1),
    C1 =@= C,
    (   R = holds(_)
    ;   R = open(C0), satisfiable([condition(0, A, C0)|Cs], Hands)
    ),
    !.

fails_in_one(C, A, Alive, Hands) :-
    member(Cs-St, Alive),
    conjuncts(A, now(St), Rs),
    member(R, Rs),
    arg(1, R, C0),
    without_state(C0, C1),
    C1 =@= C,
    (   R = fails(_)
    ;   R = open(C0),
        negated(C0, N),
        satisfiable([condition(0, A, N)|Cs], Hands)
    ),
    !.
