"""Whom to tell of what happens, as the plan has it."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from bowerbird.fetch.secrets import only_referred_to
from bowerbird.model.options import Options

Kind = Literal["run-ended", "run-failed", "run-stalled", "health", "pages-changed", "schedule"]
Secret = Annotated[str, AfterValidator(lambda text: only_referred_to(text) if text else text)]


class NotifyOptions(Options):
    """Whom to tell, beside the list in the application."""

    on: list[Kind] = Field(
        ["run-ended", "run-failed", "run-stalled", "health", "pages-changed", "schedule"],
        description="What is sent: run-ended, run-failed, run-stalled, health (warnings and "
        "stops), pages-changed, schedule (a run that could not be started).",
    )
    webhook: str = Field(
        "",
        pattern=r"^(?:https?://\S+)?$",
        max_length=2_000,
        description="A URL that each notice is posted to, as JSON.",
    )
    webhook_secret: Secret = Field(
        "", description="Signs what is posted: an environment variable, as ${ITS_NAME}."
    )
    allow_private: bool = Field(
        False, description="The webhook may have a loopback or private address."
    )
    mail_to: list[str] = Field([], max_length=20, description="Addresses that get each notice.")
    mail_from: str = Field("bowerbird@localhost", description="The sender of mails.")
    smtp: str = Field(
        "localhost:25", pattern=r"^[^\s:]+:\d{1,5}$", description="The mail server: HOST:PORT."
    )
    smtp_security: Literal["none", "starttls", "tls"] = Field(
        "none", description="none, starttls or tls; a password goes over the last two alone."
    )
    smtp_user: str = Field("", description="The name at the mail server; empty: none is needed.")
    smtp_password: Secret = Field(
        "", description="Its password: an environment variable, as ${ITS_NAME}."
    )
