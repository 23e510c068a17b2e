% Not axioms: in how many deals each holder holds each card
%
% Every deal that fits is counted.
%
% Defines:  grid/4, grid/5
% Uses:     state/3 (state), ends/2 (walks), some_deal/2 (deals)
% Formulas: none

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
