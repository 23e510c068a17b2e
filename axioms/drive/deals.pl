% Not axioms: the deals that satisfy conditions
%
% Hands are dealt player by player, and given up where a condition fails.
%
% Defines:  some_deal/2, satisfiable/2, negated/2, choose/3
% Uses:     violates/1, hand_size/2, sort_of/2, disjoint/2, shared/3, assign/2
%           (hands)
% Formulas: none

%!  some_deal(+Conditions, +Hands) is nondet.
%   Deals the cards, as dealt/2, in each way that satisfies the Conditions, the
%   Hands (a list of given(K,Xs)) and the partition axioms.
some_deal(Conditions, Hands) :-
    retractall(dealt(_, _)),
    findall(X, card(X), Xs),
    findall(I, ( holder(I), I =\= 0 ), All),
    partition(needy(Conditions), All, Needy, Others),
    append(Needy, Others, Is),
    deal_players(Is, Conditions, Hands, Xs),
    \+ violates(_).

% I needs a card of Q.  Such players are dealt first, and these cards are tried
% first: others would take them all in very many ways.
needs_some(Conditions, Q, I) :-
    member(condition(_, _, \+ disjoint(Q, I)), Conditions).

needy(Conditions, I) :-
    needs_some(Conditions, _, I),
    !.

needed(Conditions, I, X) :-
    needs_some(Conditions, Q, I),
    element(X, Q),
    !.

deal_players([], Conditions, Hands, Xs) :-
    (   memberchk(given(0, Given), Hands)
    ->  msort(Xs, L), msort(Given, L)
    ;   true
    ),
    assign(0, Xs),
    conditions_hold(0, Conditions).
deal_players([I|Is], Conditions, Hands, Xs) :-
    \+ hopeless([I|Is], Conditions, Hands, Xs),
    candidates(I, Conditions, Hands, Xs, Must, May),
    hand_size(I, N),
    length(Must, L),
    R is N - L,
    R >= 0,
    partition(needed(Conditions, I), May, Needed, Rest0),
    append(Needed, Rest0, Ordered),
    choose(R, Ordered, Chosen),
    append(Must, Chosen, Hand),
    assign(I, Hand),
    conditions_hold(I, Conditions),
    subtract(Xs, Hand, Rest),
    deal_players(Is, Conditions, Hands, Rest).

% The cards Xs leave one of the players, or the pile, without a hand: there are
% too few of them, or none of a question that was answered with yes.
hopeless(Is, Conditions, Hands, Xs) :-
    member(I, [0|Is]),
    (   candidates(I, Conditions, Hands, Xs, Must, May)
    ->  append(Must, May, All),
        (   hand_size(I, N), length(All, L), L < N
        ;   member(condition(_, _, \+ disjoint(Q, I)), Conditions),
            \+ ( element(X, Q), memberchk(X, All) )
        ;   I =:= 0,
            sort_of(_, T),
            \+ ( member(X, All), sort_of(X, T) )
        )
    ;   true
    ),
    !.

% Must and May: the cards that player I has to hold, and those that I may hold.
candidates(I, _, Hands, Xs, Given, []) :-
    memberchk(given(I, Given), Hands),
    !,
    subset(Given, Xs).
candidates(I, Conditions, Hands, Xs, Must, May) :-
    findall(X,
            ( member(condition(_, _, shared(X, _, I)), Conditions)
            ; member(condition(_, _, has(I, X)), Conditions)
            ; member(condition(_, _, among(Q, I)), Conditions), element(X, Q)
            ; face_up(X), is_table(I)
            ),
            Shown),
    sort(Shown, Must),
    subset(Must, Xs),
    findall(X, excluded(I, Conditions, Hands, X), Out),
    append(Must, Out, Not),
    subtract(Xs, Not, May).

excluded(I, Conditions, _, X) :-
    member(condition(_, _, disjoint(Q, I)), Conditions),
    element(X, Q).
excluded(I, Conditions, _, X) :-
    member(condition(_, _, C), Conditions),
    (   C = has(K, X)
    ;   C = among(Q, K),
        element(X, Q)
    ),
    K \== I.
excluded(I, _, _, X) :-
    face_up(X),
    \+ is_table(I).
excluded(I, _, Hands, X) :-
    member(given(K, Xs), Hands),
    K \== I,
    member(X, Xs).

% Cards that are left over lie with a holder who is no player.
is_table(K) :-
    K =\= 0,
    \+ player(K).

choose(0, _, []) :- !.
choose(N, [X|Xs], [X|Ys]) :-
    N1 is N - 1,
    choose(N1, Xs, Ys).
choose(N, [_|Xs], Ys) :-
    length(Xs, L),
    L >= N,
    choose(N, Xs, Ys).

conditions_hold(K, Conditions) :-
    forall(( member(condition(_, _, C), Conditions), concerns(C, K) ),
           call(C)).

concerns(disjoint(_, J), J).
concerns(\+ disjoint(_, J), J).
concerns(shared(_, _, J), J).
concerns(\+ shared(_, _, J), J).
concerns(has(K, _), K).
concerns(\+ has(K, _), K).
concerns(among(_, K), K).
concerns(\+ among(_, K), K).
concerns(holds_all(_, K), K).
concerns(\+ holds_all(_, K), K).
concerns(equals_pile(_), 0).
concerns(\+ equals_pile(_), 0).

satisfiable(Conditions, Hands) :-
    some_deal(Conditions, Hands),
    !.

negated(\+ C, C) :- !.
negated(C, \+ C).
