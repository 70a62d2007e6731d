"""Reports as pages, CSV and A4 sheets, for users who manage an organisation."""
