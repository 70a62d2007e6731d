"""How well the cases hold the rules: each small change to a rule should make some case fail."""
