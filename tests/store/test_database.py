"""What errors of the database may say."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.settings import Settings
from app.store.database import Store

pytestmark = pytest.mark.database


async def test_an_error_does_not_quote_what_was_to_be_stored(database_url: str) -> None:
    store = Store(database_url, Settings())
    try:
        with pytest.raises(DBAPIError) as failed:
            await store.rows(text("select 1 / 0 where cast(:seed as text) <> ''"), {"seed": "the-secret-seed"})
    finally:
        await store.close()
    assert "division by zero" in str(failed.value)
    assert "the-secret-seed" not in str(failed.value)
