"""Every message that enters or leaves the server, as types; `docs/wire.md` tells the same in prose.

`value`    what answers and frames are made of (msgspec: encoded once, shared by many), in `people`, `games`, `tables`,
           `battle` and `talk`
`incoming` frames that a client sends on a socket, one union
`outgoing` frames that the server sends on a socket or on an NDJSON stream, one union each
`bodies`   bodies of HTTP requests (Pydantic with strict fields: hostile input, errors that name the field)
`schema`   the JSON Schema of all of them, from which OpenAPI and the client's TypeScript are generated

Must not import anything but `app.engine`: the service speaks these types too, and stands below the transport.
"""
