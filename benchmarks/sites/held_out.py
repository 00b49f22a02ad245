"""Families that no constant of the inference was ever tuned on."""

from benchmarks.sites.made import Family

FAMILIES: tuple[Family, ...] = ()
