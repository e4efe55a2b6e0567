"""HTTP: every action that there is at a table, each at its own address below the table's."""

import inspect
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK

from spieltisch.server import messages as ms
from spieltisch.server.acting import act
from spieltisch.server.http.given import Asking, TableId, TheHall

if TYPE_CHECKING:
    from collections.abc import Callable


def handler_of(action: type[ms.AnyAction]) -> HTTPRouteHandler:
    """Make the handler of an action: the address names table and action, the body is the rest."""
    body = ms.BODIES[action]
    make: Callable[..., ms.AnyAction] = action

    async def without_body(table_id: TableId, person: Asking, hall: TheHall) -> Any:
        return answer_of(await act(hall, person, make(table=table_id)))

    async def with_body(table_id: TableId, data: Any, person: Asking, hall: TheHall) -> Any:
        return answer_of(await act(hall, person, make(table=table_id, **msgspec.structs.asdict(data))))

    handle = without_body if body is None else with_body
    if body is not None:
        handle.__annotations__["data"] = body
    handle.__annotations__["return"] = action.answer
    tag = str(action.__struct_config__.tag)
    handle.__name__, handle.__doc__ = tag, inspect.getdoc(action)
    path = f"/api/tables/{{table_id:str}}/{action.address or tag}"
    return post(path, status_code=HTTP_200_OK, tags=["tables"], description=" ".join((handle.__doc__ or "").split()))(
        handle
    )


def answer_of(answer: msgspec.Struct) -> msgspec.Struct:
    """Over HTTP the answer to a question needs no frame."""
    return answer.build if isinstance(answer, ms.BuildMessage) else answer


HANDLERS = [handler_of(action) for action in get_args(ms.AnyAction)]
