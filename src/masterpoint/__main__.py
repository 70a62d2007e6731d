"""`python -m masterpoint`: the command line, for programs that know the interpreter and nothing else."""

from masterpoint.cli import main

main(prog_name="masterpoint")
