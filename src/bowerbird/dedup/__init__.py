"""Has this content been seen before?"""

from bowerbird.dedup.content_seen import ContentSeenOptions, DiskContentSeen

__all__ = ["ContentSeenOptions", "DiskContentSeen"]
