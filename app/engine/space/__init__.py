"""Space: the geometry that rulesets share. `hex` now; `plane` comes with the first ruleset on it."""
