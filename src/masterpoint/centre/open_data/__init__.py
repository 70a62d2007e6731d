"""Everything public as open data, dated, with a manifest and checksums; and loading it into an empty Centre."""
