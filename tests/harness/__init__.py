"""What tests stand on: databases, programs of the machine, and (by others) clients and server processes."""
