"""The queue of URLs on disk: who is next, what was seen, what is out on lease."""
