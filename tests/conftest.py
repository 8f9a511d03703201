"""For all tests: hypothesis does not go by the clock, since a busy machine is no fault."""

from hypothesis import settings

settings.register_profile("sandtable", deadline=None)
settings.load_profile("sandtable")
