"""Reports as pages, CSV and A4 sheets, for those who keep an organisation."""
