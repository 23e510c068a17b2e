(* Reads a certificate as numbers from standard input, and prints what Checker.check_by
   says of it and what both strategies are worth. Each list starts with its length:

     whether player 1 may bluff, and player 2: 1 or 0
     m n q, lower, upper, entries of player 1, entries of player 2
     entry: turn, parts, actions with their probabilities
     action: 0 asks, 1 shows, 2 guesses, with their parts, or 3 for no guess
     fraction: numerator, denominator *)

open Checker

let number () = Scanf.scanf " %s" Z.of_string
let small () = Z.to_int (number ())
let rec times k read = if k = 0 then [] else let x = read () in x :: times (k - 1) read
let list_of read = times (small ()) read
let parts () = list_of number

let fraction () =
  let num = number () in
  let den = number () in
  if Z.sign num < 0 || Z.sign den <= 0 then failwith "no fraction that is not negative";
  { num; den }

let action () =
  match small () with
  | 0 -> Asks (parts ())
  | 1 -> Shows (parts ())
  | 2 -> Guesses (parts ())
  | 3 -> NoGuess
  | _ -> failwith "no such action"

let weighed () =
  let done_ = action () in
  (done_, fraction ())

let entry () =
  let turn = number () in
  let classes = parts () in
  ((turn, classes), list_of weighed)

let certificate () =
  let c_m = small () in
  let c_n = small () in
  let c_q = small () in
  let lower = fraction () in
  let upper = fraction () in
  let first = list_of entry in
  let second = list_of entry in
  { c_m; c_n; c_q; lower; upper; first; second }

let may_bluff () =
  match small () with
  | 0 -> false
  | 1 -> true
  | _ -> failwith "neither 0 nor 1"

let show worth = Z.to_string worth.num ^ "/" ^ Z.to_string worth.den

let () =
  let first_bluffs = may_bluff () in
  let second_bluffs = may_bluff () in
  let bluffs is_second = if is_second then second_bluffs else first_bluffs in
  let it = certificate () in
  let first, second = worths_by bluffs it in
  print_endline (if check_by bluffs it then "accepted" else "rejected");
  print_endline (show first);
  print_endline (show second)
