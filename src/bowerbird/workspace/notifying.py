"""Notices on their way out: to a webhook, signed, and by mail; and the word on runs that died.

Each notice is tried five times at most, over an hour; in the application it is seen in any case.
"""

import hashlib
import hmac
import http.client
import json
import logging
import smtplib
import socket
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from bowerbird.fetch.guard import Guard
from bowerbird.fetch.secrets import revealed
from bowerbird.model.errors import BowerbirdError, RunError
from bowerbird.model.events import RunState
from bowerbird.model.ports import Clock
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.home import project_folder
from bowerbird.workspace.notices import Notice, NoticeBook
from bowerbird.workspace.notify_options import NotifyOptions
from bowerbird.workspace.own_servers import own_servers
from bowerbird.workspace.runs import Run

log = logging.getLogger(__name__)

ATTEMPTS = 5
FIRST_PAUSE = 60.0  # seconds before the second attempt; three times as long each time after
OLDEST = 86_400.0  # seconds: what happened longer ago is no news
PATIENCE = 10.0  # seconds for one attempt
LOOKED_AT = 200  # runs whose processes are looked for


class Notifier:
    """Call `tick` every few seconds, from one place in a home."""

    def __init__(
        self,
        catalogue: Catalogue,
        options_of: Callable[[str], NotifyOptions],
        clock: Clock | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._options_of = options_of
        self._clock = clock or SystemClock()
        self._notices = NoticeBook(catalogue)

    def tick(self) -> int:
        """Notice runs that died or hang, and send what is due; answers how much was sent."""
        self._look_for_the_dead()
        now = self._clock.now()
        return sum(self._deliver(notice, now) for notice in self._notices.since(now - OLDEST))

    def _look_for_the_dead(self) -> None:
        """A run that was killed cannot say so itself."""
        news = self._clock.now() - OLDEST
        for entry in self._catalogue.latest_runs(LOOKED_AT):
            folder = project_folder(self._catalogue.home, entry.project)
            if entry.ended_at is not None or (entry.heartbeat_at or 0.0) < news:
                continue
            run = Run(self._catalogue, folder, entry.project, entry.number)
            state = run.state
            if state not in (RunState.FAILED, RunState.STALLED):
                continue
            mark = f"run/{entry.project}/{entry.number}/{state}/{entry.heartbeat_at or 0:.0f}"
            said = f"Run {run.id} of {entry.project}: {run.sentence()}"
            self._notices.tell(mark, entry.project, entry.number, f"run-{state}", "stop", said)

    def _deliver(self, notice: Notice, now: float) -> int:
        try:
            options = self._options_of(notice.project)
        except BowerbirdError as error:
            log.warning("no word on %s goes out: %s", notice.project, error)
            return 0
        if notice.kind not in options.on:
            return 0
        wanted: dict[str, Callable[[Notice, NotifyOptions], None]] = {}
        if options.webhook:
            guard = Guard(
                allow_private=options.allow_private,
                own_servers=own_servers(self._catalogue.home),
            )
            wanted["webhook"] = partial(post, guard=guard)
        if options.mail_to:
            wanted["mail"] = mail
        told = {each["channel"]: each for each in notice.deliveries}
        due = [
            channel
            for channel in wanted
            if channel not in told
            or (not told[channel]["done"] and (told[channel]["next_at"] or now + 1) <= now)
        ]
        for channel in due:
            attempts = told.get(channel, {"attempts": 0})["attempts"] + 1
            told[channel] = _tried(channel, attempts, wanted[channel], notice, options, now)
        if due:
            self._notices.note_deliveries(notice.number, list(told.values()))
        return sum(told[channel]["done"] for channel in due)


def _tried(
    channel: str,
    attempts: int,
    send: Callable[[Notice, NotifyOptions], None],
    notice: Notice,
    options: NotifyOptions,
    now: float,
) -> dict[str, Any]:
    """What became of one attempt; after the last there is no next."""
    said = ""
    try:
        send(notice, options)
    except (OSError, http.client.HTTPException, smtplib.SMTPException, BowerbirdError) as error:
        said = str(error) or type(error).__name__
        log.warning("the %s was not told: %s", channel, said)
    again = now + FIRST_PAUSE * 3 ** (attempts - 1) if said and attempts < ATTEMPTS else None
    return {
        "channel": channel, "attempts": attempts, "done": not said, "next_at": again, "said": said,
    }  # fmt: skip


def post(notice: Notice, options: NotifyOptions, guard: Guard) -> None:
    """To the webhook: no redirect is followed, and only what the guard lets be connected to."""
    url = urlsplit(options.webhook)
    is_secure = url.scheme == "https"
    port = url.port or (443 if is_secure else 80)
    address = _address(url.hostname or "", port, options, guard)
    body = json.dumps(notice_told(notice), ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "Bowerbird", "Host": url.netloc}
    if options.webhook_secret:
        headers["Bowerbird-Signature"] = signature(revealed(options.webhook_secret), body)
    connection = http.client.HTTPConnection(url.hostname or "", port, timeout=PATIENCE)
    try:
        plain = socket.create_connection((address, port), timeout=PATIENCE)
        context = ssl.create_default_context() if is_secure else None
        connection.sock = (
            context.wrap_socket(plain, server_hostname=url.hostname) if context else plain
        )
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        connection.request("POST", target, body, headers)
        status = connection.getresponse().status
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise RunError(f"{options.webhook} answered {status}")


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA256 of the body, for whoever has the secret, too."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def mail(notice: Notice, options: NotifyOptions) -> None:
    """To every address, in one message."""
    message = EmailMessage()
    message["Subject"] = f"Bowerbird: {notice.project}: {notice.kind}"
    message["From"] = options.mail_from
    message["To"] = ", ".join(options.mail_to)
    message.set_content(f"{notice.sentence}\n")
    host, _, port = options.smtp.rpartition(":")
    kind = smtplib.SMTP_SSL if options.smtp_security == "tls" else smtplib.SMTP
    with kind(host, int(port), timeout=PATIENCE) as server:
        if options.smtp_security == "starttls":
            server.starttls(context=ssl.create_default_context())
        if options.smtp_user:
            if options.smtp_security == "none":
                raise RunError("notify.smtp_security is none: the password would be read by others")
            server.login(options.smtp_user, revealed(options.smtp_password))
        server.send_message(message)


def notice_told(notice: Notice) -> dict[str, Any]:
    """What a webhook is told."""
    return {
        "number": notice.number,
        "at": notice.at,
        "project": notice.project,
        "run": notice.run,
        "kind": notice.kind,
        "severity": notice.severity,
        "sentence": notice.sentence,
    }


def _address(host: str, port: int, options: NotifyOptions, guard: Guard) -> str:
    """One that the guard lets be connected to: it is looked up once, and then used as it is."""
    refusals = []
    for *_, (address, *_) in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        refused = guard.refusal(str(address), port)
        if refused is None:
            return str(address)
        refusals.append(refused.rule)
    said = "; ".join(dict.fromkeys(refusals)).replace("--allow-private", "notify.allow_private")
    raise RunError(f"{options.webhook} is not told: {said or 'its name is unknown'}")
