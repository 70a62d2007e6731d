"""Tools for translators and tests: every text of the program, and a language that shows texts without translation."""
