"""The checker of certificates that is proved correct in Coq (`proofs/Certified.v`)."""
