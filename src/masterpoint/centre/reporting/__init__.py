"""Reports on paper, on screen and as CSV: a function makes each one from an organisation and a period."""
