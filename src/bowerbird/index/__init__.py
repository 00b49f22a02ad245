"""Search over records: segments on disk, and every knob of the ranking turned at query time."""
