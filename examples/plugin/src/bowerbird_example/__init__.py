"""One strategy of each kind, to copy from."""
