"""The conformance suite: cases from the books for other programs, and how far a program agrees with them."""
