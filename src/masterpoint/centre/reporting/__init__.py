"""Reports on paper, on the screen and as CSV: a report is a function from an organisation and a period to tables."""
