"""How well the cases cover the rules: each small change to a rule should make some case fail."""
