"""The conformance suite: the cases of the books for other programs, and how far a program agrees with them."""
