% Checks the consequences of chapter 2 in the executable situations of a game
%
%   swipl sweep.pl -- File Facts Depth Full Width
%
% loads the axioms File, sets the game of the list Facts, and walks through the
% public histories of up to Depth actions: through all that are possible in some
% deal, and after Full actions through Width, chosen at random, of those that may
% come next.  In each history every instance of law/3, kept/2 and s5/3 is
% evaluated in every world that it speaks of, each step is looked up in figure
% 2.2, and something has to be possible unless the game is over.  Prints
% counted(Label,Instances) for what was evaluated, and
% broken(Label,Actions,Formula,World) for the first that is false.

:- module(sweep, []).
:- initialization(main, main).
:- use_module(library(assoc)).
:- use_module(library(random)).

:- dynamic counted/2, told/1.

main :-
    current_prolog_flag(argv, [File|Words]),
    maplist([Word, Term]>>term_to_atom(Term, Word), Words, [Facts|Limits]),
    load_files(user:File, [silent(true)]),
    set_random(seed(1)),
    user:game(Facts),
    check_statements,
    empty_assoc(Nothing),
    visit(Limits, Nothing, [], _),
    forall(counted(Label, N), ( print(counted(Label, N)), nl )).

count(Label) :-
    (   retract(counted(Label, N0))
    ->  true
    ;   N0 = 0
    ),
    N is N0 + 1,
    assertz(counted(Label, N)).

%!  check(+Label, +As, +Phi, +W, :Goal) is det.
%   Counts an instance of Label and tells the first one whose Goal fails.
check(Label, As, Phi, W, Goal) :-
    count(Label),
    (   call(Goal)
    ->  true
    ;   told(Label)
    ->  true
    ;   assertz(told(Label)),
        print(broken(Label, As, Phi, W)), nl
    ).

%!  visit(+Limits, +Before, +As, -Keys) is det.
%   Visits the public history As and all that follow.  Before says of each world
%   of the history without its last action what was true there; Keys name the
%   worlds of As.
visit(Limits, Before, As, Keys) :-
    user:make_worlds(As, [], _),
    findall(Key, key(_, Key), Keys),
    (   Keys == []
    ->  true
    ;   forall(user:world(W), check_deal(As, W)),
        findall(Shown, member(_-Shown, Keys), Showns0),
        sort(Showns0, Showns),
        forall(member(Shown, Showns), check_laws(As, Shown)),
        check_s5(As),
        check_recall(As),
        here(Here),
        forall(gen_assoc(Key, Here, After), check_step(As, Before, Key, After)),
        next_actions(Limits, As, All, Next),
        findall(After, follows(Limits, Here, As, Next, After), Afters),
        (   All == all
        ->  append(Afters, Later),
            check_deadlock(As, Here, Later)
        ;   true
        )
    ).

follows(Limits, Here, As, Next, Keys) :-
    member(A, Next),
    append(As, [A], As1),
    visit(Limits, Here, As1, Keys).

% A world is named by its deal and by the cards shown in it.
key(W, Hands-Shown) :-
    user:world(W),
    findall(K-Hand, user:hand(W, K, Hand), Hands),
    findall(X, user:shown(W, _, X), Shown).

next_actions([Depth, Full, Width], As, All, Next) :-
    length(As, N),
    (   N >= Depth
    ->  All = none,
        Next = []
    ;   public_actions(As, Actions),
        (   N < Full
        ->  All = all,
            Next = Actions
        ;   All = some,
            random_permutation(Actions, Mixed),
            length(Mixed, L),
            Most is min(L, Width),
            length(Next, Most),
            append(Next, _, Mixed)
        )
    ).

public_actions(As, Actions) :-
    sets(user:question_set, q, Qs),
    sets(user:pile_set, pile, Ms),
    Qs = [Q|_],
    Ms = [M|_],
    user:possible(As, [], Q, M, Found),
    findall(A, ( member(R, Found), arg(1, R, A0), public(A0, Qs, Ms, A) ), Actions0),
    list_to_set(Actions0, Actions).

sets(Kind, Size, Sets) :-
    (   Size == q
    ->  user:constant(q, N)
    ;   user:hand_size(0, N)
    ),
    findall(Set, ( user:some_set(N, Set), call(Kind, Set) ), Sets).

public(asks(I, _), Qs, _, asks(I, Q)) :- !, member(Q, Qs).
public(guess(I, _), _, Ms, guess(I, M)) :- !, member(M, Ms).
public(shows(J, I, _), _, _, shows(J, I, unseen)) :- !.
public(A, _, _, A).

% --- What is checked in a history ----------------------------------------------

check_statements :-
    findall(Label, spoken_of(Label), Labels),
    forall(member(Label, Labels),
           check(Label, [], statement, none, user:statement(Label))).

% (2.1) speaks of the constants of MYST only.
spoken_of('2.1') :-
    user:constant(m, _).
spoken_of(Label) :-
    member(Label, ['2.4', '2.7', 'S2.6.2', 'S2.6.5']).

% S is the situation of the actions As, with the cards that were shown.
situation(As, Shown, S) :-
    seen(As, Shown, Seen),
    foldl([A, S0, do(A, S0)]>>true, Seen, init0, S).

seen([], [], []).
seen([A|As], Xs, [B|Bs]) :-
    (   A = shows(J, I, unseen)
    ->  Xs = [X|Xs1],
        B = shows(J, I, X)
    ;   Xs1 = Xs,
        B = A
    ),
    seen(As, Xs1, Bs).

check_deal(As, W) :-
    key(W, Hands-Shown),
    situation(As, Shown, S),
    forall(user:holder(K),
           ( findall(X, user:held(W, K, X), Xs), user:give(K, Xs) )),
    findall(K-X, user:h(K, X, init0), Before0),
    findall(K-X, user:h(K, X, S), After0),
    findall(K-X, ( member(K-Hand, Hands), user:element(X, Hand) ), Held0),
    maplist(msort, [Before0, After0, Held0], [Before, After, Held]),
    check('2.23', As, same_cards, W, ( Before == After, After == Held )),
    forall(member(Label, ['2.13a', '2.13b', '2.13c']),
           check(Label, As, sets, W, \+ user:set_violates(Label))),
    check_fluents(As, W, S).

% The walk through As, which progresses the fluents, agrees with the axioms.
check_fluents(As, W, S) :-
    findall(F, user:fluent(F, S), Fluents0),
    findall(F, user:now(W, F), Now0),
    maplist(msort, [Fluents0, Now0], [Fluents, Now]),
    check('the fluents', As, Fluents, W, Fluents == Now).

check_laws(As, Shown) :-
    situation(As, Shown, S),
    findall(W, key(W, _-Shown), Ws),
    forall(( user:law(Label, S, Phi), member(W, Ws) ),
           check(Label, As, Phi, W, user:holds(Phi, W))).

check_s5(As) :-
    user:card(X),
    user:symbol(2, Y),
    user:all_players(P),
    functor(P, _, J),
    !,
    forall(( user:player(I),
             member(Phi-Psi, [neg(h(0, X))-h(I, X),
                              neg(k(J, neg(h(J, Y))))-k(J, h(0, X))]),
             user:s5(Label, args(I, Phi, Psi), Instance),
             user:world(W) ),
           check(Label, As, Instance, W, user:holds(Instance, W))).

% What was told apart before a show is so after it.
check_recall(As) :-
    (   last(As, shows(_, _, _))
    ->  user:last_event(E),
        forall(user:player(I), check('0b', As, recall, I, user:recalls(I, E)))
    ;   true
    ).

% Here has for each world of the history what is kept true there, and the phases.
here(Here) :-
    findall(Key-true(Kept, Phases, Over),
            ( key(W, Key),
              findall(Label-Phi, kept_in(W, Label, Phi), Kept),
              findall(Phase, phase_in(W, Phase), Phases),
              (   user:now(W, game_over)
              ->  Over = over
              ;   Over = on
              ) ),
            Pairs),
    list_to_assoc(Pairs, Here).

% For C one group is enough.
kept_in(W, Label, Phi) :-
    user:kept(Label, Phi),
    (   Phi = c(G, _)
    ->  G = set(1, 2)
    ;   true
    ),
    user:holds(Phi, W).

phase_in(W, Phase) :-
    member(Phase, [askphase, ansphase, showphase, guessphase, endphase]),
    user:now(W, Phase).

check_step(As, Before, Key, true(Kept, Phases, _)) :-
    (   earlier(Before, Key, true(Kept0, Phases0, _))
    ->  list_to_ord_set(Kept, Set),
        forall(member(Label-Phi, Kept0),
               check(Label, As, Phi, Key, ord_memberchk(Label-Phi, Set))),
        last(As, A),
        functor(A, Kind, _),
        forall(( member(From, Phases0), member(To, Phases) ),
               check('S2.2.2', As, From-To, Key,
                     user:phase_change(From, Kind, To)))
    ;   true
    ).

earlier(Before, Hands-Shown, What) :-
    (   get_assoc(Hands-Shown, Before, What)
    ;   append(Shown1, [_], Shown),
        get_assoc(Hands-Shown1, Before, What)
    ),
    !.

% In every world in which the game goes on, something can be done.
check_deadlock(As, Here, Later) :-
    forall(gen_assoc(Key, Here, true(_, _, on)),
           check('something is possible', As, state, Key, goes_on(Key, Later))).

goes_on(Hands-Shown, Later) :-
    append(Shown, _, Shown1),
    memberchk(Hands-Shown1, Later),
    !.
