"""Somebody is forgotten: name and addresses go, out of chained rows too; points, places and every proof stay."""
