% Not axioms: answers for somebody at the prompt
%
% legal/1, possible/2 and fluents/2 want a whole deal; verdict/3, know/2 and
% show_grid/2 will do with some hands.  What cannot be meant is refused.
%
% Defines:  legal/1, possible/2, fluents/2, verdict/3, know/2, show_grid/2
% Uses:     check/1, check_kind/1, check_situation/2 (refusals),
%           require_placed/0 (placement),
%           keeping_hands/2 (hands), judge/4 (legality), make_worlds/3,
%           value/4 (worlds), seen/3, unseen_by/2 (sight), grid/5, state/3
% Formulas: none

%!  legal(+S) is semidet.
%   True if S is executable with the present deal.  By progression: linear.
legal(S) :-
    check_situation(S, As),
    require_placed,
    check_deal,
    initial(St),
    legal_walk(As, St, _).

legal_walk([], St, St).
legal_walk([A|As], St, St2) :-
    possible_now(A, St),
    progress(A, St, St1),
    legal_walk(As, St1, St2).

check_deal :-
    (   violates(Label)
    ->  refuse("a whole deal is needed, and these hands violate (~w)", [Label])
    ;   true
    ).

%!  possible(?A, +S) is nondet.
%   True if the action A is possible in S, with the present deal.  The sets of
%   an A that is not given are enumerated, in the order of the deck.
possible(A, S) :-
    check_situation(S, _),
    check_deal,
    check_kind(action(A)),
    nested(S, S1),
    findall(A, ( shape(A), poss(A, S1) ), As0),
    list_to_set(As0, As),
    member(A, As).

% The actions, of which only the sets are given.
shape(asks(_, Q))     :- constant(q, N), some_set(N, Q).
shape(asks(_, _, Q))  :- constant(q, N), between(1, N, L), some_set(L, Q).
shape(no(_)).
shape(yes(_)).
shape(shows(_, _, _)).
shape(guess(_, M))    :- hand_size(0, N), some_set(N, M).
shape(noguess(_)).
shape(noask(_)).
shape(right(_)).
shape(wrong(_)).
shape(told(_)).
shape(opens(I, H))    :- hand_size(I, N), I > 0, some_set(N, H).
shape(endturn(_)).
shape(looks(_, _, _)).
shape(lays(_, Q))      :- number_of_cards(C), between(1, C, N), some_set(N, Q).
shape(sees(_)).

%!  fluents(+S, -Fs) is det.
%   Fs are the fluents that hold in S, with the present deal.
fluents(S, Fs) :-
    check_situation(S, _),
    check_deal,
    nested(S, S1),
    findall(F, fluent(F, S1), Fs0),
    list_to_set(Fs0, Fs).

%!  verdict(+S, -Verdict, -Fault) is det.
%   judge/4 of S with the hands that are dealt at present.
verdict(S, Verdict, Fault) :-
    check_situation(S, As),
    require_placed,
    keeping_hands(Hands,
                  ( dealt_hands(Hands, Given),
                    judge(As, Given, Verdict, Fault) )).

% A holder who was dealt nothing is not given.
dealt_hands(Hands, Given) :-
    include([given(_, [_|_])]>>true, Hands, Given).

%!  know(+S, +Phi) is semidet.
%   True if Phi holds in S, in every world that fits the hands dealt at
%   present: the worlds are those of the public history.
know(S, Phi) :-
    check_situation(S, As),
    require_placed,
    check(formula(Phi)),
    findall(X, ( member(A, As), hidden(A, _, _, X) ), Cards),
    findall(E-X, ( nth1(E, Cards, X), X \== unseen ), Shown),
    maplist(unseen, As, Public),
    keeping_hands(Hands, make_worlds(Public, [], _)),
    (   unaware(I, A)
    ->  refuse("player ~p does not see that ~p is done, by section 1.3",
               [I, A])
    ;   true
    ),
    value(Phi, Hands, Shown, Value),
    (   Value == no_world
    ->  refuse_without_deal
    ;   Value == true
    ).

refuse_without_deal :-
    refuse("no deal fits the history and the hands; verdict/3 says why", []).

unseen(A, A1) :-
    public_form(A, A1).

%!  show_grid(+I, +S) is det.
%   Prints what player I knows in S: yes, no or ? for each card and holder.
%   I's hand has to be dealt, and the cards shown to or by I given.
show_grid(I, S) :-
    check_situation(S, As),
    require_placed,
    require_known_sight,
    check(player(I)),
    seen(As, I, Seen),
    (   unseen_by(I, Seen)
    ->  refuse("player ~p saw the cards shown to or by player ~p", [I, I])
    ;   true
    ),
    keeping_hands(Hands,
                  ( dealt_hands(Hands, Given),
                    check_dealt(I, Given, Hand),
                    state(As, Given, States),
                    grid(Seen, [given(I, Hand)], States, Deals, Counts) )),
    (   Deals =:= 0
    ->  refuse_without_deal
    ;   print_grid(I, Deals, Counts)
    ).

% What I sees of a show is not asked of the axioms here.
require_known_sight :-
    context_module(M),
    (   redefined_sight(M)
    ->  refuse("section 1.3 is edited: use know/2, which follows that", [])
    ;   true
    ).

check_dealt(I, Given, Hand) :-
    (   memberchk(given(I, Hand), Given)
    ->  true
    ;   hand_size(I, 0)
    ->  Hand = []
    ;   refuse("the hand of player ~p is not dealt; give/2 deals it", [I])
    ).

print_grid(I, Deals, Counts) :-
    format("player ~w holds ~D deals possible~n", [I, Deals]),
    findall(K, holder(K), Ks),
    print_row('', Ks),
    forall(card(X),
           ( findall(W, cell_word(X, Deals, Counts, W), Ws),
             print_row(X, Ws) )).

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
