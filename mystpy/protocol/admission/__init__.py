"""Which programs may connect: the listening socket, the hello, and the token."""
