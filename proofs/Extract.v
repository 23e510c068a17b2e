(* The checker of certificates as a program in OCaml. It is not among the files
   of _CoqProject: nothing is proved here. What is trusted: that Coq's
   extraction keeps what a program computes, and that the functions of Zarith
   named here do to whole numbers what those of Coq do. *)

From Coq Require Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Coq Require Import NArith.
From Myst Require Checker.
Extraction Language OCaml.

Extract Inductive positive => "Z.t"
  [ "(fun p -> Z.succ (Z.shift_left p 1))" "(fun p -> Z.shift_left p 1)"
    "Z.one" ]
  "(fun on_odd on_even on_one p -> if Z.equal p Z.one then on_one () else
    if Z.is_odd p then on_odd (Z.shift_right p 1)
    else on_even (Z.shift_right p 1))".
Extract Inductive N => "Z.t" [ "Z.zero" "(fun p -> p)" ]
  "(fun on_zero on_pos a -> if Z.equal a Z.zero then on_zero () else on_pos a)".

Extract Constant Pos.succ => "Z.succ".
Extract Constant Pos.mul => "Z.mul".
Extract Constant Pos.eqb => "Z.equal".
Extract Constant Pos.of_nat => "(fun k -> Z.of_int (max k 1))".
Extract Constant N.of_nat => "Z.of_int".
Extract Constant N.succ_pos => "Z.succ".
Extract Constant N.succ => "Z.succ".
Extract Constant N.add => "Z.add".
Extract Constant N.mul => "Z.mul".
Extract Constant N.div =>
  "(fun a b -> if Z.equal b Z.zero then b else Z.div a b)".
Extract Constant N.gcd => "Z.gcd".
Extract Constant N.eqb => "Z.equal".
Extract Constant N.leb => "Z.leq".
Extract Constant N.double => "(fun a -> Z.shift_left a 1)".
Extract Constant N.div2 => "(fun a -> Z.shift_right a 1)".
Extract Constant N.odd => "Z.is_odd".
Extract Constant N.land => "Z.logand".
Extract Constant N.lor => "Z.logor".
Extract Constant N.ldiff => "(fun a b -> Z.logand a (Z.lognot b))".
Extract Constant N.testbit => "(fun a i -> Z.testbit a (Z.to_int i))".
Extract Constant N.shiftl => "(fun a i -> Z.shift_left a (Z.to_int i))".
Extract Constant N.setbit =>
  "(fun a i -> Z.logor a (Z.shift_left Z.one (Z.to_int i)))".
Extract Constant N.ones =>
  "(fun i -> Z.pred (Z.shift_left Z.one (Z.to_int i)))".

Extraction "checker.ml" Checker.check_by Checker.worths_by.
