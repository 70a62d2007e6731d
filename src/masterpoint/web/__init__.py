"""The site: server-rendered pages for scorers, secretaries, staff and players."""
