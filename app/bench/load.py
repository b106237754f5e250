"""The second process: drives a server and prints what it saw. Bounded in time and count.

Started by `app.commands.bench`. Standard output carries JSON lines: `{"mark":"begin"}` and `{"mark":"end"}` at the ends
of each measured span, when the first process reads what the server has spent, and at last `{"result":{…}}`.
"""

from __future__ import annotations

import sys

import msgspec
import uvloop

from app.bench.loads.fanout import fanout
from app.bench.loads.memory import memory
from app.bench.loads.moves import moves
from app.bench.loads.resume import resume
from app.bench.orders import Orders, say
from app.open_files import allow_many_files

LOADS = {"moves": moves, "fanout": fanout, "memory": memory, "resume": resume}


def main() -> None:
    """Do what the argument orders."""
    orders = msgspec.json.decode(sys.argv[1].encode(), type=Orders)
    allow_many_files()
    say({"result": uvloop.run(LOADS[orders.what](orders))})


if __name__ == "__main__":
    main()
