"""One module for each further command of the `sandtable` command line; `app.cli` finds them by name."""
