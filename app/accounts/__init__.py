"""Who somebody is: guests, named users, sessions, tokens, preferences.

`service` is what transport calls; `identity` what it gets; `passwords` hashes in threads; `secrets` makes and hashes
tokens; `names` says which names are one and the same. SQL is in `app.store.accounts`. It knows nothing of HTTP.
"""
