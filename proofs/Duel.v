(* Section 4.2: MYST(m,n,2,q) as a game of two players for one prize, and why
   questions that can be answered without telling anything may be left out.

   The players are false, who begins, and true. In a turn a player asks for q
   cards, own ones too; the other shows one of them, whichever he likes, or has
   none; then the player may guess m cards, and wins if they are the pile, and
   loses if not. That the other, alone, then finds the pile in chapter 2 is
   proved in Survivor.v; Moves.v, Links.v, Plays.v and Situated.v connect this
   game with chapter 2, and Chapter2.v draws the conclusions.

   Glossary
     card, deal       a card; the hands of both
     dealt d          the hands are disjoint, of n cards
     hand d i, pile d the hand of player i; the other cards
     turn, history    a question and the card shown, if any; the turns so
                      far, the latest first
     asker h          whose turn it is
     strategy         what is asked, shown and guessed, as a function of the
                      own hand and of what both have seen
     question, answer, guess
                      what a strategy does, made well formed: a question has
                      q cards, an answer is true, a guess has m cards
     some_question    any question
     truthful_answer H Q a
                      the answer a to Q is true of the hand H
     shown j h, lacks j h
                      the cards that j has shown; those that j is known not
                      to have
     useful h Q       the question Q is not known to be of no use
     useful_question h, put u s H h
                      the first useful question; what is asked, if u, a
                      useful one
     winner u s d T h who wins within T turns after h, if the players follow
                      s; if u, with useful questions only
     pair k s t       player k follows s, and the other t
     truthful d h     what was said in h is true of the deal d
     tell_nothing, imagined, follow
                      how a strategy with useful questions is followed where
                      all may be asked: idle ones are answered without
                      telling anything, and forgotten
     real, counter    the other's strategy, as it looks to who forgets them
     told j h, all_told h
                      the cards of which it was told whether j has them; how
                      many of both
     steal, first_turn, later
                      who begins asks any question, forgets it, and goes on
                      as the second player; what the other then does
     changed d        the deal with the hands exchanged *)

From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma room_for m n q s r : q <= m + n + 1 -> s < n -> s + (1 + r) = m + n * 2 ->
  q.-1 <= r.
Proof.
move=> small lt e; rewrite -subn1 leq_subLR; apply: leq_trans small _;
  rewrite addnC leq_add2l.
by rewrite -(leq_add2l n) addnCA addnn -muln2 -e addnA leq_add2r addn1.
Qed.

Section Duel.
Variables m n q : nat.
Definition card := 'I_(m + n * 2).
Notation cards := {set card}.
Implicit Types (i j k : bool) (x : card) (A H Q M : cards).

(* A deal is the hands of both. *)
Definition deal := (cards * cards)%type.
Definition hand (d : deal) i := if i then d.2 else d.1.
Definition dealt (d : deal) :=
  [&& #|hand d false| == n, #|hand d true| == n &
    [disjoint hand d false & hand d true]].
Definition pile (d : deal) : cards := ~: (hand d false :|: hand d true).

(* What both have seen of a turn: the question, and the card that was shown.
   The latest turn comes first. *)
Definition turn := (cards * option card)%type.
Definition history := seq turn.
Implicit Types (h : history) (d : deal) (a : option card).
Definition asker h := odd (size h).

(* A strategy knows the own hand, what both have seen, and the question
   asked. *)
Record strategy := Strategy {
  asks : cards -> history -> cards;
  shows : cards -> history -> cards -> option card;
  guesses : cards -> history -> turn -> option cards }.
Implicit Types s t : strategy.

(* Who would ask or show what is not allowed, does something that is. *)
Definition some_question : cards := odflt set0 [pick Q : cards | #|Q| == q].
Definition question s H h : cards :=
  if #|asks s H h| == q then asks s H h else some_question.
Definition truthful_answer H Q a : bool :=
  if a is Some x then x \in Q :&: H else Q :&: H == set0.
Definition answer s H h Q : option card :=
  if truthful_answer H Q (shows s H h Q) then shows s H h Q
  else [pick x in Q :&: H].
(* Who would guess a set of another size, guesses nothing. *)
Definition guess s H h (r : turn) : option cards :=
  if guesses s H h r is Some M then if #|M| == m then Some M else None
  else None.

(* What j has shown, and what j is known to lack: what he denied or was
   shown. *)
Fixpoint shown j h : cards :=
  match h with
  | (_, Some x) :: h' =>
      if asker h' == ~~ j then x |: shown j h' else shown j h'
  | _ :: h' => shown j h'
  | [::] => set0
  end.
Fixpoint lacks j h : cards :=
  match h with
  | (Q, None) :: h' => if asker h' == ~~ j then Q :|: lacks j h' else lacks j h'
  | (_, Some x) :: h' => if asker h' == j then x |: lacks j h' else lacks j h'
  | [::] => set0
  end.

(* A question is idle if a card of it was shown, or all are known to be
   lacked. *)
Definition useful h Q : bool :=
  [disjoint Q & shown (~~ asker h) h] && ~~ (Q \subset lacks (~~ asker h) h).
Definition useful_question h : option cards :=
  [pick Q : cards | (#|Q| == q) && useful h Q].

(* The question that is put; if only useful ones may be put, the first useful
   one instead of an idle one. *)
Definition put (only_useful : bool) s H h : option cards :=
  if ~~ only_useful || useful h (question s H h) then Some (question s H h)
  else useful_question h.

(* Who wins in T turns from h on. If only useful questions may be put, and there
   is none, the asker wins: he knows the pile, as is proved below. *)
Fixpoint winner (only_useful : bool) (s : bool -> strategy) d T h
    : option bool :=
  if T is T'.+1 then
    let i := asker h in
    if put only_useful (s i) (hand d i) h is Some Q then
      let a := answer (s (~~ i)) (hand d (~~ i)) h Q in
      if guess (s i) (hand d i) h (Q, a) is Some M then
        Some (if M == pile d then i else ~~ i)
      else winner only_useful s d T' ((Q, a) :: h)
    else Some i
  else None.

Definition pair k s t : bool -> strategy := fun i => if i == k then s else t.

Lemma subset_of_size A (r : nat) : r <= #|A| -> exists2 B : cards, B \subset A &
  #|B| = r.
Proof.
move=> le; exists [set y in take r (enum A)].
  by apply/subsetP => y; rewrite inE => /mem_take; rewrite mem_enum.
rewrite cardsE (card_uniqP _) ?take_uniq ?enum_uniq // size_take -cardE.
by case: ltnP => // ge; apply/eqP; rewrite eqn_leq ge le.
Qed.

Hypothesis q_small : q <= m + n + 1.
Hypothesis q_pos : 0 < q.
Hypothesis n_pos : 0 < n.

Lemma some_question_size : #|some_question| = q.
Proof.
rewrite /some_question; case: pickP => [Q /eqP //|none].
have [|Q _ e] := @subset_of_size setT q; last by move: (none Q); rewrite e eqxx.
rewrite cardsT card_ord muln2 -addnn addnA; apply: leq_trans q_small _.
by rewrite leq_add2l.
Qed.

Lemma question_size s H h : #|question s H h| = q.
Proof. by rewrite /question; case: eqP => // _; exact: some_question_size. Qed.

Lemma answer_truthful s H h Q : truthful_answer H Q (answer s H h Q).
Proof.
rewrite /answer; case: ifP => // _; case: pickP => [x //|none] /=.
by apply/eqP/setP => x; rewrite none inE.
Qed.

Lemma put_size u s H h Q : put u s H h = Some Q -> #|Q| = q.
Proof.
rewrite /put; case: ifP => [_ [<-]|_]; first exact: question_size.
by rewrite /useful_question; case: pickP => // ? /andP [/eqP e _] [<-].
Qed.

Lemma put_useful s H h Q : put true s H h = Some Q -> useful h Q.
Proof.
rewrite /put; case: ifP => [? [<-] //|_].
by rewrite /useful_question; case: pickP => // ? /andP [_ e] [<-].
Qed.

(* What was said is true. *)
Definition truthful d h := forall j,
  (shown j h \subset hand d j) /\ [disjoint lacks j h & hand d j].

Lemma truthful_nil d : truthful d [::].
Proof. by move=> j; rewrite sub0set -setI_eq0 set0I. Qed.

Lemma hands_disjoint d j : dealt d -> [disjoint hand d (~~ j) & hand d j].
Proof. by case/and3P=> _ _ di; case: j; rewrite // disjoint_sym. Qed.

Lemma hand_size d j : dealt d -> #|hand d j| = n.
Proof. by case/and3P=> /eqP n1 /eqP n2 _; case: j. Qed.

Lemma truthful_cons d h Q a : dealt d -> truthful d h ->
  truthful_answer (hand d (~~ asker h)) Q a -> truthful d ((Q, a) :: h).
Proof.
move=> de tr; case: a => [x|] ok j /=; have [sh la] := tr j.
  move: ok; rewrite /= inE => /andP [_ xin]; split.
    by case: (asker h =P ~~ j) => // e;
      rewrite subUset sub1set sh -(negbK j) -e xin.
  case: (asker h =P j) => // e.
  have := hands_disjoint j de;
    rewrite -!setI_eq0 setIUl setU_eq0 !setI_eq0 la andbT => di.
  rewrite disjoints1; apply: contraL xin => xin; move: (disjointFl di xin).
  by rewrite e => ->.
split=> //; case: (asker h =P ~~ j) => // e;
  rewrite -setI_eq0 setIUl setU_eq0 [X in _ && X]setI_eq0 la andbT.
by move: ok; rewrite /= e negbK.
Qed.

Lemma pile_size d : dealt d -> #|pile d| = m.
Proof.
move=> de; have := cardsC (hand d false :|: hand d true); rewrite card_ord.
rewrite cardsU (hand_size _ de) (hand_size _ de).
have -> : hand d false :&: hand d true = set0.
  by apply/eqP; rewrite setI_eq0; case/and3P: de.
rewrite cards0 subn0 addnn -muln2 => e.
by apply: (@addnI (n * 2)); rewrite e addnC.
Qed.

(* Who has no useful question knows the other's hand. *)
Lemma nothing_to_ask d h : dealt d -> truthful d h ->
  useful_question h = None ->
  shown (~~ asker h) h = hand d (~~ asker h).
Proof.
move=> de tr; rewrite /useful_question; case: pickP => // none _.
set j := ~~ asker h in none *; have [sh la] := tr j.
apply/eqP; rewrite eqEsubset sh; apply/subsetP => x xin; apply: contraT => nx.
have room : q.-1 <= #|~: shown j h :\ x|.
  have : #|shown j h| < #|hand d j|.
    by apply: proper_card; rewrite properE sh; apply/subsetPn; exists x.
  rewrite hand_size // => lt.
  apply: (room_for q_small lt); have := cardsC (shown j h).
  by rewrite (cardsD1 x (~: _)) inE nx card_ord.
have [B sub size_B] := subset_of_size room.
have xB : x \notin B by apply: contraTN (subxx B) =>
  /(subsetP sub); rewrite !inE eqxx.
have /negbT := none (x |: B);
  rewrite cardsU1 xB size_B add1n prednK // eqxx /= -/j.
rewrite negb_and negbK => /orP [|/subsetP lack]; last first.
  by move: (disjointFl la xin); rewrite lack // setU11.
case/negP; rewrite disjoints_subset subUset sub1set inE nx;
  exact: subset_trans sub (subsetDl _ _).
Qed.

(* How player k follows in the game with all questions a strategy s for the game
   with useful ones: an idle question of the other's is answered without telling
   anything, and k imagines that the first useful one had been put. *)
Definition tell_nothing k h Q : option card := [pick x in Q :&: shown k h].

Fixpoint imagined k s H h : history :=
  if h is (Q, a) :: h0 then
    let h' := imagined k s H h0 in
    (if (asker h' == k) || useful h' Q then (Q, a) else
     if useful_question h' is Some Q' then (Q', answer s H h' Q')
     else (Q, a)) :: h'
  else [::].

Definition follow k s : strategy := Strategy
  (fun H h => odflt set0 (put true s H (imagined k s H h)))
  (fun H h Q => let h' := imagined k s H h in
     if useful h' Q then answer s H h' Q else tell_nothing k h' Q)
  (fun H h told => let h' := imagined k s H h in
     if put true s H h' is Some _ then guesses s H h' told
     else Some (~: (H :|: shown (~~ k) h'))).

(* The other's strategy t, seen from the game that k imagines: what was really
   asked and answered, t itself tells. *)
Fixpoint real k t H h' : history :=
  if h' is (Q', a') :: h0' then
    let h0 := real k t H h0' in
    (if asker h0' == k then (Q', a') else
     let Q := question t H h0 in
     (Q, if useful h0' Q then a' else tell_nothing k h0' Q)) :: h0
  else [::].

Definition counter k t : strategy := Strategy
  (fun H h' => question t H (real k t H h'))
  (fun H h' Q => answer t H (real k t H h') Q)
  (fun H h' told => let h := real k t H h' in let Q := question t H h in
     guesses t H h (Q, if useful h' Q then told.2 else tell_nothing k h' Q)).

Lemma answer_fixed s H h Q : truthful_answer H Q (shows s H h Q) ->
  answer s H h Q = shows s H h Q.
Proof. by rewrite /answer => ->. Qed.

Lemma question_fixed s H h : #|asks s H h| = q -> question s H h = asks s H h.
Proof. by rewrite /question => ->; rewrite eqxx. Qed.

Lemma tell_nothing_truthful d k h Q : truthful d h -> asker h = ~~ k ->
  ~~ useful h Q -> truthful_answer (hand d k) Q (tell_nothing k h Q).
Proof.
move=> tr ask; rewrite /useful ask negbK negb_and negbK /tell_nothing => idle.
have [sh la] := tr k; case: pickP => [x|none] /=.
  by rewrite !inE => /andP [-> /(subsetP sh)].
case/orP: idle => [|sub].
  by case/negP; rewrite -setI_eq0; apply/eqP/setP => x; rewrite none inE.
by rewrite setI_eq0; apply: disjointWl sub la.
Qed.

Lemma guess_eq s t H h h' r r' : guesses s H h r = guesses t H h' r' ->
  guess s H h r = guess t H h' r'.
Proof. by rewrite /guess => ->. Qed.
Lemma guess_size s H h r M : guess s H h r = Some M -> #|M| = m.
Proof. by rewrite /guess; case: guesses => // A; case: eqP => // e [<-]. Qed.
Lemma guess_fixed s H h r M : guesses s H h r = Some M -> #|M| = m ->
  guess s H h r = Some M.
Proof. by rewrite /guess => -> ->; rewrite eqxx. Qed.

Lemma put_any s H h : put false s H h = Some (question s H h).
Proof. by []. Qed.
Lemma put_only s H h : put true s H h =
  if useful h (question s H h) then Some (question s H h)
  else useful_question h.
Proof. by []. Qed.
Lemma pair_self k s t : pair k s t k = s.
Proof. by rewrite /pair eqxx. Qed.
Lemma pair_other k s t : pair k s t (~~ k) = t.
Proof. by rewrite /pair; case: k. Qed.
Lemma pileE d k : ~: (hand d k :|: hand d (~~ k)) = pile d.
Proof. by case: k; rewrite /pile //= setUC. Qed.

(* A turn of k's own: the question is the imagined one; if there is none, k
   guesses. *)
Lemma own_turn k s t d h h' : dealt d -> truthful d h' -> asker h' = k ->
  h' = imagined k s (hand d k) h -> h = real k t (hand d (~~ k)) h' ->
  if put true s (hand d k) h' is Some Q then
    [/\ question (follow k s) (hand d k) h = Q,
        answer (counter k t) (hand d (~~ k)) h' Q = answer t
        (hand d (~~ k)) h Q &
        forall a, guess (follow k s) (hand d k) h (Q, a) = guess s (hand d k) h'
        (Q, a)]
  else forall told, guess (follow k s) (hand d k) h told = Some (pile d).
Proof.
move=> de tr ask im re; case E: put => [Q|].
  split=> [||a]; last by apply: guess_eq; rewrite /= -im E.
    by rewrite question_fixed /= -im E //=; exact: put_size E.
  by rewrite answer_fixed /= -re //; exact: answer_truthful.
have none : useful_question h' = None by move: E; rewrite /put; case: ifP.
have := nothing_to_ask de tr none; rewrite ask => known told.
by apply: guess_fixed; rewrite ?pile_size //= -im E known pileE.
Qed.

(* A turn of the other's: what k answers is allowed, and the other makes of it
   the same in both games. *)
Lemma others_turn k s t d h h' : truthful d h' -> asker h' = ~~ k ->
  h' = imagined k s (hand d k) h -> h = real k t (hand d (~~ k)) h' ->
  let Q := question t (hand d (~~ k)) h in
  let a Q' := if useful h' Q then answer s (hand d k) h' Q'
  else tell_nothing k h' Q in
  [/\ question (counter k t) (hand d (~~ k)) h' = Q,
      answer (follow k s) (hand d k) h Q = a Q &
      forall Q', guess (counter k t) (hand d (~~ k)) h' (Q',
      answer s (hand d k) h' Q')
        = guess t (hand d (~~ k)) h (Q, a Q')].
Proof.
move=> tr ask im re Q a; split=> [||Q'].
- by rewrite question_fixed /= -re //; exact: question_size.
- rewrite answer_fixed /= -im // /a; case: ifP => [_|/negbT idle].
    exact: answer_truthful.
  exact: tell_nothing_truthful.
- by apply: guess_eq; rewrite /= -re -/Q /a; case: ifP.
Qed.

(* Turn by turn, k wins with `follow` whenever s wins where only useful
   questions are put. *)
Lemma follow_wins k s t d T h h' : dealt d -> truthful d h' ->
  h' = imagined k s (hand d k) h -> h = real k t (hand d (~~ k)) h' ->
  winner true (pair k s (counter k t)) d T h' = Some k ->
  winner false (pair k (follow k s) t) d T h = Some k.
Proof.
move=> de; elim: T h h' => [|T IH] h h' // tr im re.
have same : asker h = asker h'.
  rewrite /asker re; congr odd; elim: (h') => //= -[Q a] h0 IHh /=; congr _.+1;
    exact: IHh.
rewrite [winner true _ _ _ _]/= [winner false _ _ _ _]/= same.
case: (asker h' =P k) => [ask|/eqP ask].
- have := own_turn de tr ask im re; rewrite ask pair_self !pair_other pair_self.
  case E: put => [Q|] => [[-> -> ->]|->]; last by rewrite eqxx.
  case: guess => // win; apply: IH win.
  + by apply: truthful_cons => //; rewrite ask; exact: answer_truthful.
  + by rewrite /= -im ask eqxx.
  + by rewrite /= -re ask eqxx.
have {}ask : asker h' = ~~ k by move: ask; case: asker; case: (k).
have := others_turn tr ask im re; rewrite ask negbK !pair_other !pair_self.
set Q := question t _ h; case=> eQ ea eg; rewrite put_only eQ ea.
have nk : (~~ k == k) = false by case: (k).
have keeps Q' : truthful d ((Q', answer s (hand d k) h' Q') :: h').
  by apply: truthful_cons => //; rewrite ask negbK; exact: answer_truthful.
have re' Q' : (Q, if useful h' Q then answer s (hand d k) h' Q'
               else tell_nothing k h' Q) :: h =
    real k t (hand d (~~ k)) ((Q', answer s (hand d k) h' Q') :: h').
  by rewrite /= -re ask nk.
case: ifP eg re' => U eg re'.
  rewrite eg; case: guess => // win; apply: IH win; [exact: keeps| |exact: re'].
  by rewrite /= -im U orbT.
case E: useful_question => [Q'|]; last by case=> /eqP; rewrite nk.
rewrite eg; case: guess => // win; apply: IH win; [exact: keeps| |exact: re'].
by rewrite /= -im U ask nk E.
Qed.

(* A game with useful questions only ends: each turn tells of a card of which
   had not been told. *)
Definition told j h := shown j h :|: lacks j h.

Lemma told_keeps j h Q a : told j h \subset told j ((Q, a) :: h).
Proof.
by case: a => [x|]; rewrite /told /=; do 2?[case: ifP => _];
  rewrite setUSS ?subsetUr.
Qed.

Lemma told_new d h Q a : truthful d h -> useful h Q ->
  truthful_answer (hand d (~~ asker h)) Q a ->
  told (~~ asker h) h \proper told (~~ asker h) ((Q, a) :: h).
Proof.
move=> tr /andP [di /subsetPn [y yQ ny]] ok; have [sh la] := tr (~~ asker h).
rewrite properE told_keeps; apply/subsetPn; case: a ok => [x|] /= ok.
  move: ok; rewrite inE => /andP [xQ xin]; exists x.
    by rewrite /told /= negbK eqxx !inE eqxx.
  by rewrite inE (disjointFr di xQ) (disjointFl la xin).
exists y; first by rewrite /told /= negbK eqxx !inE yQ orbT.
by rewrite inE (disjointFr di yQ) (negbTE ny).
Qed.

Definition all_told h := #|told false h| + #|told true h|.
Lemma all_told_more d h Q a : truthful d h -> useful h Q ->
  truthful_answer (hand d (~~ asker h)) Q a ->
  all_told h < all_told ((Q, a) :: h).
Proof.
move=> tr us ok; have := proper_card (told_new tr us ok); rewrite /all_told.
have := subset_leq_card (told_keeps (asker h) h Q a).
case: (asker h) => le lt; [rewrite -addSn|rewrite -addnS].
  exact: leq_add lt le.
exact: leq_add le lt.
Qed.

Lemma decided (s : bool -> strategy) d T h : dealt d -> truthful d h ->
  (m + n * 2) * 2 < T + all_told h -> winner true s d T h <> None.
Proof.
move=> de; elim: T h => [|T IH] h tr.
  rewrite add0n ltnNge muln2 -addnn => /negP [].
  by rewrite leq_add // -[X in _ <= X]card_ord max_card.
move=> enough /=; case E: put => [Q|] //; case: guess => //.
have ok := answer_truthful (s (~~ asker h)) (hand d (~~ asker h)) h Q.
apply: IH; first exact: truthful_cons.
apply: leq_trans enough _; rewrite addSnnS leq_add2l.
exact: all_told_more (put_useful E) ok.
Qed.

(* Who has won, has won. *)
Lemma winner_more u (s : bool -> strategy) d T T' h k : T <= T' ->
  winner u s d T h = Some k -> winner u s d T' h = Some k.
Proof.
elim: T T' h => [|T IH] [|T'] h //= le; case: put => // Q.
case: guess => // win; exact: IH win.
Qed.

(* Strategy stealing: who begins asks any question, forgets it and the answer,
   and goes on as the second player. What the other then does, is done by
   somebody who begins, with the hands changed. *)
Definition steal s : strategy := Strategy
  (fun H h => if h is [::] then some_question
     else asks s H (take (size h).-1 h))
  (fun H h Q => shows s H (take (size h).-1 h) Q)
  (fun H h told => if h is [::] then None
     else guesses s H (take (size h).-1 h) told).

Definition first_turn t H : turn :=
  (some_question, answer t H [::] some_question).
Definition later t : strategy := Strategy
  (fun H h => question t H (rcons h (first_turn t H)))
  (fun H h Q => answer t H (rcons h (first_turn t H)) Q)
  (fun H h told => guesses t H (rcons h (first_turn t H)) told).

Definition changed d : deal := (d.2, d.1).
Lemma hand_changed d k : hand (changed d) k = hand d (~~ k).
Proof. by case: k. Qed.
Lemma pile_changed d : pile (changed d) = pile d.
Proof. by rewrite /pile setUC. Qed.

Lemma take_rcons h (r : turn) : take (size (rcons h r)).-1 (rcons h r) = h.
Proof. by rewrite size_rcons -cats1 take_size_cat. Qed.

(* Both do in the one game what they do in the other. *)
Lemma stolen_moves s t d h j (r := first_turn t (hand d true))
    (u := pair false (steal s) t j) (v := pair true s (later t) (~~ j)) :
  [/\ question u (hand d j) (rcons h r) = question v (hand d j) h,
      answer u (hand d j) (rcons h r) =1 answer v (hand d j) h &
      guess u (hand d j) (rcons h r) =1 guess v (hand d j) h].
Proof.
have some : rcons h r <> [::] by case: (h).
rewrite /u /v; case: j {u v}; rewrite /pair [_ == _]/= [_ == true]/=;
  split=> [|Q|told] //; try apply: guess_eq => //.
- by rewrite [RHS]question_fixed //=; exact: question_size.
- by rewrite [RHS]answer_fixed //=; exact: answer_truthful.
- by rewrite /question /= take_rcons; case: (rcons h r) some.
- by rewrite /answer /= take_rcons.
- by rewrite /= take_rcons; case: (rcons h r) some.
Qed.

Lemma winner_step (s : bool -> strategy) d T h (i := asker h) :
  let Q := question (s i) (hand d i) h in
  let a := answer (s (~~ i)) (hand d (~~ i)) h Q in
  winner false s d T.+1 h =
  if guess (s i) (hand d i) h (Q, a) is Some M
  then Some (if M == pile d then i else ~~ i)
  else winner false s d T ((Q, a) :: h).
Proof. by []. Qed.

Lemma stolen_later s t d T h :
  winner false (pair false (steal s) t) d T
  (rcons h (first_turn t (hand d true))) =
  omap negb (winner false (pair true s (later t)) (changed d) T h).
Proof.
elim: T h => [|T IH] h //; have moves := stolen_moves s t d h;
  rewrite !winner_step.
rewrite pile_changed !hand_changed; set r := first_turn _ _ in moves IH *.
have -> : asker (rcons h r) = ~~ asker h by rewrite /asker size_rcons.
have [eq _ eg] := moves (~~ asker h); have [_ ea _] := moves (~~ ~~ asker h).
rewrite eq ea eg !negbK; case: guess => [M|] /=; last by rewrite -rcons_cons IH.
by case: (M == _); rewrite ?negbK.
Qed.

Lemma stolen s t d T : winner false (pair false (steal s) t) d T.+1 [::] =
  omap negb (winner false (pair true s (later t)) (changed d) T [::]).
Proof.
rewrite -stolen_later /= /put /= {1 2}/question /= some_question_size eqxx /=.
by [].
Qed.

End Duel.
