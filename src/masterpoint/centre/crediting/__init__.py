"""Points that clubs report by player, in credit files or typed on a page: check, post and take them back."""
