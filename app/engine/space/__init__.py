"""Space: the geometry that rulesets share. `hex` now; `plane` (integer points, discs, polygons) with the first ruleset on it."""
