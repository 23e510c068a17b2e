% Not axioms: what is so, and what is possible, after a history
%
% Both with the hands that are given, in some deal or in all.
%
% Defines:  state/3, possible/5
% Uses:     alive/3 (legality), conjuncts/3 (walks), satisfiable/2 (deals),
%           action/1
% Formulas: none

%!  state(+As, +Hands, -States) is det.
%   States are the fluents after As, one st/6 for each outcome that some deal
%   with these Hands has.
state(As, Hands, States) :-
    alive(As, Hands, Alive),
    findall(St, member(_-St, Alive), States0),
    sort(States0, States).

%!  possible(+As, +Hands, +Q, +M, -Actions) is det.
%   Actions are the actions possible after As, each as all(A) or some(A) deals;
%   the question Q and the guess M stand for every other.  Actions is none if
%   no deal fits.
possible(As, Hands, Q, M, Actions) :-
    alive(As, Hands, Alive),
    (   Alive == []
    ->  Actions = none
    ;   findall(R,
                ( offered(Q, M, A), possible_after(A, Alive, Hands, R) ),
                Actions)
    ).

offered(Q, M, A) :-
    (   A = asks(_, Q)
    ;   A = asks(_, _, Q)
    ;   A = no(_)
    ;   A = yes(_)
    ;   A = shows(_, _, _)
    ;   A = guess(_, M)
    ;   A = noguess(_)
    ;   A = endturn(_)
    ;   A = noask(_)
    ;   A = right(_)
    ;   A = wrong(_)
    ;   A = told(_)
    ;   A = opens(I, H), action(told(I)), hand_size(I, N), some_set(N, H)
    ;   A = sees(_)
    ),
    action(A).
% Events besides questions: all looks at a holder, and all cards laid open.
offered(_, _, A) :-
    once(action(sees(_))),
    holder(K),
    (   A = lays(K, unseen)
    ;   A = looks(I, K, unseen),
        player(I),
        I =\= K
    ).

possible_after(A, Alive, Hands, Result) :-
    findall(Ds-Cs, open_way(A, Alive, Hands, Ds, Cs), Ways),
    Ways \== [],
    (   same_length(Ways, Alive),
        \+ ( member(Ds-Cs, Ways),
             member(condition(K, A1, C), Ds),
             negated(C, N),
             satisfiable([condition(K, A1, N)|Cs], Hands) )
    ->  Result = all(A)
    ;   Result = some(A)
    ).

open_way(A, Alive, Hands, Ds, Cs) :-
    member(Cs-St, Alive),
    conjuncts(A, now(St), Rs),
    \+ memberchk(fails(_), Rs),
    findall(condition(0, A, C), member(open(C), Rs), Ds),
    append(Ds, Cs, All),
    satisfiable(All, Hands).
