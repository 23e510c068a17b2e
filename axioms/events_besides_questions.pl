% Ours: events besides questions: a look at a card, cards laid open, a witness
%
% What happens at a table besides questions and guesses: a player looks at one
% card of another holder, a holder lays cards open (a hand after a wrong
% accusation, a card shown to all, a card that falls), and a further player
% sees the card that was shown.  None of them is part of a turn: looks and
% cards laid open are possible in any phase, and all fluents persist.  Whoever
% shows a card stays the answerer till the guess, so that all see that one was.
%
% Defines:  has/2, among/2, open_set/1, another/2, action/1, poss/2, aside/1,
%           ans_turn/2, askphase/1, ansphase/1, showphase/1, guessphase/1,
%           endphase/1, last_shown/2, private/1, obs/4
% Uses:     player/1, holder/1, card/1, card_set/1, size/2, element/2, h/2,
%           turn/2, game_over/1
% Formulas: (E1)-(E20)

%!  has(+K, +X) is semidet.
%   True if holder K holds the card X.

% (E1) x in S_k
has(K, X) :-
    h(K, X).

%!  among(+Q, +K) is semidet.
%   True if holder K holds all cards of Q.

% (E2) Q is a subset of S_k
among(Q, K) :-
    \+ ( element(X, Q), \+ h(K, X) ).

%!  open_set(+Q) is semidet.
%   True if the cards Q may be laid open.

% (E3) Q is a subset of S, and not empty
open_set(Q) :-
    card_set(Q),
    size(Q, N),
    N >= 1.

%!  another(?I, ?K) is nondet.
%   True if holder K is not player I.

% (E4) another(i,k) == player(i) & holder(k) & i \= k
another(I, K) :-
    player(I), holder(K),
    I \= K.

% (E5) looks(i,k,x): i looks at the card x of the holder k
action(looks(I, K, X)) :-
    player(I),
    holder(K),
    card(X).

% (E6) lays(k,Q): the cards Q of the holder k are laid open
action(lays(K, Q)) :-
    holder(K),
    open_set(Q).

% (E7) sees(k): k, too, sees the card that was shown
action(sees(K)) :-
    player(K).

% (E8) Poss(looks(i,k,x),s) == i \= k & x in S_k
poss(looks(I, K, X), S) :-
    another(I, K),
    has(K, X),
    \+ game_over(S).

% (E9) Poss(lays(k,Q),s) == Q is a subset of S_k
% Reading: Q is type-checked, (E3).
poss(lays(K, Q), S) :-
    among(Q, K),
    open_set(Q),
    \+ game_over(S).

% (E10) Poss(sees(k),s) == guessphase(s) & AnsTurn(j,s) & ~Turn(j,s) & ~AnsTurn(k,s) & ~Turn(k,s)
% Reading: for some j, who has shown the card, (E12).
poss(sees(K), S) :-
    guessphase(S),
    ans_turn(J, S),
    \+ turn(J, S),
    \+ ans_turn(K, S),
    \+ turn(K, S),
    \+ game_over(S).

%!  aside(+A) is semidet.
%   True if the action A is none of the turn's.

% (E11) aside(a) == a = looks(i,k,x) \/ a = lays(k,Q) \/ a = sees(k)
% Reading: for some i, k, x and Q.
aside(looks(_, _, _)).
aside(lays(_, _)).
aside(sees(_)).

% (E12) a = shows(j,i,x) \/ (AnsTurn(j,s) & aside(a)) -> AnsTurn(j,do(a,s))
% Reading: for some i and x.
ans_turn(J, do(A, S)) :-
    (   A = shows(J, _, _)
    ;   ans_turn(J, S),
        aside(A)
    ).

% (E13) askphase(s) & aside(a) -> askphase(do(a,s))
askphase(do(A, S)) :-
    aside(A),
    askphase(S).

% (E14) ansphase(s) & aside(a) -> ansphase(do(a,s))
ansphase(do(A, S)) :-
    aside(A),
    ansphase(S).

% (E15) showphase(s) & aside(a) -> showphase(do(a,s))
showphase(do(A, S)) :-
    aside(A),
    showphase(S).

% (E16) guessphase(s) & aside(a) -> guessphase(do(a,s))
guessphase(do(A, S)) :-
    aside(A),
    guessphase(S).

% (E17) endphase(s) & aside(a) -> endphase(do(a,s))
endphase(do(A, S)) :-
    aside(A),
    endphase(S).

% (E18) of looks(i,k,x) the players i and k see x, all others only that i looked
private(looks(_, _, _)).
obs(J, looks(I, K, X), looks(I, K, X), _) :-
    player(J),
    member(J, [I, K]).
obs(J, looks(I, K, _), looks(I, K, unseen), _) :-
    player(J),
    \+ member(J, [I, K]).

%!  last_shown(?X, +S) is nondet.
%   True if X is the card that was shown last in the turn of S.

% (E19) last_shown(x,do(a,s)) == a = shows(j,i,x) \/ (last_shown(x,s) & aside(a))
% Reading: for some i and j.
last_shown(X, do(A, S)) :-
    (   A = shows(_, _, X)
    ;   aside(A),
        last_shown(X, S)
    ).

% (E20) of sees(k) the player k sees the card that was shown
obs(K, sees(K), X, S) :-
    player(K),
    last_shown(X, S).
