"""Chapter 2, Master Points and the records of players."""
