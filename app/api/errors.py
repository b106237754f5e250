"""The one error form, for whatever goes wrong: what the service refuses, what validation finds, what nobody foresaw.

An error that nobody foresaw is logged with its trace and answered without it; `request` is the id by which the log is
found. Nothing of the request is quoted back but the name of the wrong field.
"""

from __future__ import annotations

import math
from collections.abc import MutableMapping, Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.api.answers import Json
from app.matches.errors import MESSAGES, ServiceError
from app.protocol.value import ErrorBody, ErrorDetail
from app.store.database import UnavailableError

log = structlog.get_logger("sandtable.api")

_BY_STATUS = {
    400: "malformed",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "malformed",
    413: "too_large",
    415: "malformed",
    422: "malformed",
    429: "rate_limited",
    503: "unavailable",
}


def error_response(
    code: str,
    message: str,
    status: int,
    request_id: str | None = None,
    headers: dict[str, str] | None = None,
    **more: Any,
) -> Response:
    """A response in the one error form; `more` are further fields of `ErrorDetail`."""
    body = ErrorBody(error=ErrorDetail(code=code, message=message, request=request_id, **more))
    return Json(body, status, {"Cache-Control": "no-store", **(headers or {})})


def respond(error: ServiceError, request_id: str | None) -> Response:
    """What the service refused, as a response."""
    headers: dict[str, str] = {}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if error.code == "rate_limited":
        headers["Retry-After"] = str(max(1, math.ceil(error.params.get("wait_ms", 1000) / 1000)))
    if error.status == 503:
        headers["Retry-After"] = "1"
    return error_response(
        error.code,
        error.message,
        error.status,
        request_id,
        headers,
        rule=error.rule,
        field=error.field,
        seq=error.seq,
        params=error.params or None,
    )


def log_unforeseen(scope: MutableMapping[str, Any], error: Exception) -> None:
    """Log an error that nobody foresaw, once, with its trace and the id by which the client may quote it."""
    if scope.get("sandtable.code") != "internal":
        scope["sandtable.code"] = "internal"
        log.error("unforeseen", request=scope.get("sandtable.request"), path=scope["path"], exc_info=error)


def install(app: FastAPI) -> None:
    """Register the handlers."""

    def request_id(request: Request) -> str | None:
        value = request.scope.get("sandtable.request")
        return value if isinstance(value, str) else None

    @app.exception_handler(ServiceError)
    async def _service(request: Request, error: ServiceError) -> Response:
        request.scope["sandtable.code"] = error.code
        return respond(error, request_id(request))

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        request.scope["sandtable.code"] = "malformed"
        field, message, status = explain(error.errors())
        return error_response("malformed", message, status, request_id(request), field=field)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        code = _BY_STATUS.get(error.status_code, "malformed" if error.status_code < 500 else "internal")
        request.scope["sandtable.code"] = code
        message = "That method is not allowed here." if error.status_code == 405 else MESSAGES.get(code, "Refused.")
        return error_response(
            code, message, error.status_code, request_id(request), dict(error.headers) if error.headers else None
        )

    @app.exception_handler(UnavailableError)
    async def _unavailable(request: Request, error: UnavailableError) -> Response:
        request.scope["sandtable.code"] = "unavailable"
        log.warning("database unavailable", request=request_id(request), error=str(error))
        return error_response("unavailable", MESSAGES["unavailable"], 503, request_id(request), {"Retry-After": "1"})

    @app.exception_handler(Exception)
    async def _unforeseen(request: Request, error: Exception) -> Response:
        log_unforeseen(request.scope, error)
        return error_response("internal", MESSAGES["internal"], 500, request_id(request))


def explain(errors: Sequence[Any]) -> tuple[str | None, str, int]:
    """Field, English message and status of the first thing that validation found."""
    first = errors[0] if errors else {}
    location = [str(part) for part in first.get("loc", ())]
    if first.get("type") == "json_invalid":
        return None, "The body is not JSON.", 400
    if first.get("type") == "missing" and location == ["body"]:
        return None, "A JSON body with `Content-Type: application/json` is needed.", 400
    field = ".".join(location[1:]) or None
    reason = str(first.get("msg", "is not valid")).removeprefix("Value error, ")
    return field, f"{field or 'The body'}: {reason}", 422
