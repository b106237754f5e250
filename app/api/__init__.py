"""REST: one router a concern, one error form, one border that every request passes.

`border`   outermost: request id, address limits, sizes, depth of JSON, security headers, log and metrics
`who`      who calls: token or cookie, scopes, CSRF
`errors`   whatever goes wrong, in the one form
`answers`  msgspec values as responses and in OpenAPI
routers    `people`, `rulesets`, `scenarios`, `tables` (lobby), `play`, `watching`, `lenses`, `streams`, `operation`,
           `client`

It calls `app.matches`, `app.accounts` and the rulesets' public data; it knows no SQL and decides no rule.
"""
