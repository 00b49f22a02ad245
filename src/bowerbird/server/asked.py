"""What views are given: the workspace, the project of the address, who asks."""

from typing import Annotated

from fastapi import Depends, Path, Request

from bowerbird.model.errors import UnknownNameError
from bowerbird.server.access import Access, Identity
from bowerbird.server.live import Newsroom
from bowerbird.server.options import ServerOptions
from bowerbird.server.pickings import Opened, Pickings
from bowerbird.workspace import Project, Run, Workspace

Name = Annotated[str, Path(max_length=64)]
TheTemplate = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$")]
RunNumber = Annotated[str, Path(max_length=12)]


def _workspace(request: Request) -> Workspace:
    found: Workspace = request.app.state.workspace
    return found


def _project(request: Request, project: Name) -> Project:
    workspace = _workspace(request)
    if project not in workspace.projects():
        raise UnknownNameError(
            f"there is no project {project!r}; make it with PUT /api/v1/projects/{project}"
        )
    return workspace.project(project)


def _run(project: Annotated[Project, Depends(_project)], run: RunNumber) -> Run:
    return project.run(run)


def _access(request: Request) -> Access:
    found: Access = request.app.state.access
    return found


def _newsroom(request: Request) -> Newsroom:
    found: Newsroom = request.app.state.newsroom
    return found


def _options(request: Request) -> ServerOptions:
    found: ServerOptions = request.app.state.options
    return found


def _pickings(request: Request) -> Pickings:
    found: Pickings = request.app.state.pickings
    return found


def _opened(
    request: Request, project: Annotated[Project, Depends(_project)], template: TheTemplate
) -> Opened:
    return _pickings(request).of(project, template)


def _address(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def _identity(request: Request) -> Identity | None:
    found: Identity | None = request.state.identity
    return found


TheWorkspace = Annotated[Workspace, Depends(_workspace)]
TheProject = Annotated[Project, Depends(_project)]
TheRun = Annotated[Run, Depends(_run)]
TheAccess = Annotated[Access, Depends(_access)]
ThePickings = Annotated[Pickings, Depends(_pickings)]
ThePicking = Annotated[Opened, Depends(_opened)]  # of the template of the address, where it is open
TheNews = Annotated[Newsroom, Depends(_newsroom)]
TheOptions = Annotated[ServerOptions, Depends(_options)]
WhoAsks = Annotated[Identity | None, Depends(_identity)]
ThisAddress = Annotated[str, Depends(_address)]  # as whoever asks knows the server
