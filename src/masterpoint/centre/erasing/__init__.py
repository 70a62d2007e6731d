"""Erase somebody: name and addresses go, even from hash-chained rows; points, places and every proof stay."""
