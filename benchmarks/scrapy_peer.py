"""Scrapy at its quickest: LinkExtractor and title, robots obeyed, nothing stored.

Runs in the benchmarks' own virtual environment: scrapy_peer.py PER_HOST TOTAL SEED…
"""

import json
import sys
from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

per_host, total, *seeds = sys.argv[1:]
counts = {"pages": 0, "links": 0, "titles": 0}


class Pages(scrapy.Spider):  # type: ignore[misc, unused-ignore]  # untyped where it is missing
    """Follows every link."""

    name = "pages"
    allowed_domains = sorted({urlsplit(seed).hostname or "" for seed in seeds})
    links = LinkExtractor()

    async def start(self) -> AsyncIterator[scrapy.Request]:
        # As start_urls, seeds would pass by the filter of repeats and be fetched twice.
        for seed in seeds:
            yield scrapy.Request(seed)

    def parse(self, response: Response) -> Iterator[scrapy.Request]:
        if not isinstance(response, HtmlResponse):
            return
        counts["pages"] += 1
        counts["titles"] += response.css("title::text").get() is not None
        for link in self.links.extract_links(response):
            counts["links"] += 1
            yield scrapy.Request(link.url)


process = CrawlerProcess(
    {
        "ROBOTSTXT_OBEY": True,
        "USER_AGENT": "Mozilla/5.0 (compatible; ScrapyPeer/1.0)",
        "CONCURRENT_REQUESTS": int(total),
        "CONCURRENT_REQUESTS_PER_DOMAIN": int(per_host),
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        "LOG_LEVEL": "ERROR",
        "LOGSTATS_INTERVAL": 0,
        "TELNETCONSOLE_ENABLED": False,
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "ASYNCIO_EVENT_LOOP": "uvloop.Loop",
    }
)
process.crawl(Pages)
process.start()
print(json.dumps(counts))
