(* Values of small games of two players as theorems: tools/coq_values.py
   writes this file. In each of them player 1 (false) wins with the chance that
   is named, whatever player 2 does, and player 2 (true) with the rest, whatever
   player 1 does. That is proved by running Checker.check on a certificate.

   Glossary
     worth m n q v    MYST(m,n,2,q) has the value v
     a // b           a fraction of the checker
     certificate_m_n_2_q
                      the certificate of MYST(m,n,2,q), for the checker *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect.
Set Warnings "-ambiguous-paths".
From mathcomp Require Import ssralg ssrnum rat.
From Myst Require Import Optimal Checker Certified.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Definition worth (m n q : nat) (v : rat) : Prop :=
  @assures m n q false v (last_turn m n) /\
  @assures m n q true (1 - v) (last_turn m n).

Notation "a // b" := (Frac a b) (at level 40).

(* MYST(1,1,2,1) *)
Definition certificate_1_1_2_1 : certificate := Certificate
  1%nat 1%nat 1%nat
  (1 // 1)%num (1 // 1)%num
  ([:: (1, [:: 769],
   [:: (Asks [:: 256], (1 // 1))]);
  (1, [:: 513; 262400],
   [:: (Guesses [:: 262400], (1 // 1))]);
  (1, [:: 513; 786688],
   [:: (Guesses [:: 256], (1 // 1))])])%num
  ([::])%num.
Theorem value_1_1_2_1 : worth 1 1 1 (1%:R / 1%:R).
Proof.
have ok : check certificate_1_1_2_1 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.

(* MYST(2,1,2,1) *)
Definition certificate_2_1_2_1 : certificate := Certificate
  2%nat 1%nat 1%nat
  (2 // 3)%num (2 // 3)%num
  ([:: (1, [:: 1025],
   [:: (Asks [:: 256], (1 // 1))]);
  (1, [:: 769; 262400],
   [:: (Guesses [:: 256; 262400], (1 // 1))]);
  (1, [:: 769; 786688],
   [:: (Guesses [:: 512], (1 // 1))])])%num
  ([:: (2, [:: 769; 262400],
   [:: (Asks [:: 256], (1 // 1))]);
  (2, [:: 513; 262400; 1048832],
   [:: (Guesses [:: 256; 1048832], (1 // 1))]);
  (2, [:: 513; 262400; 3145984],
   [:: (Guesses [:: 256; 262400], (1 // 1))])])%num.
Theorem value_2_1_2_1 : worth 2 1 1 (2%:R / 3%:R).
Proof.
have ok : check certificate_2_1_2_1 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.

(* MYST(3,1,2,1) *)
Definition certificate_3_1_2_1 : certificate := Certificate
  3%nat 1%nat 1%nat
  (3 // 5)%num (3 // 5)%num
  ([:: (1, [:: 1281],
   [:: (Asks [:: 256], (4 // 5)); (Asks [:: 257], (1 // 5))]);
  (1, [:: 1025; 262400],
   [:: (NoGuess, (1 // 1))]);
  (1, [:: 1024; 262401],
   [:: (NoGuess, (1 // 1))]);
  (3, [:: 1025; 1310976],
   [:: (Asks [:: 256], (1 // 1))]);
  (3, [:: 769; 1310976; 4194560],
   [:: (Guesses [:: 256; 1310976; 4194560], (1 // 1))]);
  (3, [:: 769; 262400; 1048832],
   [:: (Asks [:: 256], (2 // 3)); (Asks [:: 1048832], (1 // 3))]);
  (3, [:: 768; 262401; 1048832],
   [:: (Asks [:: 1048832], (1 // 1))]);
  (3, [:: 513; 262400; 1048832; 4194560],
   [:: (Guesses [:: 262400; 1048832; 4194560], (1 // 1))]);
  (3, [:: 769; 262400; 5243136],
   [:: (Guesses [:: 256; 262400; 5243136], (1 // 1))]);
  (3, [:: 768; 262401; 5243136],
   [:: (Guesses [:: 512; 5243136], (1 // 1))]);
  (1, [:: 1025; 786688],
   [:: (Guesses [:: 768], (1 // 1))]);
  (3, [:: 769; 1310976; 12583168],
   [:: (Guesses [:: 512; 1310976], (1 // 1))]);
  (3, [:: 513; 262400; 1048832; 12583168],
   [:: (Guesses [:: 256; 262400; 1048832], (1 // 1))]);
  (3, [:: 769; 262400; 13631744],
   [:: (Guesses [:: 512; 262400], (1 // 1))]);
  (3, [:: 768; 262401; 13631744],
   [:: (Guesses [:: 768], (1 // 1))])])%num
  ([:: (2, [:: 1025; 262400],
   [:: (Asks [:: 256], (1 // 1))]);
  (2, [:: 769; 262400; 1048832],
   [:: (Guesses [:: 512; 1048832], (2 // 5)); (Guesses [:: 256; 262400;
     1048832], (3 // 5))]);
  (2, [:: 769; 262400; 3145984],
   [:: (Guesses [:: 512; 262400], (1 // 1))])])%num.
Theorem value_3_1_2_1 : worth 3 1 1 (3%:R / 5%:R).
Proof.
have ok : check certificate_3_1_2_1 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.

(* MYST(1,2,2,1) *)
Definition certificate_1_2_2_1 : certificate := Certificate
  1%nat 2%nat 1%nat
  (2 // 3)%num (2 // 3)%num
  ([:: (1, [:: 1282],
   [:: (Asks [:: 256], (1 // 1))]);
  (1, [:: 1026; 786688],
   [:: (Guesses [:: 256], (1 // 1))]);
  (1, [:: 1026; 262400],
   [:: (Guesses [:: 262400], (1 // 1))])])%num
  ([:: (2, [:: 1025; 786689],
   [:: (Asks [:: 256], (1 // 2)); (Asks [:: 257], (1 // 2))]);
  (2, [:: 768; 786689; 1048833],
   [:: (Guesses [:: 256], (1 // 1))]);
  (2, [:: 769; 786689; 3145984],
   [:: (Guesses [:: 256], (1 // 1))]);
  (2, [:: 1026; 262400],
   [:: (Asks [:: 256], (1 // 1))]);
  (2, [:: 769; 786689; 1048832],
   [:: (Guesses [:: 1048832], (1 // 1))]);
  (2, [:: 770; 262400; 1048832],
   [:: (Guesses [:: 1048832], (1 // 1))]);
  (2, [:: 770; 262400; 3145984],
   [:: (Guesses [:: 256], (1 // 1))])])%num.
Theorem value_1_2_2_1 : worth 1 2 1 (2%:R / 3%:R).
Proof.
have ok : check certificate_1_2_2_1 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.

(* MYST(1,2,2,2) *)
Definition certificate_1_2_2_2 : certificate := Certificate
  1%nat 2%nat 2%nat
  (2 // 3)%num (2 // 3)%num
  ([:: (1, [:: 1282],
   [:: (Asks [:: 513], (1 // 1))]);
  (1, [:: 769; 262401; 786688],
   [:: (Guesses [:: 256], (1 // 1))]);
  (1, [:: 769; 262657],
   [:: (Guesses [:: 262400], (1 // 1))])])%num
  ([:: (2, [:: 769; 262400; 786689],
   [:: (Asks [:: 513], (1 // 1))]);
  (2, [:: 768; 262401; 786689],
   [:: (Asks [:: 512], (1 // 1))]);
  (2, [:: 256; 262400; 786689; 1048833; 3145984],
   [:: (Guesses [:: 262400], (1 // 1))]);
  (2, [:: 256; 262401; 786689; 1048832; 3145984],
   [:: (Guesses [:: 256], (1 // 1))]);
  (2, [:: 770; 262656],
   [:: (Asks [:: 513], (1 // 1))]);
  (2, [:: 256; 262400; 786689; 1049089],
   [:: (Guesses [:: 1048832], (1 // 1))]);
  (2, [:: 257; 262656; 1049089],
   [:: (Guesses [:: 1048832], (1 // 1))])])%num.
Theorem value_1_2_2_2 : worth 1 2 2 (2%:R / 3%:R).
Proof.
have ok : check certificate_1_2_2_2 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.

(* MYST(2,2,2,2) *)
Definition certificate_2_2_2_2 : certificate := Certificate
  2%nat 2%nat 2%nat
  (1 // 2)%num (1 // 2)%num
  ([:: (1, [:: 1538],
   [:: (Asks [:: 512], (1 // 1))]);
  (1, [:: 1026; 262400; 786688],
   [:: (Guesses [:: 256; 262400], (1 // 1))]);
  (1, [:: 1026; 262656],
   [:: (Guesses [:: 262656], (1 // 1))])])%num
  ([:: (2, [:: 1025; 262400; 786689],
   [:: (Asks [:: 512], (1 // 1))]);
  (2, [:: 1024; 262401; 786689],
   [:: (Asks [:: 512], (1 // 1))]);
  (2, [:: 513; 262400; 786689; 1048832; 3145984],
   [:: (Guesses [:: 256; 1048832], (1 // 16)); (Guesses [:: 262400; 1048832],
     (15 // 16))]);
  (2, [:: 512; 262401; 786689; 1048832; 3145984],
   [:: (Guesses [:: 256; 1048832], (1 // 1))]);
  (2, [:: 1026; 262656],
   [:: (Asks [:: 256; 262400], (1 // 1))]);
  (2, [:: 770; 262400; 1310976; 3145984],
   [:: (Guesses [:: 256; 1310976], (1 // 1))]);
  (2, [:: 770; 262400; 1048832; 3408128],
   [:: (Guesses [:: 256; 1048832], (1 // 2)); (Guesses [:: 262400; 1048832], (1
     // 2))]);
  (2, [:: 513; 262400; 786689; 1049088],
   [:: (Guesses [:: 1049088], (1 // 1))]);
  (2, [:: 512; 262401; 786689; 1049088],
   [:: (Guesses [:: 1049088], (1 // 1))]);
  (2, [:: 770; 262400; 1048832; 1310976],
   [:: (Guesses [:: 1048832; 1310976], (1 // 1))])])%num.
Theorem value_2_2_2_2 : worth 2 2 2 (1%:R / 2%:R).
Proof.
have ok : check certificate_2_2_2_2 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.

(* MYST(3,1,2,2) *)
Definition certificate_3_1_2_2 : certificate := Certificate
  3%nat 1%nat 2%nat
  (3 // 4)%num (3 // 4)%num
  ([:: (1, [:: 1281],
   [:: (Asks [:: 512], (1 // 1))]);
  (1, [:: 769; 262656],
   [:: (Guesses [:: 256; 262656], (1 // 1))]);
  (1, [:: 769; 262400; 786688],
   [:: (Guesses [:: 512; 262400], (1 // 1))])])%num
  ([:: (2, [:: 769; 262656],
   [:: (Asks [:: 512], (2 // 3)); (Asks [:: 256; 262400], (1 // 3))]);
  (2, [:: 257; 262656; 1049088],
   [:: (NoGuess, (1 // 1))]);
  (2, [:: 513; 262400; 1048832; 1310976],
   [:: (Guesses [:: 256; 1048832; 1310976], (1 // 1))]);
  (2, [:: 257; 262656; 1048832; 3145984],
   [:: (Guesses [:: 262656; 1048832], (1 // 1))]);
  (2, [:: 513; 262400; 1310976; 3145984],
   [:: (Guesses [:: 256; 262400; 1310976], (1 // 1))]);
  (2, [:: 513; 262400; 1048832; 3408128],
   [:: (Guesses [:: 256; 262400; 1048832], (1 // 1))])])%num.
Theorem value_3_1_2_2 : worth 3 1 2 (3%:R / 4%:R).
Proof.
have ok : check certificate_3_1_2_2 by vm_cast_no_check (erefl true).
exact: (check_sound ok).
Qed.
