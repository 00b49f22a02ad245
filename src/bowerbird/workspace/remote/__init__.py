"""The Python API over the network: the same methods, answered by a server's REST API."""
