"""Points that clubs report by player, in credit files or keyed on a page: checked, posted as reported, taken back."""
