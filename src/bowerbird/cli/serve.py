"""`bowerbird serve`: the web UI and the REST API, on this machine."""

import webbrowser
from collections.abc import Callable
from typing import Annotated, Any

import typer

from bowerbird.cli.output import AsJson, Home, out, print_json
from bowerbird.workspace import Workspace

DEFAULT_PORT = 8765


def serve(  # noqa: PLR0913 - a command's options are its parameters
    home: Home = None,
    as_json: AsJson = False,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = DEFAULT_PORT,
    open_: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    link: Annotated[
        bool,
        typer.Option("--link", help="Print another such address of the server that is at work."),
    ] = False,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="By which other name browsers may call it; repeatable."),
    ] = None,
    certificate: Annotated[
        str, typer.Option(metavar="FILE", help="For TLS (PEM); other machines need it.")
    ] = "",
    key: Annotated[str, typer.Option(metavar="FILE", help="The certificate's key (PEM).")] = "",
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy on this machine speaks TLS for it.")
    ] = False,
) -> None:
    """Serve the web UI and the REST API; prints an address that works once."""
    tell = _print_json if as_json else say_link
    if link:
        _another_link(home, port, tell, open_it=open_)
        return
    options = {
        "host": host,
        "port": port,
        "allowed_hosts": allowed_host or [],
        "certificate": certificate,
        "key": key,
        "behind_proxy": behind_proxy,
    }
    serve_workspace(Workspace(home), options, tell, open_it=open_)


def _another_link(
    home: str | None, port: int, tell: Callable[[str, str], None], *, open_it: bool
) -> None:
    from bowerbird.workspace.remote.links import another_link

    url, link = another_link(home, port)
    tell(url, link)
    if open_it:
        webbrowser.open(link)


def serve_workspace(
    workspace: Workspace,
    values: dict[str, Any],
    tell: Callable[[str, str], None],
    *,
    open_it: bool = False,
) -> None:
    """Until it is interrupted; `tell` gets its address, and the one that works once. What serves is
    loaded only here: no other command waits for it."""
    from bowerbird.server.options import ServerOptions
    from bowerbird.server.serving import open_server
    from bowerbird.workspace.checked import checked

    with open_server(workspace, checked(ServerOptions, values, "serve")) as server:
        link = server.link()
        tell(server.url, link)
        if open_it:
            webbrowser.open(link)
        server.run()


def say_link(_url: str, link: str) -> None:
    """For people."""
    out.print(f"Bowerbird is at\n\n    {link}\n", highlight=False, markup=False)
    out.print("The address works once, and for the browser that opens it. Ctrl-C ends the server.")


def _print_json(url: str, link: str) -> None:
    print_json({"url": url, "link": link})
