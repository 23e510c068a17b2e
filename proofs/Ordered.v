(* Lemmas of ordered fields under the names that mathcomp 1 has for them.

   mathcomp 2 has given them other names, and mathcomp 1.15 lacks those, so that
   a file compiles with both if it takes them from here. *)

From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.Theory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ring.
Variable R : numDomainType.
Implicit Types x y z t : R.
Lemma ler_opp2 : {mono -%R : x y /~ x <= y :> R}.
Proof. by first [exact: ler_opp2 | exact: lerN2]. Qed.
Lemma ltr_opp2 : {mono -%R : x y /~ x < y :> R}.
Proof. by first [exact: ltr_opp2 | exact: ltrN2]. Qed.
Lemma ler_oppl x y : (- x <= y) = (- y <= x).
Proof. by first [exact: ler_oppl | exact: lerNl]. Qed.
Lemma ler_oppr x y : (x <= - y) = (y <= - x).
Proof. by first [exact: ler_oppr | exact: lerNr]. Qed.
Lemma ltr_oppl x y : (- x < y) = (- y < x).
Proof. by first [exact: ltr_oppl | exact: ltrNl]. Qed.
Lemma ltr_oppr x y : (x < - y) = (y < - x).
Proof. by first [exact: ltr_oppr | exact: ltrNr]. Qed.
Lemma ler_add2l x : {mono +%R x : y z / y <= z}.
Proof. by first [exact: ler_add2l | exact: lerD2l]. Qed.
Lemma ler_add2r x : {mono +%R^~ x : y z / y <= z}.
Proof. by first [exact: ler_add2r | exact: lerD2r]. Qed.
Lemma ltr_add2l x : {mono +%R x : y z / y < z}.
Proof. by first [exact: ltr_add2l | exact: ltrD2l]. Qed.
Lemma ltr_add2r x : {mono +%R^~ x : y z / y < z}.
Proof. by first [exact: ltr_add2r | exact: ltrD2r]. Qed.
Lemma ler_add x y z t : x <= y -> z <= t -> x + z <= y + t.
Proof. by first [exact: ler_add | exact: lerD]. Qed.
Lemma ltr_add x y z t : x < y -> z < t -> x + z < y + t.
Proof. by first [exact: ltr_add | exact: ltrD]. Qed.
Lemma ler_lt_add x y z t : x <= y -> z < t -> x + z < y + t.
Proof. by first [exact: ler_lt_add | exact: ler_ltD]. Qed.
Lemma ltr_le_add x y z t : x < y -> z <= t -> x + z < y + t.
Proof. by first [exact: ltr_le_add | exact: ltr_leD]. Qed.
Lemma ler_sub x y z t : x <= y -> t <= z -> x - z <= y - t.
Proof. by first [exact: ler_sub | exact: lerB]. Qed.
Lemma ler_addl x y : (x <= x + y) = (0 <= y).
Proof. by first [exact: ler_addl | exact: lerDl]. Qed.
Lemma ler_addr x y : (x <= y + x) = (0 <= y).
Proof. by first [exact: ler_addr | exact: lerDr]. Qed.
Lemma ltr_addl x y : (x < x + y) = (0 < y).
Proof. by first [exact: ltr_addl | exact: ltrDl]. Qed.
Lemma ltr_addr x y : (x < y + x) = (0 < y).
Proof. by first [exact: ltr_addr | exact: ltrDr]. Qed.
Lemma ler_paddl y x z : 0 <= x -> y <= z -> y <= x + z.
Proof. by first [exact: ler_paddl | exact: ler_wpDl]. Qed.
Lemma ler_paddr y x z : 0 <= x -> y <= z -> y <= z + x.
Proof. by first [exact: ler_paddr | exact: ler_wpDr]. Qed.
Lemma ltr_paddr y x z : 0 <= x -> y < z -> y < z + x.
Proof. by first [exact: ltr_paddr | exact: ltr_wpDr]. Qed.
Lemma ler_subl_addl x y z : (x - y <= z) = (x <= y + z).
Proof. by first [exact: ler_subl_addl | exact: lerBlDl]. Qed.
Lemma ler_subl_addr x y z : (x - y <= z) = (x <= z + y).
Proof. by first [exact: ler_subl_addr | exact: lerBlDr]. Qed.
Lemma ler_subr_addl x y z : (x <= y - z) = (z + x <= y).
Proof. by first [exact: ler_subr_addl | exact: lerBrDl]. Qed.
Lemma ler_subr_addr x y z : (x <= y - z) = (x + z <= y).
Proof. by first [exact: ler_subr_addr | exact: lerBrDr]. Qed.
Lemma ltr_subl_addl x y z : (x - y < z) = (x < y + z).
Proof. by first [exact: ltr_subl_addl | exact: ltrBlDl]. Qed.
Lemma ltr_subl_addr x y z : (x - y < z) = (x < z + y).
Proof. by first [exact: ltr_subl_addr | exact: ltrBlDr]. Qed.
Lemma ltr_subr_addl x y z : (x < y - z) = (z + x < y).
Proof. by first [exact: ltr_subr_addl | exact: ltrBrDl]. Qed.
Lemma ltr_subr_addr x y z : (x < y - z) = (x + z < y).
Proof. by first [exact: ltr_subr_addr | exact: ltrBrDr]. Qed.
Lemma ler_pmul2l x : 0 < x -> {mono *%R x : x y / x <= y}.
Proof. by first [exact: ler_pmul2l | exact: ler_pM2l]. Qed.
Lemma ler_pmul2r x : 0 < x -> {mono *%R^~ x : x y / x <= y}.
Proof. by first [exact: ler_pmul2r | exact: ler_pM2r]. Qed.
Lemma ltr_pmul2l x : 0 < x -> {mono *%R x : x y / x < y}.
Proof. by first [exact: ltr_pmul2l | exact: ltr_pM2l]. Qed.
Lemma ltr_pmul2r x : 0 < x -> {mono *%R^~ x : x y / x < y}.
Proof. by first [exact: ltr_pmul2r | exact: ltr_pM2r]. Qed.
Lemma ler_wpmul2l x : 0 <= x -> {homo *%R x : y z / y <= z}.
Proof. by first [exact: ler_wpmul2l | exact: ler_wpM2l]. Qed.
Lemma ler_wpmul2r x : 0 <= x -> {homo *%R^~ x : y z / y <= z}.
Proof. by first [exact: ler_wpmul2r | exact: ler_wpM2r]. Qed.
Lemma ler_pmul (x1 y1 x2 y2 : R) :
  0 <= x1 -> 0 <= x2 -> x1 <= y1 -> x2 <= y2 ->
  x1 * x2 <= y1 * y2.
Proof. by first [exact: ler_pmul | exact: ler_pM]. Qed.
Lemma ler_pemull x y : 0 <= y -> 1 <= x -> y <= x * y.
Proof. by first [exact: ler_pemull | exact: ler_peMl]. Qed.
Lemma ler_pemulr x y : 0 <= y -> 1 <= x -> y <= y * x.
Proof. by first [exact: ler_pemulr | exact: ler_peMr]. Qed.
Lemma ler_pimull x y : 0 <= y -> x <= 1 -> x * y <= y.
Proof. by first [exact: ler_pimull | exact: ler_piMl]. Qed.
Lemma ler_pimulr x y : 0 <= y -> x <= 1 -> y * x <= y.
Proof. by first [exact: ler_pimulr | exact: ler_piMr]. Qed.

End Ring.

Section Field.
Variable R : numFieldType.
Implicit Types x y z : R.
Lemma ler_pdivl_mulr z x y : 0 < z -> (x <= y / z) = (x * z <= y).
Proof. by first [exact: ler_pdivl_mulr | exact: ler_pdivlMr]. Qed.
Lemma ler_pdivr_mulr z x y : 0 < z -> (y / z <= x) = (y <= x * z).
Proof. by first [exact: ler_pdivr_mulr | exact: ler_pdivrMr]. Qed.
Lemma ltr_pdivl_mulr z x y : 0 < z -> (x < y / z) = (x * z < y).
Proof. by first [exact: ltr_pdivl_mulr | exact: ltr_pdivlMr]. Qed.
Lemma ltr_pdivr_mulr z x y : 0 < z -> (y / z < x) = (y < x * z).
Proof. by first [exact: ltr_pdivr_mulr | exact: ltr_pdivrMr]. Qed.
Lemma ltr_ndivl_mulr z x y : z < 0 -> (x < y / z) = (y < x * z).
Proof. by first [exact: ltr_ndivl_mulr | exact: ltr_ndivlMr]. Qed.

End Field.
