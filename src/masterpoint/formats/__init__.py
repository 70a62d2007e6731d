"""One module a file format: what scoring programs write, read into results, and back."""
