"""Whose address it is, and which pages may call: proxies and foreign pages are trusted by setting only."""

from __future__ import annotations

import httpx
import pytest

from tests.realtime.live import PREFIX, Live

pytestmark = pytest.mark.database

FEW = {"rate_address_per_s": 0.01, "rate_address_burst": 3}


async def _statuses(live: Live, addresses: list[str]) -> list[int]:
    async with httpx.AsyncClient(base_url=live.url) as client:
        return [
            (await client.get(f"{PREFIX}/rulesets", headers={"X-Forwarded-For": address})).status_code
            for address in addresses
        ]


@pytest.mark.parametrize("changes", [FEW])
async def test_a_forwarded_address_counts_for_nothing_by_itself(live: Live) -> None:
    assert await _statuses(live, [f"203.0.113.{number}" for number in range(5)]) == [200, 200, 200, 429, 429]


@pytest.mark.parametrize("changes", [{**FEW, "trusted_proxies": ("127.0.0.1",)}])
async def test_a_trusted_proxy_tells_whose_request_it_is(live: Live) -> None:
    assert await _statuses(live, ["203.0.113.1"] * 4) == [200, 200, 200, 429]
    assert await _statuses(live, ["203.0.113.2"]) == [200]


@pytest.mark.parametrize("changes", [{"allowed_origins": ("https://friend.example",)}])
async def test_only_allowed_pages_may_call_from_elsewhere(live: Live) -> None:
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    async with httpx.AsyncClient(base_url=live.url) as client:
        friend = await client.options(f"{PREFIX}/matches", headers={"Origin": "https://friend.example", **preflight})
        assert friend.headers["access-control-allow-origin"] == "https://friend.example"
        assert "access-control-allow-credentials" not in friend.headers, "by bearer token, never by cookie"
        stranger = await client.options(f"{PREFIX}/matches", headers={"Origin": "https://evil.example", **preflight})
        assert "access-control-allow-origin" not in stranger.headers


async def test_without_the_setting_no_page_may(live: Live) -> None:
    async with httpx.AsyncClient(base_url=live.url) as client:
        answer = await client.get(f"{PREFIX}/rulesets", headers={"Origin": "https://friend.example"})
        assert "access-control-allow-origin" not in answer.headers
