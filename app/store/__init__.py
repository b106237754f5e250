"""Storage: tables, migrations and repositories over Postgres, and the embedded Postgres. The only place with SQL."""
