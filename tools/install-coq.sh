#!/usr/bin/env bash
# Installs Coq with mathcomp, and OCaml with zarith, which extracted programs are compiled with, where one is missing.
set -euo pipefail

# Whether all is there: a file compiles that needs each part of mathcomp that proofs/ does.
complete() {
    command -v coqc && command -v ocamlfind && ocamlfind query zarith || return 1
    local folder status=0
    folder=$(mktemp -d)
    echo "From mathcomp Require Import all_ssreflect ssralg ssrnum rat." >"$folder/parts.v"
    (cd "$folder" && coqc parts.v) || status=1
    rm -rf "$folder"
    return $status
}

if [ "${1:-}" = complete ]; then
    complete
    exit
fi
# brew has Coq and mathcomp of one version only, the newest, which proofs/ was not tested with.
CHECK="$0 complete" "$(dirname "$0")"/install-program.sh coqc \
    "coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra ocaml-nox ocaml-findlib libzarith-ocaml-dev" \
    "" "Coq with mathcomp and OCaml with zarith" "opam install ./proofs/coq-myst.opam --deps-only"
