"""What a crawler may ask for, and when: robots, turns, scope."""
