% Not axioms: why no deal fits a history
%
% What is left out one by one as long as no deal fits leaves what clashes.
%
% Defines:  clash/3
% Uses:     branches/2 (walks), condition_step/2 (legality), satisfiable/2
%           (deals)
% Formulas: none

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
