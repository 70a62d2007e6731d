"""E11 to E13: scoring, the Basic Table and match play, and the tables behind them."""
