"""Everything public as open data: dated, with a manifest and checksums, and loaded again into an empty Centre."""
