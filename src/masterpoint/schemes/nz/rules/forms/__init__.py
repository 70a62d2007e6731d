"""One module a form of event: checks first, then the awards."""
