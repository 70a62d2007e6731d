"""Erase somebody: name and addresses go, even from chained rows; points, places and every proof stay."""
