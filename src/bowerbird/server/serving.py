"""`bowerbird serve`: a socket, a key, and the server on them until it is told to end."""

import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from bowerbird.model.errors import UsageError
from bowerbird.server.access import Access
from bowerbird.server.app import make_app
from bowerbird.server.live import Newsroom
from bowerbird.server.options import ServerOptions
from bowerbird.workspace import Workspace
from bowerbird.workspace.presence import new_key, shown, this_server

PATIENCE = 3  # seconds for what is under way when it ends


class Serving:
    """A server that listens, and may be run."""

    def __init__(
        self, workspace: Workspace, options: ServerOptions, listening: socket.socket
    ) -> None:
        self.port = int(listening.getsockname()[1])
        self.url = f"{'https' if options.certificate else 'http'}://{_named(options)}:{self.port}"
        self._listening = listening
        key = new_key()
        self.access = Access(key, workspace.users)
        self.newsroom = Newsroom(workspace)
        app = make_app(workspace, self.access, options, self.newsroom)
        self._server = _Server(
            uvicorn.Config(
                app,
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=PATIENCE,
                ssl_certfile=options.certificate or None,
                ssl_keyfile=options.key or None,
                ws="none",
            ),
            self.newsroom.close,
        )
        self._attendant = workspace.attendant()
        self.presence = this_server(listening.getsockname()[0], self.port, self.url, key)

    def link(self) -> str:
        """An address that lets one browser in, once."""
        return f"{self.url}/?token={self.access.new_link()}"

    def run(self) -> None:
        """Until SIGINT or SIGTERM; either leaves everything in order."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # raised again once it has ended
        with self._attended():
            self._server.run(sockets=[self._listening])

    @contextmanager
    def _attended(self) -> Iterator[None]:
        """Meanwhile what is scheduled starts, and notices go out."""
        ended = threading.Event()
        attending = threading.Thread(target=self._attendant.run, args=(ended,), name="attendant")
        attending.start()
        try:
            yield
        finally:
            ended.set()
            attending.join()

    def end(self) -> None:
        """From another thread."""
        self._server.handle_exit(0, None)


class _Server(uvicorn.Server):
    """Ends the streams first: each would hold the server up until its browser went away."""

    def __init__(self, config: uvicorn.Config, on_exit: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_exit = on_exit

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._on_exit()
        super().handle_exit(sig, frame)


@contextmanager
def open_server(workspace: Workspace, options: ServerOptions) -> Iterator[Serving]:
    """It listens, and can be found; it answers once it runs."""
    check_remote(workspace, options)
    with _listening(options) as listening:
        serving = Serving(workspace, options, listening)
        with shown(workspace.home, serving.presence):
            yield serving


def check_remote(workspace: Workspace, options: ServerOptions) -> None:
    """Others may connect only to a server that knows its users, and whose words nobody can read on
    the way."""
    if not options.is_local and not workspace.users.all():
        raise UsageError(
            f"--host {options.host}: nobody could sign in; `bowerbird user add NAME` makes the "
            "first user"
        )
    if not options.is_local and not options.is_secure:
        raise UsageError(
            f"--host {options.host}: passwords would go over the network as they are; give "
            "--certificate FILE and --key FILE, or --behind-proxy if a proxy speaks TLS"
        )
    if not options.is_local and not options.allowed_hosts:
        raise UsageError(
            f"--host {options.host}: say with --allowed-host NAME by which name browsers will "
            "call this server"
        )


@contextmanager
def _listening(options: ServerOptions) -> Iterator[socket.socket]:
    host = options.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, options.port))
            listening.listen(128)  # who follows the link at once waits, and is answered
        except OSError as error:
            raise UsageError(
                f"cannot listen on {options.host} port {options.port}: {error.strerror}; "
                "--port 0 takes a free one"
            ) from error
        yield listening


def _named(options: ServerOptions) -> str:
    if not options.is_local and options.allowed_hosts:
        return options.allowed_hosts[0]
    return f"[{options.host}]" if ":" in options.host.strip("[]") else options.host
