"""Speed, as ratios within one run against a named baseline: `make bench`."""
