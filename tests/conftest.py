"""What holds for every test."""

from hypothesis import settings

# A busy machine is no fault: no example has to be quick. Those that have to be say so.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
