"""One module for each form of event: the checks, then the awards."""
