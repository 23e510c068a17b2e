% Not axioms: the hands that are dealt at present
%
% One deal is dealt at a time, as dealt/2; enumerations deal others and put it
% back.
%
% Defines:  deal/1, give/2, assign/2, h/3 in init0, keeping_hands/2
% Uses:     holder/1, hand_size/2, violates/1, check/1 and check_set/3
%           (refusals)
% Formulas: none

%!  deal(+Hands) is semidet.
%   Deals the cards: Hands are the pile and the hands of players 1 to p, as
%   sets.  Fails if that violates a partition axiom.
deal(Hands) :-
    check(player(1)),
    findall(K, holder(K), Ks),
    (   is_list(Hands),
        same_length(Hands, Ks)
    ->  true
    ;   length(Ks, N),
        refuse("a deal has ~d sets here, the pile first", [N])
    ),
    maplist([Hand, Xs]>>check_set(Hand, any, Xs), Hands, Dealt),
    retractall(dealt(_, _)),
    maplist(assign, Ks, Dealt),
    \+ violates(_).

h(K, X, init0) :-
    dealt(K, X).

%!  give(+K, +Xs) is det.
%   Makes the cards Xs, a list or a set, the hand of holder K.
give(K, Xs) :-
    check(player(1)),
    check(holder(K)),
    hand_size(K, N),
    check_set(Xs, N, Cards),
    assign(K, Cards),
    !.

%!  assign(+K, +Xs) is det.
%   Makes the list Xs the cards of holder K, whatever they are.
assign(K, Xs) :-
    retractall(dealt(K, _)),
    forall(member(X, Xs), assertz(dealt(K, X))).

%!  keeping_hands(-Hands, :Goal) is semidet.
%   Proves the Goal once, and puts the hands back that are dealt at present.
%   Hands has given(K,Xs) for every holder K, also for one dealt nothing.
keeping_hands(Hands, Goal) :-
    findall(given(K, Xs), ( holder(K), findall(X, dealt(K, X), Xs) ), Hands),
    (   catch(Goal, Error, true)
    ->  put_back(Hands),
        (   nonvar(Error)
        ->  throw(Error)
        ;   true
        )
    ;   put_back(Hands),
        fail
    ).

put_back(Hands) :-
    forall(member(given(K, Xs), Hands), assign(K, Xs)).
