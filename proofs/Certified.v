(* What Checker.v accepts is true: a plan assures its player of the chance that
   `assured` computes, in the game of Bluffs.v; if both players may bluff, in
   the whole game of Duel.v.

   Glossary
     mk A H           the deal in which player k has A, and the other H
     asked_by, shown_by, guessed_by, behaves
                      the behaviour of Behaviour.v that a plan stands for
     fits H a, hands_fit H held
                      the hand a fits beside H; so do all that are held
                      possible
     even_hands H h held
                      hands that look alike to the other have the same weight
     keeps s          the renaming s keeps what the other knows
     asks_for, after  how likely a question is; what follows it is worth
     shows_card, told_then, told_worth
                      how likely a card is shown; what follows an answer of
                      k's is worth for a hand, and for all *)

From Coq Require Import PArith NArith.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat fingroup perm.
From Myst Require Import Ordered Minimax Duel Optimal Bluffs Behaviour.
From Myst Require Import CheckerNumbers Renaming.
From Myst Require Checker.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sound.
Variables (m n q : nat) (bluffs : bool -> bool).
Hypothesis q_small : (q <= m + n + 1)%N.
Hypothesis q_pos : (0 < q)%N.
Hypothesis n_pos : (0 < n)%N.
Notation card := (card m n).
Notation cards := {set card}.
Notation strategy := (strategy m n).
Notation deal := (deal m n).
Notation qs := (C.sets_of m n q).
Notation enc := (@enc m n).
Notation dec := (@dec m n).
Notation enc_answer := (@enc_answer m n).
Notation enc_history := (@enc_history m n).
Notation enc_turn := (@enc_turn m n).
Notation turn := (cards * option card)%type.
Implicit Types (A H Q : cards) (h : history m n) (t : strategy).
Variables (k : bool) (p : C.plan).

Definition mk A H : deal := if k then (H, A) else (A, H).
Lemma mk_own A H : hand (mk A H) k = A.
Proof. by rewrite /mk; case: k. Qed.
Lemma mk_other A H : hand (mk A H) (~~ k) = H.
Proof. by rewrite /mk; case: k. Qed.
Lemma mk_pile A H : pile (mk A H) = ~: (A :|: H).
Proof. by rewrite /pile /mk; case: k; rewrite // setUC. Qed.

Definition asked_by A h := C.sub
  (filter (fun y => C.allowed (bluffs k) (enc A) y.1)
    (C.asking p (enc_history h) (C.usefuls qs (enc_history h)) (enc A))).
Definition shown_by A h Q :=
  C.sub (C.showing p (enc_history h) (enc Q) (enc A)).
Definition guessed_by A h (r : turn) :=
  C.sub_guess (C.guessing p (enc_history h) (enc_turn r) (enc A)).
Definition behaves : behaviour m n := Behaviour
  (fun A h Q => rat_of (C.look (enc Q) (asked_by A h)))
  (fun A h Q a => rat_of (C.look (enc_answer a) (shown_by A h Q)))
  (fun A h (r : turn) g =>
     if g is Some M then rat_of (C.look (enc M) (guessed_by A h r).2)
                  else rat_of (guessed_by A h r).1).

Lemma look_sum (A : finType) (f : A -> N) s : injective f ->
  \sum_a rat_of (C.look (f a) s) <= rat_of (C.total s).
Proof.
move=> inj; rewrite rat_of_total.
rewrite (eq_bigr (fun a => \sum_(z <- s) rat_of z.2 * (z.1 == f a)%:R));
  last first.
  move=> a _; rewrite rat_of_look big_mkcond; apply: eq_bigr => z _.
  by case: eqP; rewrite ?mulr1 ?mulr0.
rewrite exchange_big; apply: ler_sum => z _; rewrite -mulr_sumr.
rewrite -[X in _ <= X]mulr1; apply: ler_wpmul2l; first exact: rat_of_ge0.
case: (pickP (fun a => z.1 == f a)) => [a e|no]; last first.
  by rewrite big1 ?ler01 // => a _; rewrite no.
rewrite (bigD1 a) //= e big1 ?addr0 // => b ne.
by rewrite (eqP e) (inj_eq inj) eq_sym (negbTE ne).
Qed.

Lemma behaves_proper : proper behaves.
Proof.
move=> A h; split=> [|Q|r]; split=> [a|] /=.
- exact: rat_of_ge0.
- apply: le_trans (sub_le1 _); exact: look_sum (@enc_inj m n).
- exact: rat_of_ge0.
- apply: le_trans (sub_le1 _); exact: look_sum (@enc_answer_inj m n).
- by case: a => [M|]; exact: rat_of_ge0.
have one :
  rat_of (guessed_by A h r).1 + rat_of (C.total (guessed_by A h r).2) <= 1.
  rewrite /guessed_by /C.sub_guess fleE rat_ofD rat_of1; by case: ifP.
apply: le_trans one; rewrite (bigD1 None) //= ler_add2l.
apply: le_trans (look_sum _ (@enc_inj m n)).
rewrite (reindex_onto Some (odflt set0)) /=; last by case.
by rewrite (eq_bigl xpredT) // => M; rewrite eqxx.
Qed.

Hypothesis p_even : even_plan m n q p.

Lemma behaves_even : even behaves.
Proof.
move=> s A h; have [ask show guess] := p_even s A h; split=> [Q|Q a|r g] /=.
- rewrite -(renamed_enc s Q); apply: same_look; apply: same_sub.
  by apply: same_filter ask _ => b; exact: allowed_moved.
- rewrite -renamed_answer; apply: same_look; exact: same_sub (show Q).
have [g1 g2] := guess r; rewrite /guessed_by /C.sub_guess !fleE !rat_ofD g1.
rewrite (same_total g2); case: ifP => _; case: g => [M|] //=.
by rewrite -(renamed_enc s M); apply: same_look.
Qed.

(* The hands that player k may have where the other has H. *)
Definition fits H (a : N) := (a == enc (dec a)) && dealt (mk (dec a) H).
Definition hands_fit H (held : C.weights) :=
  uniq (map fst held) && all (fits H) (map fst held).

Lemma fits_sub H held held' : subseq (map fst held') (map fst held) ->
  hands_fit H held -> hands_fit H held'.
Proof.
move=> sub /andP [u a]; apply/andP; split; first exact: subseq_uniq u.
by apply/allP => x /(mem_subseq sub); exact/allP.
Qed.

Lemma filter_sub (T : Type) (f : T -> N) P (s : seq T) :
  subseq (map f (filter P s)) (map f s).
Proof.
elim: s => [|z s IH] //=; case: (P z); first by rewrite /= eqxx.
exact: subseq_trans IH (subseq_cons _ _).
Qed.
Lemma own_fits H a : fits H a -> enc (dec a) = a.
Proof. by case/andP => /eqP <-. Qed.

Lemma fits_dealt H a : fits H a -> dealt (mk (dec a) H).
Proof. by case/andP. Qed.

Lemma dealt_pile A B H : dealt (mk A H) -> dealt (mk B H) ->
  pile (mk A H) = pile (mk B H) -> A = B.
Proof.
move=> dA dB; rewrite !mk_pile => /setC_inj e.
have := hands_disjoint k dA; have := hands_disjoint k dB.
rewrite !mk_own !mk_other => iB iA; apply/setP => x.
have := congr1 (fun S : cards => x \in S) e; rewrite !inE.
case xH: (x \in H); last by rewrite !orbF.
by rewrite (disjointFr iA xH) (disjointFr iB xH).
Qed.

Lemma pile_num a H : C.pile m n a (enc H) = enc (pile (mk (dec a) H)).
Proof. by rewrite enc_pile mk_pile. Qed.

(* Hands that look alike have the same weight. *)
Definition even_hands H h (held : C.weights) := forall s,
  moved_history s h = h -> moved s H = H -> forall A,
  rat_of (C.look (enc (moved s A)) held) = rat_of (C.look (enc A) held).

Lemma sum_look H held (F : cards -> rat) : hands_fit H held ->
  \sum_(z <- held) rat_of z.2 * F (dec z.1) =
  \sum_A rat_of (C.look (enc A) held) * F A.
Proof.
case/andP => _; rewrite all_map => all_held.
rewrite [RHS](eq_bigr (fun A => \sum_(z <- held)
    (if z.1 == enc A then rat_of z.2 * F A else 0))); last first.
  by move=> A _; rewrite rat_of_look mulr_suml big_mkcond.
rewrite exchange_big; apply: sum_eq all_held _ => z /own_fits ez.
rewrite -big_mkcond (big_pred1 (dec z.1)) // => A.
by rewrite -{1}ez (inj_eq (@enc_inj m n)) eq_sym.
Qed.

Lemma sum_moved H h held s (F : cards -> rat) : hands_fit H held ->
  even_hands H h held -> moved_history s h = h -> moved s H = H ->
  \sum_(z <- held) rat_of z.2 * F (moved s (dec z.1)) =
  \sum_(z <- held) rat_of z.2 * F (dec z.1).
Proof.
move=> fit alike sh sH; rewrite (sum_look F fit).
rewrite (sum_look (fun A => F (moved s A)) fit).
rewrite [RHS](reindex_inj (@moved_inj _ _ s)) /=; apply: eq_bigr => A _.
by rewrite alike.
Qed.

Lemma even_later H h h' held held' (P : cards -> rat) : hands_fit H held ->
  even_hands H h held ->
  (forall s, moved_history s h' = h' -> moved s H = H ->
    moved_history s h = h /\ forall A, P (moved s A) = P A) ->
  (forall F, \sum_(z <- held') rat_of z.2 * F z.1 =
    \sum_(z <- held) rat_of z.2 * (P (dec z.1) * F z.1)) ->
  even_hands H h' held'.
Proof.
move=> fit alike kept sum s sh' sH A; have [sh PE] := kept s sh' sH.
have look B : rat_of (C.look (enc B) held') =
    \sum_(z <- held) rat_of z.2 * (P (dec z.1) * (dec z.1 == B)%:R).
  rewrite rat_of_look big_mkcond.
  rewrite (eq_bigr (fun z => rat_of z.2 * (z.1 == enc B)%:R)) => [|z _].
    rewrite (sum (fun a => (a == enc B)%:R)).
    case/andP: fit => _; rewrite all_map => all_held.
    apply: sum_eq all_held _ => z /own_fits ez.
    by rewrite -{2}ez (inj_eq (@enc_inj m n)).
  by case: eqP; rewrite ?mulr1 ?mulr0.
rewrite !look -(sum_moved (fun B => P B * (B == moved s A)%:R) fit alike sh sH).
by apply: eq_bigr => z _; rewrite PE (inj_eq (@moved_inj _ _ s)).
Qed.

Lemma mk_moved s A H : moved_deal s (mk A H) = mk (moved s A) (moved s H).
Proof. by rewrite /mk; case: k. Qed.

Notation renamed_strategy s t := (moved_strategy q bluffs s t).

Lemma nothing_useful H h : useful_question q h = None ->
  permitted_question q bluffs H h = None.
Proof.
rewrite /useful_question /permitted_question; case: pickP => // no _.
case: pickP => // Q /andP [sQ /andP [us _]].
by have := no Q; rewrite /= sQ us.
Qed.

Section OneTurn.
Variables (T : nat) (held : C.weights) (H : cards) (h : history m n).
Hypothesis held_fit : hands_fit H held.
Hypothesis held_even : even_hands H h held.
Hypothesis next : forall t on h', hands_fit H on -> even_hands H h' on ->
  rat_of (C.value m n bluffs k p qs T on (enc H) (enc_history h')) <=
  \sum_(z <- on) rat_of z.2 * worth q bluffs k behaves t (mk (dec z.1) H) T h'.
Notation go_on := (fun on seen => C.value m n bluffs k p qs T on (enc H) seen).

(* A renaming that keeps what the other knows. *)
Definition keeps (s : {perm card}) := moved_history s h = h /\ moved s H = H.

Lemma keeps_seen s :
  (forall Z, enc Z \in enc H :: C.sets_seen (enc_history h) ->
    moved s Z = Z) -> keeps s.
Proof.
move=> kept; split; last by apply: kept; rewrite mem_head.
by apply: history_kept => Z Z_h; apply: kept; rewrite inE Z_h orbT.
Qed.

Lemma worth_kept s t A T' h' : moved s H = H ->
  worth q bluffs k behaves (renamed_strategy s t) (mk (moved s A) H) T'
    (moved_history s h') = worth q bluffs k behaves t (mk A H) T' h'.
Proof.
move=> sH.
rewrite -(worth_moved bluffs q_small n_pos k behaves_even s t (mk A H)).
by rewrite mk_moved sH.
Qed.

(* A question of k's own. *)
Definition asks_for A Q := rat_of (C.look (enc Q) (asked_by A h)).
Definition after t A Q : rat :=
  let r : turn := (Q, answer t H h Q) in
  may_guess behaves A h r (Some (pile (mk A H))) +
  may_guess behaves A h r None * worth q bluffs k behaves t (mk A H) T (r :: h).

Lemma asks_for_kept s A Q : keeps s ->
  asks_for (moved s A) (moved s Q) = asks_for A Q.
Proof.
by case=> sh _; have [/(_ Q) + _ _] := behaves_even s A h; rewrite sh; apply.
Qed.
Lemma answer_kept s t Q : keeps s ->
  answer (renamed_strategy s t) H h (moved s Q) = omap s (answer t H h Q).
Proof.
by case=> sh sH; rewrite -(answer_moved q bluffs s t H h Q) sh sH.
Qed.
Lemma after_kept s t A Q : keeps s ->
  after (renamed_strategy s t) (moved s A) (moved s Q) = after t A Q.
Proof.
move=> ks; have [sh sH] := ks; rewrite /after answer_kept //.
set r : turn := (Q, answer t H h Q).
have [_ _ guess] := behaves_even s A h.
rewrite -[(moved s Q, _)]/(moved_turn s r).
rewrite -(guess r None) -(guess r (Some _)) sh /=.
rewrite -(worth_kept t A T (r :: h) sH) /= sh.
by rewrite -{1}sH -mk_moved pile_moved.
Qed.
Lemma sum_after_kept s t Q : keeps s ->
  \sum_(z <- held) rat_of z.2 * (asks_for (dec z.1) (moved s Q) *
    after (renamed_strategy s t) (dec z.1) (moved s Q)) =
  \sum_(z <- held) rat_of z.2 * (asks_for (dec z.1) Q * after t (dec z.1) Q).
Proof.
move=> ks; have [sh sH] := ks.
rewrite -(sum_moved (fun A => asks_for A (moved s Q) *
  after (renamed_strategy s t) A (moved s Q)) held_fit held_even sh sH).
by apply: eq_bigr => z _; rewrite asks_for_kept // after_kept.
Qed.

Lemma after_ge0 t A Q : 0 <= after t A Q.
Proof.
have [_ _ ok] := behaves_proper A h; have [g0 _] := ok (Q, answer t H h Q).
rewrite /after addr_ge0 ?g0 // mulr_ge0 ?g0 //.
exact: (worth_ge0 q bluffs k behaves_proper).
Qed.

Notation asked := (map (fun z => (z, C.sub
  (filter (fun y => C.allowed (bluffs k) z.1 y.1)
    (C.asking p (enc_history h) (C.usefuls qs (enc_history h)) z.1)))) held).

Lemma own_asked_sound t Q :
  rat_of (C.own_asked m n p go_on (enc H) (enc_history h) asked (enc Q)) <=
  \sum_(z <- held) rat_of z.2 * (asks_for (dec z.1) Q * after t (dec z.1) Q).
Proof.
have /andP [uniq_held all_held] := held_fit; rewrite all_map in all_held.
rewrite /C.own_asked; set ahead := C.nonzero _.
have sum_ahead F : \sum_(z <- ahead) rat_of z.2 * F z.1 =
    \sum_(z <- held) rat_of z.2 * (asks_for (dec z.1) Q * F z.1).
  rewrite sum_nonzero 2!big_map; apply: sum_eq all_held _ => z /own_fits ez.
  by rewrite /= rat_ofM mulrA /asks_for /asked_by ez.
have fit : hands_fit H ahead.
  by apply: fits_sub held_fit; apply: subseq_trans (filter_sub _ _ _) _;
    rewrite -!map_comp.
have sum0 : 0 <= \sum_(z <- held) rat_of z.2 *
    (asks_for (dec z.1) Q * after t (dec z.1) Q).
  apply: sumr_ge0 => z _; rewrite mulr_ge0 ?rat_of_ge0 //.
  by rewrite mulr_ge0 ?after_ge0 //; exact: rat_of_ge0.
case e: ahead => [|z0 ahead0]; first by rewrite rat_of0.
rewrite -e; clear e z0 ahead0.
have tr : truthful_answer H Q (answer t H h Q) by exact: answer_truthful.
have [b [b_cl /answers_only [a ea] like]] := classes_find
  (C.codes m n [:: enc Q, enc H & C.sets_seen (enc_history h)])
  (answers_enc tr).
rewrite {}ea in b_cl like.
have [s kept /set_of_moved sa] : exists2 s, forall Z,
    enc Z \in [:: enc Q, enc H & C.sets_seen (enc_history h)] -> moved s Z = Z &
    moved s (set_of (answer t H h Q)) = set_of a.
  by apply: kind_alike; rewrite !enc_set_of.
have sQ : moved s Q = Q by apply: kept; rewrite mem_head.
have ks : keeps s.
  by apply: keeps_seen => Z Z_in; apply: kept; rewrite inE Z_in orbT.
rewrite -(sum_after_kept t Q ks) sQ.
have {sa} ea : answer (renamed_strategy s t) H h Q = a.
  by rewrite -{1}sQ answer_kept.
move: (renamed_strategy s t) ea => {sum0 tr like kept} t' ea.
apply: le_trans
  (fmins_fst (fun b => C.own_told _ _ _ _ _ _ _ _ b) b_cl) _.
rewrite /C.own_told.
rewrite -(sum_ahead (fun b => after t' (dec b) Q)).
rewrite rat_ofD (eq_bigr _ (fun z _ => mulrDr _ _ _)) big_split /= ea.
have /andP [_ all_ahead] := fit; rewrite all_map in all_ahead.
have guess_eq z : fits H z ->
    C.sub_guess (C.guessing p (enc_history h) (enc Q, enc_answer a) z) =
    guessed_by (dec z) h (Q, a).
  by move/own_fits => ez; rewrite /guessed_by ez.
apply: ler_add.
  rewrite rat_of_sum 2!big_map; apply: sum_le all_ahead _ => z /= ez.
  by rewrite rat_ofM guess_eq // pile_num.
set on := C.nonzero _.
have sum_on F : \sum_(z <- on) rat_of z.2 * F z.1 =
    \sum_(z <- ahead) rat_of z.2 * (rat_of (guessed_by (dec z.1) h (Q, a)).1 *
    F z.1).
  rewrite sum_nonzero 2!big_map; apply: sum_eq all_ahead _ => z /= ez.
  by rewrite rat_ofM mulrA guess_eq.
rewrite -(sum_on (fun b => worth q bluffs k behaves t' (mk (dec b) H) T _)).
have on_fit : hands_fit H on.
  by apply: fits_sub fit; apply: subseq_trans (filter_sub _ _ _) _;
    rewrite -!map_comp.
case e: on => [|z1 on0]; first by rewrite big_nil rat_of0.
rewrite -e; apply: (next t' (h' := (Q, a) :: h) on_fit).
apply: (even_later (P := fun A => asks_for A Q *
  rat_of (guessed_by A h (Q, a)).1) held_fit held_even) =>
  [s' [sQ' sa' sh'] sH|F].
  have ks' : keeps s' by [].
  split=> // A; rewrite -{1}sQ' asks_for_kept //; congr (_ * _).
  have [_ _ guess] := behaves_even s' A h.
  by rewrite -[RHS](guess (Q, a) None) /= sh' /moved_turn /= sQ' sa'.
rewrite sum_on (sum_ahead (fun b => rat_of (guessed_by (dec b) h (Q, a)).1 *
  F b)).
by apply: eq_bigr => z _; congr (_ * _); rewrite mulrA.
Qed.

Lemma own_worth t A : asker h == k ->
  \sum_(Q | asked_for q h Q) asks_for A Q * after t A Q <=
  worth q bluffs k behaves t (mk A H) T.+1 h.
Proof.
move=> ask; have forbidden Q : useful h Q -> ~~ permitted bluffs A h Q ->
    asks_for A Q = 0.
  rewrite /permitted => -> no; rewrite /asks_for /asked_by.
  have {}no : C.allowed (bluffs k) (enc A) (enc Q) = false.
    by rewrite allowed_enc -(eqP ask); apply/negbTE.
  rewrite /C.sub; case: ifP => _; rewrite rat_of_look ?big_nil //.
  rewrite big_filter_cond big1 // => z /andP [ok /eqP ez].
  by rewrite ez no in ok.
rewrite /= ask mk_own mk_other /permitted_question; case: pickP => [Q0 _|none].
  rewrite big_mkcond [X in _ <= X]big_mkcond; apply: ler_sum => Q _.
  rewrite /asked_for; case: eqP => //= _.
  case us: (useful h Q); last by rewrite /permitted us.
  by case perm: permitted; rewrite // forbidden ?perm ?mul0r.
rewrite big1 ?ler01 // => Q /andP [sQ us]; rewrite forbidden ?mul0r //.
by have /negbT := none Q; rewrite /= sQ.
Qed.

(* A question of the other's. *)
Definition shows_card A Q x := rat_of (C.look (enc_answer x) (shown_by A h Q)).
Definition told_then t A Q x : rat :=
  if guess t H h (Q, x) is Some M then (M != pile (mk A H))%:R
  else worth q bluffs k behaves t (mk A H) T ((Q, x) :: h).
Definition told_worth t Q x : rat := \sum_(z <- held) rat_of z.2 *
  ((truthful_answer (dec z.1) Q x)%:R *
   (shows_card (dec z.1) Q x * told_then t (dec z.1) Q x)).

Lemma shows_card_kept s A Q x : keeps s ->
  shows_card (moved s A) (moved s Q) (omap s x) = shows_card A Q x.
Proof.
case=> sh _; have [_ show _] := behaves_even s A h.
by have := show Q x; rewrite sh; apply.
Qed.
Lemma told_worth_kept s t Q x : keeps s -> moved s Q = Q ->
  told_worth (renamed_strategy s t) Q (omap s x) = told_worth t Q x.
Proof.
move=> ks sQ; have [sh sH] := ks; rewrite /told_worth.
rewrite -(sum_moved (fun A => (truthful_answer A Q (omap s x))%:R *
   (shows_card A Q (omap s x) *
    told_then (renamed_strategy s t) A Q (omap s x))) held_fit held_even sh sH).
apply: eq_bigr => z _; congr (_ * (_ * (_ * _))).
- by rewrite -{1}sQ truthful_moved.
- by rewrite -{1}sQ shows_card_kept.
rewrite /told_then -[(Q, omap s x)]/(Q, (Q, omap s x).2) /=.
have := guess_moved q bluffs s t H h (Q, x).
rewrite sh sH /moved_turn /= sQ => ->.
case: guess => [M|] /=.
  rewrite -{1}sH -mk_moved pile_moved (inj_eq (@moved_inj _ _ s)) //.
have := worth_kept t (dec z.1) T ((Q, x) :: h) sH.
by rewrite /= sh /moved_turn /= sQ.
Qed.

Lemma told_then_ge0 t A Q x : 0 <= told_then t A Q x.
Proof.
rewrite /told_then; case: guess => [M|]; first exact: ler0n.
exact: (worth_ge0 q bluffs k behaves_proper).
Qed.
Lemma told_worth_ge0 t Q x : 0 <= told_worth t Q x.
Proof.
apply: sumr_ge0 => z _; rewrite mulr_ge0 ?rat_of_ge0 // mulr_ge0 ?ler0n //.
by rewrite mulr_ge0 ?told_then_ge0 //; exact: rat_of_ge0.
Qed.

Notation shows Q := (map (fun z => (z, C.sub (C.showing p (enc_history h)
  (enc Q) z.1))) held).

Lemma other_told_sound t Q x : x \in None :: [seq Some y | y <- enum Q] ->
  rat_of (C.other_told go_on (enc_history h) (shows Q) (enc Q)
    (enc_answer x)) <= told_worth t Q x.
Proof.
move=> x_Q; have /andP [uniq_held all_held] := held_fit.
rewrite all_map in all_held.
have tr A : C.truthful_answer (enc A) (enc Q) (enc_answer x) =
    truthful_answer A Q x.
  rewrite truthful_enc; case: x x_Q => [x|] //.
  by rewrite inE /= (mem_map (@Some_inj _)) mem_enum inE => ->.
rewrite /C.other_told; set ahead := C.nonzero _.
pose P A := (truthful_answer A Q x)%:R * shows_card A Q x.
have sum_ahead F : \sum_(z <- ahead) rat_of z.2 * F z.1 =
    \sum_(z <- held) rat_of z.2 * (P (dec z.1) * F z.1).
  rewrite sum_nonzero big_map big_filter big_map big_mkcond /=.
  apply: sum_eq all_held _ => z /own_fits ez; rewrite /P.
  rewrite -[in LHS]ez tr; case: truthful_answer; last by rewrite !mul0r mulr0.
  by rewrite rat_ofM [true%:R * _]mul1r mulrA /shows_card /shown_by !ez.
have -> : told_worth t Q x =
    \sum_(z <- ahead) rat_of z.2 * told_then t (dec z.1) Q x.
  rewrite (sum_ahead (fun a => told_then t (dec a) Q x)).
  by apply: eq_bigr => z _; rewrite /P -mulrA.
have fit : hands_fit H ahead.
  apply: fits_sub held_fit; apply: subseq_trans (filter_sub _ _ _) _.
  rewrite -map_comp; apply: subseq_trans (filter_sub _ _ _) _.
  by rewrite -map_comp.
have alike : even_hands H ((Q, x) :: h) ahead.
  apply: even_later held_fit held_even _ sum_ahead => s [sQ sx sh] sH.
  have ks : keeps s by [].
  split=> // A; rewrite /P; congr (_%:R * _).
    by rewrite -{1}sQ -{1}sx truthful_moved.
  by have := shows_card_kept A Q x ks; rewrite sQ sx.
move: ahead fit alike {sum_ahead} => ahead fit alike.
case: ifP => [_|_].
  rewrite rat_of0; apply: sumr_ge0 => z _.
  by rewrite mulr_ge0 ?rat_of_ge0 ?told_then_ge0.
have [le1 le2] := rat_of_min (C.split_largest (map snd ahead)).2
  (C.value m n bluffs k p qs T ahead (enc H)
    ((enc Q, enc_answer x) :: enc_history h)).
rewrite /told_then; case eg: guess => [M|]; last first.
  by apply: le_trans le2 _; exact: (next t (h' := (Q, x) :: h) fit alike).
apply: le_trans le1 _; apply: le_trans (sum_others (P := fun a =>
  M == pile (mk (dec a) H)) _ _) _ => //; first by case/andP: fit.
have /andP [_ /allP all_fit] := fit.
move=> a b /all_fit fa /all_fit fb /eqP -> /eqP e.
rewrite -(own_fits fa) -(own_fits fb).
by rewrite (dealt_pile (fits_dealt fa) (fits_dealt fb) e).
Qed.

Lemma other_asked_sound t Q : asker h != k ->
  put_by q bluffs t H h = Some Q ->
  rat_of (C.other_asked m n p go_on (enc H) (enc_history h) held (enc Q)) <=
  \sum_(z <- held)
    rat_of z.2 * worth q bluffs k behaves t (mk (dec z.1) H) T.+1 h.
Proof.
move=> ask put_Q; have W A : worth q bluffs k behaves t (mk A H) T.+1 h =
    \sum_x (truthful_answer A Q x)%:R * (shows_card A Q x * told_then t A Q x).
  rewrite /= (negbTE ask) mk_own mk_other put_Q big_mkcond.
  by apply: eq_bigr => x _; case: truthful_answer; rewrite ?mul1r ?mul0r.
rewrite (eq_bigr (fun z => \sum_x rat_of z.2 *
    ((truthful_answer (dec z.1) Q x)%:R *
     (shows_card (dec z.1) Q x * told_then t (dec z.1) Q x)))); last first.
  by move=> z _; rewrite W mulr_sumr.
rewrite exchange_big /=; pose xs := None :: [seq Some x | x <- enum Q].
have uniq_xs : uniq xs.
  rewrite /= (map_inj_uniq (@Some_inj _)) enum_uniq andbT.
  by apply/negP => /mapP [].
have perm_xs : perm_eq (0%num :: C.within m n (enc Q)) (map enc_answer xs).
  apply: uniq_perm; last 1 first.
  - move=> b; rewrite /= !inE -map_comp; congr (_ || _); apply/idP/mapP.
      by move/singles_enc => [x xQ ->]; exists x; rewrite ?mem_enum.
    by move=> [x]; rewrite mem_enum => xQ ->; apply/singles_enc; exists x.
  - rewrite cons_uniq within_uniq andbT; apply/negP => /singles_enc [x _].
    by move/(@enc_answer_inj m n None (Some x)).
  - by rewrite (map_inj_uniq (@enc_answer_inj m n)).
apply: (@le_trans _ _ (\sum_(x <- xs) told_worth t Q x)); last first.
  rewrite big_uniq //= [X in _ <= X](bigID (mem xs)) /= ler_addl.
  by apply: sumr_ge0 => x _; exact: told_worth_ge0.
pose dec_answer b := odflt None [pick x : option card | enc_answer x == b].
have dec_enc x : dec_answer (enc_answer x) = x.
  rewrite /dec_answer; case: pickP => [y /eqP /enc_answer_inj //|no].
  by have := no x; rewrite eqxx.
rewrite (eq_bigr (fun x => told_worth t Q (dec_answer (enc_answer x))));
  last by move=> x _; rewrite dec_enc.
rewrite -(big_map enc_answer xpredT (fun b => told_worth t Q (dec_answer b))).
rewrite -(perm_big _ perm_xs) /C.other_asked rat_of_sum big_map.
rewrite (eq_bigr _ (fun c _ => rat_of_times _ _)).
apply: (classes_sum (F := fun b => rat_of (C.other_told _ _ _ _ b))) => b b'.
rewrite !(perm_mem perm_xs) => /mapP [x x_xs ->] /mapP [y y_xs ->] like.
have [s kept /set_of_moved sx] : exists2 s, forall Z,
    enc Z \in [:: enc Q, enc H & C.sets_seen (enc_history h)] -> moved s Z = Z &
    moved s (set_of x) = set_of y by apply: kind_alike; rewrite !enc_set_of.
have sQ : moved s Q = Q by apply: kept; rewrite mem_head.
have ks : keeps s.
  by apply: keeps_seen => Z Z_in; apply: kept; rewrite inE Z_in orbT.
by rewrite dec_enc -(told_worth_kept t x ks sQ) sx; exact: other_told_sound.
Qed.
End OneTurn.

(* What the checker computes is at most what the plan is worth. *)
Lemma value_sound t T held H h : hands_fit H held -> even_hands H h held ->
  rat_of (C.value m n bluffs k p qs T held (enc H) (enc_history h)) <=
  \sum_(z <- held) rat_of z.2 * worth q bluffs k behaves t (mk (dec z.1) H) T h.
Proof.
have pos := @worth_ge0 m n q bluffs k behaves behaves_proper.
have pos' (s : C.weights) T' h' :
  0 <= \sum_(z <- s)
    rat_of z.2 * worth q bluffs k behaves t (mk (dec z.1) H) T' h'.
  by apply: sumr_ge0 => z _; rewrite mulr_ge0 ?rat_of_ge0 // pos.
elim: T t held h pos' => [|T IH] t held h pos' fit alike.
  by rewrite rat_of0; exact: pos'.
have next t' on h' : hands_fit H on -> even_hands H h' on ->
    rat_of (C.value m n bluffs k p qs T on (enc H) (enc_history h')) <=
    \sum_(z <- on)
      rat_of z.2 * worth q bluffs k behaves t' (mk (dec z.1) H) T h'.
  apply: IH => s T' h0; apply: sumr_ge0 => z _.
  by rewrite mulr_ge0 ?rat_of_ge0 // pos.
rewrite [C.value _ _ _ _ _ _ _ _ _ _]/=.
case us: C.usefuls => [|u0 us0].
  have /usefuls_none none := us; rewrite asker_enc -[eqb _ _]/(_ == _).
  case: ifP => [ask|_]; last by rewrite rat_of0; exact: pos'.
  rewrite rat_of_total; apply: ler_sum => z _.
  by rewrite /= ask nothing_useful // mulr1.
rewrite -us {us u0 us0}.
have mem_us := @usefuls_enc m n q h; have uniq_us := @usefuls_uniq m n q h.
rewrite asker_enc -[eqb _ _]/(_ == _); case: ifP => ask.
  pose G t' Q := \sum_(z <- held) rat_of z.2 *
    (asks_for h (dec z.1) Q * after T H h t' (dec z.1) Q).
  apply: (@le_trans _ _ (\sum_(z <- held) \sum_(Q | asked_for q h Q)
    rat_of z.2 * (asks_for h (dec z.1) Q * after T H h t (dec z.1) Q)));
    last first.
    apply: ler_sum => z _; rewrite -mulr_sumr; apply: ler_wpmul2l.
      exact: rat_of_ge0.
    exact: own_worth.
  rewrite exchange_big /= (eq_bigr (fun Q => G t (dec (enc Q)))); last first.
    by move=> Q _; rewrite encK.
  rewrite -(sum_sets (fun b => G t (dec b)) uniq_us mem_us).
  rewrite rat_of_sum big_map (eq_bigr _ (fun c _ => rat_of_times _ _)).
  apply: (classes_sum (F := fun b => rat_of (C.own_asked _ _ _ _ _ _ _ b))).
  move=> b b' /mem_us [Q _ ->] /mem_us [R _ ->] /kind_alike [s kept sQ].
  have ks := keeps_seen kept.
  rewrite encK /G -(sum_after_kept T fit alike t Q ks) sQ.
  exact: own_asked_sound.
have {}ask : asker h != k by rewrite ask.
have other : asker h = ~~ k by case: asker ask; case: (k).
set theirs := filter _ _; have mem_theirs b : b \in theirs <->
    exists2 Q : cards, (#|Q| == q) && permitted bluffs H h Q & b = enc Q.
  rewrite mem_filter /permitted other.
  split=> [/andP [ok /mem_us [Q /andP [sQ us] eb]]|[Q /and3P [sQ us ok] ->]].
    by exists Q => //; rewrite sQ us -allowed_enc -eb.
  rewrite allowed_enc ok; apply/mem_us; exists Q => //.
  by rewrite /asked_for sQ.
case put_Q: (put_by q bluffs t H h) => [Q|]; last first.
  have -> : theirs = [::].
    move: put_Q; rewrite /put_by; case: ifP => // _.
    rewrite /permitted_question; case: pickP => // none _.
    case e: theirs => [|b l] //.
    have /mem_theirs [Q ok _] : b \in theirs by rewrite e mem_head.
    by have := none Q; rewrite /= ok.
  by rewrite rat_of0; exact: pos'.
have mem_Q : enc Q \in theirs.
  apply/mem_theirs; exists Q => //.
  by rewrite (put_by_size q_small n_pos put_Q) eqxx (put_by_permitted put_Q).
have [b [b_cl /mem_theirs [R _ eb] like]] := classes_find
  (C.codes m n (enc H :: C.sets_seen (enc_history h))) mem_Q.
rewrite {}eb in b_cl like.
have [s kept sQ] := kind_alike like; have ks := keeps_seen kept.
have [sh sH] := ks.
rewrite -(sum_eq (P := predT) (s := held) (F := fun z => rat_of z.2 *
  worth q bluffs k behaves (renamed_strategy s t) (mk (moved s (dec z.1)) H)
    T.+1 h)); last first.
- by move=> z _; have := worth_kept t (dec z.1) T.+1 h sH; rewrite sh => ->.
- exact: all_predT.
rewrite (sum_moved (fun A => worth q bluffs k behaves (renamed_strategy s t)
  (mk A H) T.+1 h) fit alike sh sH).
apply: le_trans
  (fmins_fst (fun b => C.other_asked _ _ _ _ _ _ _ b) b_cl) _.
apply: other_asked_sound => //.
by have := put_moved bluffs q_small n_pos s t H h; rewrite sh sH put_Q /= sQ.
Qed.

(* All deals. *)
Lemma fits_beside b H : #|H| = n ->
  (b \in filter (fun a => C.empty (N.land a (enc H))) (C.sets_of m n n) <->
   exists2 A, dealt (mk A H) & b = enc A).
Proof.
move=> sH; have deE A : dealt (mk A H) = (#|A| == n) && [disjoint A & H].
  by rewrite /dealt /mk; case: k; rewrite /= sH eqxx ?andbT //= disjoint_sym.
rewrite mem_filter; split=> [/andP [ok /in_sets_of [A sA eb]]|[A de ->]].
  by exists A; rewrite // deE sA eqxx; move: ok;
    rewrite eb enc_land enc_empty setI_eq0.
move: de; rewrite deE => /andP [/eqP sA di].
by rewrite enc_land enc_empty setI_eq0 di; apply/in_sets_of; exists A.
Qed.

Notation beside H := (C.beside (enc H) (C.sets_of m n n)).

Lemma beside_uniq H :
  uniq (filter (fun a => C.empty (N.land a (enc H))) (C.sets_of m n n)).
Proof. by rewrite !filter_uniq // masks_uniq. Qed.

Lemma beside_fits H : #|H| = n -> hands_fit H (beside H).
Proof.
move=> sH; rewrite /hands_fit /C.beside -map_comp map_id beside_uniq /=.
apply/allP => b /(fits_beside _ sH) [A de ->].
by rewrite /fits encK eqxx.
Qed.

Lemma sum_beside H F : #|H| = n ->
  \sum_(z <- beside H) rat_of z.2 * F z.1 = \sum_(A | dealt (mk A H)) F (enc A).
Proof.
move=> sH; rewrite big_map (eq_bigr F) => [|b _]; last by rewrite /= mul1r.
apply: sum_sets; first exact: beside_uniq.
by move=> b; exact: fits_beside.
Qed.

Lemma beside_even H : #|H| = n -> even_hands H [::] (beside H).
Proof.
move=> sH s _ kH A; have look B : rat_of (C.look (enc B) (beside H)) =
    (dealt (mk B H))%:R.
  rewrite rat_of_look big_mkcond.
  rewrite (eq_bigr (fun z => rat_of z.2 * (z.1 == enc B)%:R)) => [|z _].
    rewrite (sum_beside (fun a => (a == enc B)%:R) sH) big_mkcond (bigD1 B) //=.
    rewrite eqxx big1 ?addr0 => [|Z ne]; first by case: dealt.
    by rewrite (inj_eq (@enc_inj m n)) (negbTE ne) if_same.
  by case: eqP; rewrite ?mulr1 ?mulr0.
by rewrite !look -{1}kH -mk_moved dealt_moved.
Qed.

Lemma sum_hands F :
  \sum_(b <- C.sets_of m n n) F b = \sum_(H : cards | #|H| == n) F (enc H)
  :> rat.
Proof.
apply: sum_sets => [|b]; first by rewrite filter_uniq // masks_uniq.
rewrite in_sets_of; split=> [] [A e ->]; exists A => //; exact/eqP.
Qed.

Lemma sum_deals (G : deal -> rat) :
  \sum_(H : cards | #|H| == n) \sum_(A | dealt (mk A H)) G (mk A H) =
  \sum_(d in deals m n) G d.
Proof.
rewrite pair_big_dep /= (reindex (fun d => (hand d (~~ k), hand d k))) /=;
  last first.
  exists (fun z => mk z.2 z.1) => [d _|[H A] _];
    last by rewrite /= mk_own mk_other.
  by rewrite /mk; case: (d) => A B; case: k.
have mkK d : mk (hand d k) (hand d (~~ k)) = d.
  by rewrite /mk; case: d => A B; case: k.
apply: eq_big => [d|d _]; last by rewrite mkK.
rewrite mkK inE; case de: (dealt d); last by rewrite andbF.
by rewrite (hand_size _ de) eqxx.
Qed.

Lemma deals_count : C.deals m n = #|deals m n|.
Proof.
suff e : (C.deals m n)%:R = #|deals m n|%:R :> rat.
  by move/eqP: e; rewrite eqr_nat => /eqP.
rewrite /C.deals sumnE big_map natr_sum sum_hands.
rewrite -sum1_card natr_sum -(sum_deals (fun=> 1%:R)).
apply: eq_bigr => H /eqP sH.
rewrite -(sum_beside (fun=> 1) sH) /C.beside size_map big_map.
by rewrite -sum1_size natr_sum; apply: eq_bigr => b _; rewrite mulr1.
Qed.

Lemma plan_wins : exists (I : finType) (x : I -> rat) (s : I -> strategy),
  mixed x /\ forall t, rat_of (C.assured m n q bluffs k p) <=
    \sum_i x i * chance_by q bluffs k (pair k (s i) t) (last_turn m n).
Proof.
have [I [x [s [mx good]]]] :=
  as_mixed bluffs q_small n_pos k behaves_proper (last_turn m n).
exists I, x, s; split=> // t'.
have -> : \sum_i x i * chance_by q bluffs k (pair k (s i) t') (last_turn m n) =
    (\sum_(d in deals m n) \sum_i x i * wins q bluffs k (s i) t' d
      (last_turn m n) [::])
    / #|deals m n|%:R.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _.
  by rewrite /chance_by mulrA mulr_sumr.
rewrite rat_of_reduced fpartE.
have -> : posr (Pos.of_nat (C.deals m n)) = #|deals m n|%:R.
  rewrite /posr deals_count; congr _%:R; apply: Nat2Pos.id.
  by apply/eqP; rewrite -lt0n; exact: some_deals.
apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
rewrite -sum_deals rat_of_sum big_map (eq_bigr _ (fun c _ => rat_of_times _ _)).
pose W t1 H := \sum_(A | dealt (mk A H))
  worth q bluffs k behaves t1 (mk A H) (last_turn m n) [::].
apply: (@le_trans _ _ (\sum_(H : cards | #|H| == n) W t' H)); last first.
  apply: ler_sum => H _; apply: ler_sum => A de; exact: good.
rewrite (eq_bigr (fun H => W t' (dec (enc H)))) => [|H _]; last by rewrite encK.
rewrite -(sum_hands (fun b => W t' (dec b))).
apply: (classes_sum (F := fun b =>
  rat_of (C.value _ _ _ _ _ _ _ (C.beside b _) b _))) => b b'.
move=> /in_sets_of [H sH ->] /in_sets_of [R sR ->] /kind_alike [u _ uHR].
rewrite encK.
have -> : W t' H = W (renamed_strategy u t') R.
  rewrite /W [RHS](reindex_inj (@moved_inj _ _ u)).
  apply: eq_big => A; rewrite -uHR -mk_moved; first by rewrite dealt_moved.
  move=> _; symmetry.
  exact: (worth_moved bluffs q_small n_pos k behaves_even u t' (mk A H) _ [::]).
move: (renamed_strategy u t') => t1.
apply: le_trans (value_sound t1 _ (beside_fits sR) (beside_even sR)) _.
rewrite (sum_beside
  (fun a => worth q bluffs k behaves t1 (mk (dec a) R) _ [::]) sR).
by apply: ler_sum => A _; rewrite encK.
Qed.

Theorem plan_assures_by :
  @assures_by m n q bluffs k (rat_of (C.assured m n q bluffs k p))
    (last_turn m n).
Proof.
have [I [x [s [mx win]]]] := plan_wins; exists I, x, s; split=> // t T late.
apply: le_trans (win t) _; apply: ler_sum => i _; apply: ler_wpmul2l.
  exact: mx.1.
exact: chance_by_more.
Qed.

(* If both may bluff, also in the game with idle questions. *)
Theorem plan_assures : (forall i, bluffs i) ->
  @assures m n q k (rat_of (C.assured m n q bluffs k p)) (last_turn m n).
Proof.
move=> may; have [I [x [s [mx win]]]] := plan_wins.
exists I, x, (fun i => follow q k (s i)); split=> // t T late.
apply: le_trans (win (counter q k t)) _; apply: ler_sum => i _.
apply: ler_wpmul2l; first exact: mx.1.
apply: (@le_trans _ _ (chance q true k (pair k (s i) (counter q k t))
    (last_turn m n))); last exact: (chance_follow q_small q_pos n_pos).
rewrite /chance_by /chance ler_wpmul2r ?invr_ge0 ?ler0n // ler_sum // => d _.
by rewrite winner_by_both.
Qed.
End Sound.

(* A certificate that is accepted bounds the value of its game, without idle
   questions, where player i may bluff if bluffs i: the first player wins with
   the chance lower at least, whatever the second does, and the second sees to
   it that he does not win with more than upper. *)
Theorem check_by_sound bluffs c : C.check_by bluffs c ->
  let a k w := @assures_by (C.c_m c) (C.c_n c) (C.c_q c) bluffs k w
    (last_turn (C.c_m c) (C.c_n c)) in
  a false (rat_of (C.lower c)) /\ a true (1 - rat_of (C.upper c)).
Proof.
case: c => m n q lower upper s1 s2.
case/and5P => /= n_pos q_pos q_small _ /andP [_ /andP [/fsameP e1 /fsameP e2]].
split.
  by rewrite -e1; apply: plan_assures_by => //; exact: plan_of_even.
have -> : 1 - rat_of upper = rat_of (C.assured m n q bluffs true
    (C.plan_of m n (bluffs true) (C.sets_of m n m) (C.table_of s2))).
  by rewrite -rat_of1 -e2 rat_ofD addrK.
by apply: plan_assures_by => //; exact: plan_of_even.
Qed.

(* If both may bluff, it does so for the game with all questions. *)
Theorem check_sound c : C.check c ->
  let a k w := @assures (C.c_m c) (C.c_n c) (C.c_q c) k w
    (last_turn (C.c_m c) (C.c_n c)) in
  a false (rat_of (C.lower c)) /\ a true (1 - rat_of (C.upper c)).
Proof.
case: c => m n q lower upper s1 s2.
case/and5P => /= n_pos q_pos q_small _ /andP [_ /andP [/fsameP e1 /fsameP e2]].
split; first by rewrite -e1; apply: plan_assures => //; exact: plan_of_even.
have -> : 1 - rat_of upper = rat_of (C.assured m n q (fun=> true) true
    (C.plan_of m n true (C.sets_of m n m) (C.table_of s2))).
  by rewrite -rat_of1 -e2 rat_ofD addrK.
by apply: plan_assures => //; exact: plan_of_even.
Qed.
