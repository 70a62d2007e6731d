"""What translators and tests need: every text of the program, and a language that shows which were missed."""
