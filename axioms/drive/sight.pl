% Not axioms: what players have seen in the worlds of a history
%
% The axioms say what a player sees of the start and of an action; here that is
% put together for each world, and gets a name.
%
% Defines:  look/2, runs/6, add_view/3, public_form/2, view/4, seen/3,
%           unseen_by/2
% Uses:     view/2, obs/4, private/1 (1.3), hidden/4 (worlds), keeping_hands/2,
%           assign/2 (hands)
% Formulas: none

:- dynamic named_view/3, unaware/2.

%!  look(+A, -Look) is det.
%   Look is apart if by obs/4 the action A, as it is public, may be seen
%   differently in different worlds, and alike if all see it in all worlds.
look(A, Look) :-
    context_module(M),
    (   \+ hidden(A, _, _, _),
        \+ clause(M:private(A), _),
        findall(A-Body, clause(M:obs(_, A, _, _), Body), [_]),
        clause(M:obs(I, A, O, _), Body),
        O == A,
        Body =@= ( player(I), \+ private(A) )
    ->  Look = alike
    ;   Look = apart
    ).

%!  runs(+As, +Looks, +Xs, +N, +S, -Run) is det.
%   Run lists the actions, from the N-th on, that may be seen differently, with
%   what was hidden of them.
runs([], _, _, _, _, []).
runs([A|As], [Look|Looks], Xs, N, S, Run) :-
    (   hidden(A, _, _, _)
    ->  Xs = [X|Xs1],
        revealed(A, X, A1)
    ;   Xs1 = Xs,
        A1 = A
    ),
    (   Look == apart
    ->  Run = [done(N, A1, S)|Run1]
    ;   Run = Run1
    ),
    N1 is N + 1,
    runs(As, Looks, Xs1, N1, do(A1, S), Run1).

revealed(shows(J, I, _), X, shows(J, I, X)) :- !.
revealed(looks(I, K, _), X, looks(I, K, X)) :- !.
revealed(Told, Result, A) :-
    Told =.. [_, I],
    A =.. [Result, I].

%!  add_view(+I, +W, +Run) is det.
%   Names what player I has seen in the world W, the one at hand.  unaware(I,A)
%   is so afterwards if I does not see that A is done.
add_view(I, W, Run) :-
    forall(member(done(_, A, S), Run), check_aware(I, A, S)),
    seen_in(I, Run, Vs),
    view_name(I, Vs, V),
    assertz(view(I, W, V)).

%   Worlds have the same public actions: a player who does not see one of them
%   would consider other histories possible.
check_aware(I, A, S) :-
    (   public_form(A, P),
        ( obs(I, A, A, S) ; obs(I, A, P, S) )
    ->  true
    ;   assertz(unaware(I, A))
    ).

%!  public_form(+A, -P) is det.
%   P is what all see of the action A.
public_form(A, P) :-
    (   hidden(A, J, I, _)
    ->  (   J == arbitrator
        ->  P = told(I)
        ;   A = looks(I, J, _)
        ->  P = looks(I, J, unseen)
        ;   P = shows(J, I, unseen)
        )
    ;   P = A
    ).

%   Vs is what player I has seen in the world at hand, by the actions of a run.
seen_in(I, Run, Vs) :-
    retractall(done(_, _, _)),
    forall(member(Done, Run), assertz(Done)),
    findall(V, view(I, V), Vs0),
    sort(Vs0, Vs),
    retractall(done(_, _, _)).

%   Equal views of a player have equal names.
view_name(I, Vs, V) :-
    term_hash(I-Vs, Hash),
    (   named_view(Hash, I-Vs, V)
    ->  true
    ;   flag(view, V, V + 1),
        assertz(named_view(Hash, I-Vs, V))
    ).

%!  view(?I, ?W, ?E, -V) is nondet.
%   True if V names what player I has seen in the world W up to the E-th event.
%   Deals are dealt anew for it.
view(I, W, E, V) :-
    player(I),
    run(W, Run),
    (   E = 0
    ;   event(E, _, _)
    ),
    part_of_run(Run, E, Part),
    keeping_hands(_, ( deal_of(W), seen_in(I, Part, Vs) )),
    view_name(I, Vs, V).

deal_of(W) :-
    forall(holder(K), ( findall(X, held(W, K, X), Xs), assign(K, Xs) )).

%   The actions of a run up to the E-th event.
part_of_run(_, 0, []) :- !.
part_of_run([done(N, A, S)|Run], E, [done(N, A, S)|Part]) :-
    (   hidden(A, _, _, _)
    ->  E1 is E - 1
    ;   E1 = E
    ),
    part_of_run(Run, E1, Part).

%!  seen(+As, +I, -Seen) is det.
%   Seen are the actions As as player I has seen them, by the shipped axioms.
seen([], _, []).
seen([A|As], I, [A1|Seen]) :-
    (   hidden(A, J, I1, _), \+ memberchk(I, [J, I1]), \+ witness(I, A, As)
    ->  public_form(A, A1)
    ;   A1 = A
    ),
    seen(As, I, Seen).

% By what was done right after a show, I saw the card as well.
witness(I, shows(_, _, _), As) :-
    append(Between, [sees(I)|_], As),
    forall(member(A, Between), aside_here(A)),
    !.

aside_here(looks(_, _, _)).
aside_here(lays(_, _)).
aside_here(sees(_)).

% Somebody saw a card that is not given.
unseen_by(I, As) :-
    append(_, [A|Later], As),
    hidden(A, J, K, unseen),
    (   memberchk(I, [J, K])
    ;   witness(I, A, Later)
    ),
    !.
