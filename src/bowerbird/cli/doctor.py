"""`bowerbird doctor`: is everything here that Bowerbird needs?"""

import typer

from bowerbird.cli.output import AsJson, Home, out, print_json
from bowerbird.workspace.doctor import examine


def doctor(home: Home = None, as_json: AsJson = False) -> None:
    """Check the installation: libraries, disk, permissions; say the remedy."""
    checks = examine(home)
    if as_json:
        print_json({"checks": checks})
    else:
        for check in checks:
            mark = "[green]✓[/]" if check["ok"] else "[red]✗[/]"
            out.print(f"{mark} {check['name']}: {check['detail']}", highlight=False)
            if not check["ok"]:
                out.print(f"  → {check['remedy']}", highlight=False, markup=False)
    if not all(check["ok"] for check in checks):
        raise typer.Exit(1)
