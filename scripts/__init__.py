"""What the Makefile calls. Standard library only where it runs before the virtual environment exists."""
