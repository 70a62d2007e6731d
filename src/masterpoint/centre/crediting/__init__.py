"""Points that clubs report by player, in credit files or keyed on a page: check, post and take them back."""
