% Not axioms: what the clauses of the axioms call, and what they were
%
% The drivers take some predicates to say what the shipped axioms say: their
% clauses are kept here, to be compared with those that are loaded.
%
% Defines:  reaches/3, reaches/4, own_clause/3, subterm/2, redefined/2,
%           same_clauses/2, redefined_sight/1, partition_axiom/2
% Uses:     the clauses that are loaded; kept_fluent/2 (placement)
% Formulas: none

%!  reaches(+M, +Term, -PIs) is det.
%   PIs are the predicates that Term, a goal, may call: each name in it counts,
%   and what the clauses of these call in turn, but not those of fluents kept.
reaches(M, Term, PIs) :-
    reaches(M, Term, PIs, []).

reaches(M, Term, PIs, Cut) :-
    called(Term, Cut, First),
    closure(First, M, Cut, [], PIs).

closure([], _, _, PIs, PIs).
closure([PI|Agenda], M, Cut, Seen, PIs) :-
    (   memberchk(PI, Seen)
    ->  closure(Agenda, M, Cut, Seen, PIs)
    ;   PI = Name/Arity,
        functor(Head, Name, Arity),
        findall(Body, own_clause(M, Head, Body), Bodies),
        called(Bodies, Cut, Next),
        append(Next, Agenda, Rest),
        closure(Rest, M, Cut, [PI|Seen], PIs)
    ).

called(Term, Cut, PIs) :-
    findall(Name/Arity,
            ( subterm(T, Term), callable(T), functor(T, Name, Arity),
              \+ kept_fluent(Name, Arity), \+ memberchk(Name/Arity, Cut) ),
            PIs0),
    sort(PIs0, PIs).

own_clause(M, Head, Body) :-
    predicate_property(M:Head, number_of_clauses(_)),
    \+ predicate_property(M:Head, imported_from(_)),
    clause(M:Head, Body).

subterm(T, T0) :-
    nonvar(T0),
    (   T = T0
    ;   compound(T0),
        arg(_, T0, T1),
        subterm(T, T1)
    ).

% What the drivers take these to say.
redefined(M, Goal) :-
    reaches(M, Goal, Reached),
    meant(Head, _),
    functor(Head, Name, Arity),
    memberchk(Name/Arity, Reached),
    functor(Open, Name, Arity),
    findall(Open-Body, own_clause(M, Open, Body), Found),
    findall(Head1-Body1,
            ( meant(Head1, Body1), functor(Head1, Name, Arity) ),
            Meant),
    \+ same_clauses(Found, Meant),
    !.

% Where library(apply_macros) is loaded, forall/2 has been expanded in clauses.
same_clauses(Cs, Ds) :-
    without_forall(Cs, Cs1),
    without_forall(Ds, Ds1),
    Cs1 =@= Ds1.

without_forall(T, T) :-
    \+ compound(T),
    !.
without_forall(forall(A, B), \+ ( A1, \+ B1 )) :-
    !,
    without_forall(A, A1),
    without_forall(B, B1).
without_forall(T, T1) :-
    compound_name_arguments(T, Name, As),
    maplist(without_forall, As, Bs),
    compound_name_arguments(T1, Name, Bs).

meant(disjoint(Q, J), \+ ( element(X, Q), h(J, X) )).
meant(shared(X, Q, J), ( element(X, Q), h(J, X) )).
meant(holds_all(H, K),
      ( hand_size(K, N), size(H, N), \+ ( element(X, H), \+ h(K, X) ) )).
meant(has(K, X), h(K, X)).
meant(among(Q, K), \+ ( element(X, Q), \+ h(K, X) )).
meant(equals_pile(M),
      ( forall(element(X, M), h(0, X)), forall(h(0, X), element(X, M)) )).
meant(element(X, Set),
      ( compound_name_arguments(Set, set, Xs), member(X, Xs) )).
meant(size(Set, N), compound_name_arity(Set, set, N)).
meant(h(K, X), h(K, X, init0)).
meant(h(K, X, do(_, S)), h(K, X, S)).
meant(h(K, X, init0), dealt(K, X)).

partition_axiom('2.9', ( h(K, X, init0), h(K1, X, init0), K \= K1 )).
partition_axiom('2.10', ( card(X), \+ ( holder(J), h(J, X, init0) ) )).
partition_axiom('2.11',
                ( player(I), hand_size(I, N),
                  \+ aggregate_all(count, h(I, _, init0), N) )).
partition_axiom('2.12',
                ( hand_size(0, M),
                  \+ aggregate_all(count, h(0, _, init0), M) )).

%!  redefined_sight(+M) is semidet.
%   True if players see other things than by the shipped axioms.
redefined_sight(M) :-
    findall(Head-Body,
            ( member(Head,
                     [view(_, _), obs0(_, _), obs(_, _, _, _), private(_)]),
              own_clause(M, Head, Body) ),
            Found0),
    exclude(of_ours, Found0, Found),
    findall(Head-Body, sight_axiom(Head, Body), Meant),
    \+ same_clauses(Found, Meant).

% Generalized Clue adds these, (G34), and events do, (E18) and (E20).
of_ours(Clause) :-
    (   of_results(Clause)
    ;   Clause = Head-Body,
        event_sight(Head, Body0),
        Head-Body =@= Head-Body0
    ),
    !.

of_results(private(A)-true) :-
    result(A, _).
of_results(obs(I, A, O, _)-Body) :-
    result(A, J),
    (   O == A
    ->  I == J,
        Body == player(I)
    ;   O == told(J),
        Body == ( player(I), I \= J )
    ).

event_sight(private(looks(_, _, _)), true).
event_sight(obs(J, looks(I, K, X), looks(I, K, X), _),
            ( player(J), member(J, [I, K]) )).
event_sight(obs(J, looks(I, K, _), looks(I, K, unseen), _),
            ( player(J), \+ member(J, [I, K]) )).
event_sight(obs(K, sees(K), X, S), ( player(K), last_shown(X, S) )).

result(A, I) :-
    nonvar(A),
    ( A = right(I) ; A = wrong(I) ).

sight_axiom(view(I, seen(start, O)), obs0(I, O)).
sight_axiom(view(I, seen(N, O)), ( done(N, A, S), obs(I, A, O, S) )).
sight_axiom(obs0(I, h(I, X)), ( player(I), h(I, X) )).
sight_axiom(obs(I, A, A, _), ( player(I), \+ private(A) )).
sight_axiom(obs(I, guess(J, M), right, _),
            ( player(I), equals_pile(M), \+ private(right(J)) )).
sight_axiom(obs(I, guess(J, M), wrong, _),
            ( player(I), \+ equals_pile(M), \+ private(right(J)) )).
sight_axiom(obs(I, shows(J, K, X), shows(J, K, X), _), member(I, [J, K])).
sight_axiom(obs(I, shows(J, K, _), shows(J, K, unseen), _),
            ( player(I), \+ member(I, [J, K]) )).
sight_axiom(private(shows(_, _, _)), true).
