% Not axioms: games, deals, histories and answers, by hand and for mystpy
%
% Everything that depends on the rules is asked of the axioms: a walk through a
% history progresses the fluents by the successor state axioms, and the
% conditions that it puts on the deal are conjuncts of the Poss axioms.
%
% Defines:  game/1, deal/1, give/2, executable/1, legal/1, possible/2,
%           fluents/2, verdict/3, know/2, show_grid/2; judge/4, state/3,
%           possible/5, clash/3, grid/4, grid/5, make_worlds/3, value/4; h/3 in
%           init0, holds/2
% Uses:     sections 1.3 to 2.10

:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(solution_sequences)).

% --- Games and deals -------------------------------------------------------

%!  game(+Data) is det.
%   Sets the game: myst(M,N,P,Q), or a list of facts constant/2, symbol/2,
%   given_size/2 and sort_of/2.
game(myst(M, N, P, Q)) :-
    !,
    game([constant(m, M), constant(n, N), constant(p, P), constant(q, Q)]).
game(Facts) :-
    retractall(constant(_, _)),
    retractall(given_size(_, _)),
    retractall(sort_of(_, _)),
    (   predicate_property(symbol(_, _), dynamic)
    ->  retractall(symbol(_, _))
    ;   true
    ),
    retractall(dealt(_, _)),
    retractall(all_players(_)),
    abolish_all_tables,
    maplist(assertz, Facts),
    findall(I, player(I), Is),
    Players =.. [set|Is],
    assertz(all_players(Players)).

%!  deal(+Hands) is semidet.
%   Deals the cards: Hands are the pile and the hands of players 1 to p, as
%   sets.  Fails if that violates a partition axiom.
deal(Hands) :-
    retractall(dealt(_, _)),
    forall(( nth0(K, Hands, Hand), element(X, Hand) ), assertz(dealt(K, X))),
    \+ violates(_).

h(K, X, init0) :-
    dealt(K, X).

%!  give(+K, +Xs) is det.
%   Makes the list Xs the cards of holder K, for the time being.
give(K, Xs) :-
    retractall(dealt(K, _)),
    forall(member(X, Xs), assertz(dealt(K, X))).

%!  present(-Hands) is det.
%   Hands has given(K,Xs) for every holder K, also for one dealt nothing.
present(Hands) :-
    findall(given(K, Xs), ( holder(K), findall(X, dealt(K, X), Xs) ), Hands).

%!  put_back(+Hands) is det.
%   Makes the Hands that present/1 gave the present ones.
put_back(Hands) :-
    forall(member(given(K, Xs), Hands), give(K, Xs)).

% --- The definition of an executable situation, word for word ---------------

%!  executable(+S) is semidet.
%   True if each action of S was possible, with the present deal.  By
%   regression: readable, and quadratic in the length of S.
executable(init0).
executable(do(A, S)) :-
    executable(S),
    poss(A, S).

%!  legal(+S) is semidet.
%   True if S is executable with the present deal.  By progression: linear.
legal(S) :-
    history(S, As),
    initial(St),
    legal_walk(As, St, _).

legal_walk([], St, St).
legal_walk([A|As], St, St2) :-
    possible_now(A, St),
    progress(A, St, St1),
    legal_walk(As, St1, St2).

% A card that was not seen stands for some card.
possible_now(A, St) :-
    (   A = shows(J, I, unseen)
    ->  poss(shows(J, I, _), now(St))
    ;   poss(A, now(St))
    ),
    !.

%!  possible(?A, +S) is nondet.
%   True if the action A is possible in S, with the present deal.  The sets of
%   an A that is not given are enumerated, in the order of the deck.
possible(A, S) :-
    nested(S, S1),
    findall(A, ( shape(A), poss(A, S1) ), As0),
    list_to_set(As0, As),
    member(A, As).

shape(asks(_, Q))     :- constant(q, N), some_set(N, Q).
shape(no(_)).
shape(yes(_)).
shape(shows(_, _, _)).
shape(guess(_, M))    :- hand_size(0, N), some_set(N, M).
shape(noguess(_)).
shape(endturn(_)).

% Set is a set of N cards.
some_set(N, Set) :-
    (   nonvar(Set)
    ->  true
    ;   findall(X, card(X), Xs),
        choose(N, Xs, Ys),
        compound_name_arguments(Set, set, Ys)
    ).

%!  fluents(+S, -Fs) is det.
%   Fs are the fluents that hold in S, with the present deal.
fluents(S, Fs) :-
    nested(S, S1),
    findall(F, fluent(F, S1), Fs0),
    list_to_set(Fs0, Fs).

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

% --- Progression -------------------------------------------------------------
%
% now(St) is a situation of which only the fluents are kept.  St lists the true
% ones: st(In, Question, GameOver, Turn, AnsTurn, Phase).

in(I, now(St))       :- arg(1, St, L), member(I, L).
question(Q, now(St)) :- arg(2, St, L), member(Q, L).
game_over(now(St))   :- arg(3, St, [true]).
turn(I, now(St))     :- arg(4, St, L), member(I, L).
ans_turn(J, now(St)) :- arg(5, St, L), member(J, L).
askphase(now(St))    :- arg(6, St, L), memberchk(askphase, L).
ansphase(now(St))    :- arg(6, St, L), memberchk(ansphase, L).
showphase(now(St))   :- arg(6, St, L), memberchk(showphase, L).
guessphase(now(St))  :- arg(6, St, L), memberchk(guessphase, L).
endphase(now(St))    :- arg(6, St, L), memberchk(endphase, L).

%!  initial(-St) is det.
%   St are the fluents of init0.
initial(St) :-
    fluents_of(init0, St).

%!  progress(+A, +St, -St1) is det.
%   St1 are the fluents after the action A, by the successor state axioms.
%   What they say does not depend on the cards named, unless A is a guess: so
%   each step between public states is derived once, with the placeholders
%   below.
progress(A, St, St1) :-
    (   placeholder(A, A0, Q)
    ->  St = st(Is, Qs, Over, Ts, Js, Phases),
        step(A0, st(Is, [old], Over, Ts, Js, Phases),
             st(Is1, Qs0, Over1, Ts1, Js1, Phases1)),
        (   Qs0 = [old]
        ->  Qs1 = Qs
        ;   Qs1 = [Q]
        ),
        St1 = st(Is1, Qs1, Over1, Ts1, Js1, Phases1)
    ;   fluents_of(do(A, now(St)), St1)
    ).

placeholder(asks(I, Q), asks(I, new), Q).
placeholder(no(J), no(J), _).
placeholder(yes(J), yes(J), _).
placeholder(shows(J, I, _), shows(J, I, new), _).
placeholder(noguess(I), noguess(I), _).
placeholder(endturn(I), endturn(I), _).

:- table step/3.

step(A, St, St1) :-
    fluents_of(do(A, now(St)), St1).

fluents_of(S, st(Is, Qs, Over, Ts, Js, Phases)) :-
    findall(I, in(I, S), Is),
    findall(Q, question(Q, S), Qs),
    (   game_over(S)
    ->  Over = [true]
    ;   Over = []
    ),
    findall(I, turn(I, S), Ts),
    findall(J, ans_turn(J, S), Js),
    findall(Phase, phase(Phase, S), Phases).

% --- Walks without a deal: the conditions that a history puts on it ----------
%
% condition(K,A,C): the action A at step K asks for C, a conjunct of its Poss
% axiom or the outcome of a guess.  A guess splits a walk in two.

%!  depends_on_deal(?C) is nondet.
%   True if the conjunct C speaks of the cards that somebody holds.
depends_on_deal(disjoint(_, _)).
depends_on_deal(\+ disjoint(_, _)).
depends_on_deal(shared(_, _, _)).

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

% A conjunct about a question that was never asked says nothing by itself.
try_all([], []).
try_all([C|Cs], Rs) :-
    (   depends_on_deal(C)
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
open_conjunct(C, C) :-
    ground(C).

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

outcome_of(A, K, Outcome) :-
    (   A = guess(_, M)
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
    ->  findall(X, element(X, M), Xs), give(0, Xs)
    ;   give(0, [])
    ),
    progress(A, St, St1).

%!  branches(+As, -Branches) is det.
%   Branches are the walks through As, as Conditions-End.
branches(As, Branches) :-
    initial(St),
    findall(Cs-End, walk(As, 0, St, Cs, End), Branches).

% --- Deals that satisfy conditions -------------------------------------------

%!  some_deal(+Conditions, +Hands) is nondet.
%   Deals the cards, as dealt/2, in each way that satisfies the Conditions, the
%   Hands (a list of given(K,Xs)) and the partition axioms.
some_deal(Conditions, Hands) :-
    retractall(dealt(_, _)),
    findall(X, card(X), Xs),
    findall(I, player(I), Is),
    deal_players(Is, Conditions, Hands, Xs),
    \+ violates(_).

deal_players([], Conditions, Hands, Xs) :-
    (   memberchk(given(0, Given), Hands)
    ->  msort(Xs, L), msort(Given, L)
    ;   true
    ),
    give(0, Xs),
    conditions_hold(0, Conditions).
deal_players([I|Is], Conditions, Hands, Xs) :-
    \+ hopeless([I|Is], Conditions, Hands, Xs),
    candidates(I, Conditions, Hands, Xs, Must, May),
    hand_size(I, N),
    length(Must, L),
    R is N - L,
    R >= 0,
    choose(R, May, Chosen),
    append(Must, Chosen, Hand),
    give(I, Hand),
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
    findall(X, member(condition(_, _, shared(X, _, I)), Conditions), Shown),
    sort(Shown, Must),
    subset(Must, Xs),
    findall(X, excluded(I, Conditions, Hands, X), Out),
    append(Must, Out, Not),
    subtract(Xs, Not, May).

excluded(I, Conditions, _, X) :-
    member(condition(_, _, disjoint(Q, I)), Conditions),
    element(X, Q).
excluded(I, _, Hands, X) :-
    member(given(K, Xs), Hands),
    K \== I,
    member(X, Xs).

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
concerns(equals_pile(_), 0).
concerns(\+ equals_pile(_), 0).

satisfiable(Conditions, Hands) :-
    some_deal(Conditions, Hands),
    !.

negated(\+ C, C) :- !.
negated(C, \+ C).

% --- Is a history legal? -----------------------------------------------------

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
    forall(player(I), memberchk(given(I, _), Hands)).

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
    ;   A = no(_)
    ;   A = yes(_)
    ;   A = shows(_, _, _)
    ;   A = guess(_, M)
    ;   A = noguess(_)
    ;   A = endturn(_)
    ),
    action(A).

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

%!  clash(+As, +Hands, -Clash) is det.
%   Clash is a set of steps step(K) and hands hand(K) that no deal fits
%   together, and of which none can be left out; As ends with the step at which
%   no deal is left.
clash(As, Hands, Clash) :-
    branches(As, Branches),
    findall(Cs, member(Cs-end(_), Branches), Ways),
    findall(step(K), ( member(Cs, Ways), condition_step(Cs, K) ), Steps0),
    sort(Steps0, Steps),
    findall(hand(K), member(given(K, _), Hands), Given),
    append(Given, Steps, All),
    shrink(All, [], Ways, Hands, Clash).

shrink([], Kept, _, _, Clash) :-
    reverse(Kept, Clash).
shrink([O|Os], Kept, Ways, Hands, Clash) :-
    append(Kept, Os, Without),
    (   fits(Without, Ways, Hands)
    ->  shrink(Os, [O|Kept], Ways, Hands, Clash)
    ;   shrink(Os, Kept, Ways, Hands, Clash)
    ).

fits(Kept, Ways, Hands) :-
    findall(given(K, Xs),
            ( member(given(K, Xs), Hands), memberchk(hand(K), Kept) ),
            Hs),
    member(Way, Ways),
    findall(condition(K, A, C),
            ( member(condition(K, A, C), Way), memberchk(step(K), Kept) ), Cs),
    satisfiable(Cs, Hs),
    !.

% --- What is known -----------------------------------------------------------

%!  grid(+As, +Hands, -Deals, -Counts) is det.
%   Deals is the number of deals that fit; Counts has for each holder and card
%   cell(K,X,N): in N of them K holds X.
grid(As, Hands, Deals, Counts) :-
    state(As, Hands, States),
    grid(As, Hands, States, Deals, Counts).

%!  grid(+As, +Hands, +States, -Deals, -Counts) is det.
%   The same for the deals that lead to one of the States, see state/3: so the
%   outcome of a last guess is seen also by somebody who does not see the pile.
grid(As, Hands, States, Deals, Counts) :-
    ends(As, Ends0),
    findall(Cs-St, ( member(Cs-St, Ends0), memberchk(St, States) ), Ends),
    findall(K-X, ( holder(K), card(X) ), Cells),
    findall(0, member(_, Cells), Zeros),
    Table =.. [counts, 0|Zeros],
    forall(( member(Cs-_, Ends), some_deal(Cs, Hands) ),
           count_deal(Cells, Table)),
    Table =.. [counts, Deals|Ns],
    maplist([K-X, N, cell(K, X, N)]>>true, Cells, Ns, Counts).

count_deal(Cells, Table) :-
    bump(1, Table),
    forall(( nth1(J, Cells, K-X), dealt(K, X) ),
           ( J1 is J + 1, bump(J1, Table) )).

bump(J, Table) :-
    arg(J, Table, N0),
    N is N0 + 1,
    nb_setarg(J, Table, N).

ends(As, Ends) :-
    branches(As, Branches),
    findall(Cs-St, member(Cs-end(St), Branches), Ends).

%!  make_worlds(+As, +Hands, -N) is det.
%   Makes the N worlds of the history As with these Hands: a deal, and a card
%   for each show that was not seen.
make_worlds(As, Hands, N) :-
    forget_worlds,
    findall(K-show(J, I), nth0(K, As, shows(J, I, _)), Shows),
    forall(nth1(E, Shows, _-show(J, I)), assertz(event(E, J, I))),
    length(Shows, Last),
    assertz(last_event(Last)),
    ends(As, Ends),
    forall(( member(Cs-St, Ends),
             some_deal(Cs, Hands),
             shown_cards(Shows, As, Cs, Xs) ),
           add_world(Xs, As, St)),
    forall(view(I, W, V), assertz(seen_by(I, W, V))),
    aggregate_all(count, world(_), N).

forget_worlds :-
    abolish_all_tables,
    maplist(retractall,
            [ world(_), hand(_, _, _), held(_, _, _), shown(_, _, _),
              event(_, _, _), last_event(_), outcome(_, _), now(_, _),
              seen_by(_, _, _) ]).

shown_cards([], _, _, []).
shown_cards([K-show(J, I)|Shows], As, Cs, [X|Xs]) :-
    nth0(K, As, shows(J, I, X0)),
    (   X0 == unseen
    ->  memberchk(condition(K, _, \+ disjoint(Q, J)), Cs),
        shared(X, Q, J)
    ;   X = X0
    ),
    shown_cards(Shows, As, Cs, Xs).

add_world(Xs, As, St) :-
    flag(world, N, N + 1),
    W = N,
    assertz(world(W)),
    forall(holder(K), add_hand(W, K)),
    forall(nth1(E, Xs, X), assertz(shown(W, E, X))),
    (   last(As, guess(_, M))
    ->  (   equals_pile(M)
        ->  assertz(outcome(W, right))
        ;   assertz(outcome(W, wrong))
        )
    ;   assertz(outcome(W, none))
    ),
    forall(fluent(F, now(St)), assertz(now(W, F))).

add_hand(W, K) :-
    findall(X, ( symbol(_, X), dealt(K, X) ), Xs),
    compound_name_arguments(Hand, set, Xs),
    assertz(hand(W, K, Hand)),
    forall(member(X, Xs), assertz(held(W, K, X))).

% Truth in a world: the fluents, the connectives, and sets of cards.
holds(truth, _).
holds(h(K, X), W)        :- held(W, K, X).
holds(disjoint(Q, K), W) :- \+ ( element(X, Q), held(W, K, X) ).
holds(within(Q, K), W)   :- forall(element(X, Q), held(W, K, X)).
holds(in(I), W)          :- now(W, in(I)).
holds(question(Q), W)    :- now(W, question(Q)).
holds(game_over, W)      :- now(W, game_over).
holds(turn(I), W)        :- now(W, turn(I)).
holds(ans_turn(J), W)    :- now(W, ans_turn(J)).
holds(askphase, W)       :- now(W, askphase).
holds(ansphase, W)       :- now(W, ansphase).
holds(showphase, W)      :- now(W, showphase).
holds(guessphase, W)     :- now(W, guessphase).
holds(endphase, W)       :- now(W, endphase).
holds(neg(F), W)         :- \+ holds(F, W).
holds(and(F, G), W)      :- holds(F, W), holds(G, W).
holds(or(F, _), W)       :- holds(F, W).
holds(or(_, G), W)       :- holds(G, W).
holds(imp(F, _), W)      :- \+ holds(F, W).
holds(imp(_, G), W)      :- holds(G, W).
holds(iff(F, G), W)      :- holds(F, W), holds(G, W).
holds(iff(F, G), W)      :- \+ holds(F, W), \+ holds(G, W).

%!  fitting(+Hands, +Shown, ?W) is nondet.
%   True if the world W has these Hands, and the card X at each show E-X of
%   Shown.
fitting(Hands, Shown, W) :-
    world(W),
    forall(( member(given(K, Xs), Hands), member(X, Xs) ), held(W, K, X)),
    forall(member(E-X, Shown), shown(W, E, X)).

%!  value(+Phi, +Hands, +Shown, -Value) is det.
%   Value is true if Phi holds in every world that fits, false if in none,
%   undetermined otherwise; no_world if none fits.
value(Phi, Hands, Shown, Value) :-
    findall(W, fitting(Hands, Shown, W), Ws),
    (   Ws == []
    ->  Value = no_world
    ;   member(W1, Ws), holds(Phi, W1)
    ->  (   member(W0, Ws), \+ holds(Phi, W0)
        ->  Value = undetermined
        ;   Value = true
        )
    ;   Value = false
    ).

%!  verdict(+S, -Verdict, -Fault) is det.
%   judge/4 of S with the hands that are dealt at present, for use by hand.
verdict(S, Verdict, Fault) :-
    history(S, As),
    present(Hands),
    given_of(Hands, Given),
    judge(As, Given, Verdict, Fault),
    put_back(Hands).

given_of(Hands, Given) :-
    include([given(_, [_|_])]>>true, Hands, Given).

%!  know(+S, +Phi) is semidet.
%   True if Phi holds in S with the hands that are dealt at present, for use by
%   hand: the worlds are those of the public history.
know(S, Phi) :-
    history(S, As),
    present(Hands),
    findall(X, member(shows(_, _, X), As), Cards),
    findall(E-X, ( nth1(E, Cards, X), X \== unseen ), Shown),
    maplist(unseen, As, Public),
    make_worlds(Public, [], _),
    put_back(Hands),
    value(Phi, Hands, Shown, true).

unseen(A, A1) :-
    (   A = shows(J, I, _)
    ->  A1 = shows(J, I, unseen)
    ;   A1 = A
    ).

%!  show_grid(+I, +S) is semidet.
%   Prints what player I knows in S, for use by hand: yes, no or ? for each
%   card and holder.  I's hand has to be dealt, and the cards shown to or by I
%   given.
show_grid(I, S) :-
    history(S, As),
    present(Hands),
    given_of(Hands, Given),
    memberchk(given(I, Hand), Given),
    state(As, Given, States),
    maplist(seen(I), As, Seen),
    grid(Seen, [given(I, Hand)], States, Deals, Counts),
    put_back(Hands),
    Deals > 0,
    format("player ~w holds ~D deals possible~n", [I, Deals]),
    findall(K, holder(K), Ks),
    print_row('', Ks),
    forall(card(X),
           ( findall(W, cell_word(X, Deals, Counts, W), Ws),
             print_row(X, Ws) )).

seen(I, A, A1) :-
    (   A = shows(J, I1, _), \+ memberchk(I, [J, I1])
    ->  unseen(A, A1)
    ;   A1 = A
    ).

cell_word(X, Deals, Counts, W) :-
    member(cell(_, X, N), Counts),
    (   N =:= Deals
    ->  W = yes
    ;   N =:= 0
    ->  W = no
    ;   W = ?
    ).

print_row(X, Words) :-
    format("~w~t~12|", [X]),
    forall(member(W, Words), ( format(atom(A), "~t~w~5|", [W]), write(A) )),
    nl.
