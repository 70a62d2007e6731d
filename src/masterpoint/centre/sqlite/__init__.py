"""SQLite as Django knows it, which can also be read on a disk that refuses to be written."""
