"""Pages and their JSON twins: one view, shown as HTML under its own address and as JSON under
`/api/v1`. A view is a plain function; FastAPI calls it in a thread, so that it may wait.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, cast, get_args, get_origin

from fastapi import APIRouter, Body, Depends, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from bowerbird.server.answers import answer
from bowerbird.server.forms import form_of
from bowerbird.server.rendering import render

API = "/api/v1"
View = Callable[..., Any]
_REQUEST = inspect.Parameter("_request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)


class Section:
    """The pages and resources of one kind of thing. `tab` is marked in the navigation."""

    def __init__(self, name: str, tab: str = "") -> None:
        self.name = name
        self.tab = tab or name
        self.html = APIRouter(include_in_schema=False)
        self.api = APIRouter(prefix=API, tags=[name])
        self.twins: dict[str, str] = {}  # the JSON address of each page's

    def page(self, path: str, *, twin: str, template: str) -> Callable[[View], View]:
        """Show what the view answers at `path`, and as JSON at its `twin` under `/api/v1`."""

        def register(view: View) -> View:
            def show(**given: Any) -> Response:
                request = given.pop("_request")
                return render(request, template, view(**given), tab=self.tab)

            self.html.get(path, name=view.__name__)(_with_request(show, view))
            self.twins[path] = twin
            self.get(twin)(view)
            return view

        return register

    def action(self, path: str, *, twin: str, then: str) -> Callable[[View], View]:
        """Do what the view does: POSTed as a form to `path`, which leads to `then`, or as JSON to
        `twin`. Both are made of the address, and of what the view answers if that is a dict."""

        def register(view: View) -> View:
            def act(**given: Any) -> Response:
                request = given.pop("_request")
                done = view(**given)
                known = {**request.path_params, **(done if isinstance(done, dict) else {})}
                return RedirectResponse(then.format_map(known), 303)

            self.html.post(path, name=view.__name__)(_with_request(act, view, form=True))
            self.post(twin)(view)
            return view

        return register

    def choice(self, path: str) -> Callable[[View], View]:
        """A form whose view answers the browser itself."""

        def register(view: View) -> View:
            def act(**given: Any) -> Response:
                given.pop("_request")
                return cast("Response", view(**given))

            self.html.post(path, name=view.__name__)(_with_request(act, view, form=True))
            return view

        return register

    def get(self, path: str, **options: Any) -> Callable[[View], View]:
        """JSON alone."""
        return self._resource("GET", path, options)

    def post(self, path: str, **options: Any) -> Callable[[View], View]:
        return self._resource("POST", path, options)

    def put(self, path: str, **options: Any) -> Callable[[View], View]:
        return self._resource("PUT", path, options)

    def patch(self, path: str, **options: Any) -> Callable[[View], View]:
        return self._resource("PATCH", path, options)

    def delete(self, path: str, **options: Any) -> Callable[[View], View]:
        return self._resource("DELETE", path, options)

    def _resource(self, method: str, path: str, options: dict[str, Any]) -> Callable[[View], View]:
        status = options.get("status_code", 200)

        def register(view: View) -> View:
            def tell(**given: Any) -> Response:
                request = given.pop("_request")
                return answer(view(**given), request, status)

            self.api.add_api_route(
                path,
                _with_request(tell, view),
                methods=[method],
                response_model=None,
                summary=(view.__doc__ or view.__name__).strip().partition("\n")[0].rstrip("."),
                operation_id=f"{method.lower()}_{view.__name__}",
                **options,
            )
            return view

        return register


def _with_request(handler: View, view: View, *, form: bool = False) -> View:
    """The handler with the parameters of the view, and the request."""

    own = inspect.signature(view).parameters.values()
    name = next((each.name for each in own if each.annotation is Request), "")

    @wraps(view)
    def called(**given: Any) -> Any:
        return handler(**given, **({"_request": given[name]} if name else {}))

    asked = [_from_form(parameter) if form else parameter for parameter in own]
    keyword = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in asked]
    # FastAPI hands over the request once: to the view if it asks for it.
    signature = inspect.Signature(keyword if name else [*keyword, _REQUEST])
    called.__signature__ = signature  # type: ignore[attr-defined]
    return called


def _from_form(parameter: inspect.Parameter) -> inspect.Parameter:
    """A body that comes as a form instead."""
    model = _body_of(parameter.annotation)
    if model is None:
        return parameter
    return parameter.replace(
        annotation=Annotated[model, Depends(form_of(model))], default=inspect.Parameter.empty
    )


def _body_of(annotation: Any) -> type[BaseModel] | None:
    kind, *marks = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    is_body = not marks or any(isinstance(mark, type(Body())) for mark in marks)
    is_model = inspect.isclass(kind) and issubclass(kind, BaseModel)
    return kind if is_model and is_body else None
