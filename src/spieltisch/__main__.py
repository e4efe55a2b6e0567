"""`python -m spieltisch` is the command line."""

from spieltisch.cli import main

main()
