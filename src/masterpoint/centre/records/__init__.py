"""Records: holdings as at a day, ranks and gaps, promotions, ratings and leaderboards."""
