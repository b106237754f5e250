"""The tests; they mirror the tree of the code and are named after the rule or promise that they prove."""
