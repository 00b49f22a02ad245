"""Public fakes and whole small webs on loopback, for tests, demo and docs."""
