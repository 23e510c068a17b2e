% Not axioms: the worlds of a history, and the truth of formulas in them
%
% The worlds are those of section 1.3: deals, with a card for each show.
%
% Defines:  make_worlds/3, forget_worlds/0, hidden/4, fitting/3, value/4;
%           holding/4; formula/1 and holds/2, but for those of sections 1.3
%           and 2.5
% Uses:     ends/2 (walks), some_deal/2 (deals), look/2, runs/6, add_view/3
%           (sight), fluent/2
% Formulas: none

%!  make_worlds(+As, +Hands, -N) is det.
%   Makes the N worlds of the history As with these Hands: a deal, and a card
%   for each show that was not seen.
make_worlds(As, Hands, N) :-
    forget_worlds,
    findall(K-show(J, I), ( nth0(K, As, A), hidden(A, J, I, _) ), Shows),
    forall(nth1(E, Shows, _-show(J, I)), assertz(event(E, J, I))),
    length(Shows, Last),
    assertz(last_event(Last)),
    maplist(look, As, Looks),
    ends(As, Ends),
    forall(( member(Cs-St, Ends),
             some_deal(Cs, Hands),
             shown_cards(Shows, As, Cs, Xs) ),
           add_world(Xs, As, Looks, St)),
    aggregate_all(count, world(_), N).

forget_worlds :-
    abolish_all_tables,
    maplist(retractall,
            [ world(_), hand(_, _, _), held(_, _, _), shown(_, _, _),
              event(_, _, _), last_event(_), now(_, _), done(_, _, _),
              run(_, _), view(_, _, _), named_view(_, _, _),
              unaware(_, _) ]).

shown_cards([], _, _, []).
shown_cards([K-show(J, I)|Shows], As, Cs, [X|Xs]) :-
    nth0(K, As, A),
    hidden(A, J, I, X0),
    (   J == arbitrator
    ->  memberchk(guess(I, M), As),
        (   holds_all(M, 0)
        ->  X = right
        ;   X = wrong
        )
    ;   X0 == unseen
    ->  memberchk(condition(K, _, \+ disjoint(Q, J)), Cs),
        shared(X, Q, J)
    ;   X = X0
    ),
    shown_cards(Shows, As, Cs, Xs).

%!  hidden(+A, ?J, ?I, ?X) is semidet.
%   True if by the action A holder J, or the arbitrator, lets player I see X,
%   which is unseen if it is not given.
hidden(shows(J, I, X), J, I, X).
hidden(looks(I, K, X), K, I, X).
hidden(told(I), arbitrator, I, unseen).
hidden(right(I), arbitrator, I, right).
hidden(wrong(I), arbitrator, I, wrong).

add_world(Xs, As, Looks, St) :-
    flag(world, N, N + 1),
    W = N,
    assertz(world(W)),
    forall(holder(K), add_hand(W, K)),
    forall(nth1(E, Xs, X), assertz(shown(W, E, X))),
    runs(As, Looks, Xs, 1, init0, Run),
    assertz(run(W, Run)),
    forall(player(I), add_view(I, W, Run)),
    forall(fluent(F, now(St)), assertz(now(W, F))).

add_hand(W, K) :-
    findall(X, ( symbol(_, X), dealt(K, X) ), Xs),
    compound_name_arguments(Hand, set, Xs),
    assertz(hand(W, K, Hand)),
    forall(member(X, Xs), assertz(held(W, K, X))).

%!  formula(+Phi) is nondet.
%   True if Phi is a formula: those that are no fluents of section 2.5.
formula(truth).
formula(disjoint(Q, K)) :- card_set(Q), holder(K).
formula(within(Q, K))   :- card_set(Q), holder(K).
formula(neg(F))         :- formula(F).
formula(and(F, G))      :- formula(F), formula(G).
formula(or(F, G))       :- formula(F), formula(G).
formula(imp(F, G))      :- formula(F), formula(G).
formula(iff(F, G))      :- formula(F), formula(G).
formula(at_least(N, Fs)) :- integer(N), formulas(Fs).
formula(e(G, F))        :- group(G), formula(F).

formulas(end).
formulas(list(F, Fs)) :- formula(F), formulas(Fs).

%!  holds(+Phi, +W) is semidet.
%   True if the formula Phi, with neither k, e nor c in front, is true in W.
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
holds(at_least(N, Fs), W) :- holding(Fs, W, 0, Number), Number >= N.

%!  holding(+Fs, +W, +N0, -N) is det.
%   N is N0 and the number of the formulas Fs that are true in the world W.
holding(end, _, N, N).
holding(list(F, Fs), W, N0, N) :-
    (   holds(F, W)
    ->  N1 is N0 + 1
    ;   N1 = N0
    ),
    holding(Fs, W, N1, N).

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
