% Not axioms: whether a history that was judged can be continued
%
% way(St,Deal) is a walk through the history: the fluents at its end, and one
% deal in which it can be done.  Such a deal settles most further actions, so
% that the history need not be judged again from the start.
%
% Defines:  judge_ways/5, judge_on/6
% Uses:     judge/4, judge_walk/5, full_deal/1 (legality), walk/5, branches/2
%           (walks), satisfiable/2, negated/2 (deals), assign/2 (hands)
% Formulas: none

%!  judge_ways(+As, +Hands, -Verdict, -Fault, -Ways) is det.
%   As judge/4.  Ways has a way for each walk through As that some deal with
%   these Hands allows.
judge_ways(As, Hands, Verdict, Fault, Ways) :-
    judge(As, Hands, Verdict, Fault),
    (   memberchk(Verdict, [legal, possible])
    ->  (   full_deal(Hands)
        ->  satisfiable([], Hands),
            initial(St),
            dealt_hands(Deal),
            walk_on(As, St, St1),
            Ways = [way(St1, Deal)]
        ;   branches(As, Branches),
            findall(way(St, Deal),
                    ( member(Cs-end(St), Branches),
                      satisfiable(Cs, Hands),
                      dealt_hands(Deal)
                    ),
                    Ways)
        )
    ;   Ways = []
    ).

dealt_hands(Deal) :-
    findall(given(K, Xs), ( holder(K), findall(X, dealt(K, X), Xs) ), Deal).

%!  judge_on(+As, +Ways, +Verdict, +Hands, -Verdict1, -Ways1) is semidet.
%   Judges the history with the Ways and the Verdict, legal or possible, once
%   the actions As are done as well.  Fails where the deals of the Ways do not
%   tell.
judge_on(As, [way(St, Deal)], Verdict, Hands, Verdict, [way(St1, Deal)]) :-
    full_deal(Hands),
    !,
    put_back(Deal),
    walk_on(As, St, St1).
judge_on(As, Ways, Verdict, Hands, Verdict1, Ways1) :-
    findall(Deal-Ends,
            ( member(way(St, Deal), Ways),
              findall(Cs-End, walk(As, 0, St, Cs, End), Ends)
            ),
            Walks),
    findall(Way, continued(Walks, Way), Ways1),
    Ways1 \== [],
    \+ unsettled(Walks),
    (   Verdict == possible
    ->  Verdict1 = possible
    ;   verdict_on(Walks, Hands, Verdict1)
    ).

% A deal in which all that a walk asks for is so.
continued(Walks, way(St, Deal)) :-
    member(Deal-Ends, Walks),
    member(Cs-end(St), Ends),
    all_hold(Cs, Deal).

all_hold(Cs, Deal) :-
    put_back(Deal),
    forall(member(condition(_, _, C), Cs), call(C)).

% Another deal may allow a walk that the known one does not.
unsettled(Walks) :-
    member(Deal-Ends, Walks),
    member(Cs-end(_), Ends),
    \+ all_hold(Cs, Deal),
    !.

% Where there is one way, all deals with the Hands are on it.
verdict_on([_-[Cs-end(_)]], Hands, Verdict) :-
    (   member(condition(K, A, C), Cs),
        negated(C, N),
        satisfiable([condition(K, A, N)], Hands)
    ->  Verdict = possible
    ;   Verdict = legal
    ).

walk_on([], St, St).
walk_on([A|As], St, St2) :-
    possible_now(A, St),
    progress(A, St, St1),
    walk_on(As, St1, St2).
