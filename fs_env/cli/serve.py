"""Starts a server for games in the browser, against people and bots."""

from __future__ import annotations

import argparse
import errno
import gc
import importlib.util
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import add_players, players_of
from fs_env.cli.progress import begin

if TYPE_CHECKING:
    from fs_env.serve.store.setup import Setup

NEEDED = ("fastapi", "uvicorn", "websockets", "jinja2")
PORT, MOST_PORT = 8000, 65_535
FIRST = "castles_of_caleira"  # compiled in seconds: the table that is created at once
KEPT_DAYS = 90


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="create a table against these bots immediately and print its link (default: create tables on the page)",
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default 127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="N", help=f"port; 0 takes a free one (default {PORT})"
    )
    parser.add_argument(
        "--db", default="tables.sqlite", metavar="FILE", help="file of the tables (default tables.sqlite)"
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="address that browsers use, such as https://games.example.org; may be repeated "
        "(default: that of this server)",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address, or network, of a reverse proxy whose X-Forwarded-For header is trusted; may be repeated (default: none)",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SPEC",
        help="offer this bot besides the shipped ones, code from modules and files only so; may be repeated (default: none)",
    )
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="most games in parallel (default 200)")
    parser.add_argument(
        "--keep",
        type=float,
        default=KEPT_DAYS,
        metavar="DAYS",
        help=f"days after which a table is deleted (default {KEPT_DAYS})",
    )
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="ID",
        help="offer only this game, an id or the location of a manifest, package.module:NAME; may be repeated; the first one is that "
        "of the table created at the start (default: all games)",
    )
    add_players(parser, "its seats")
    parser.add_argument("--open", action="store_true", help="show the page in a browser of this machine")


def run(args: argparse.Namespace) -> int:
    check_installed()
    listening = listen(args.host, args.port)
    begin("serve: loading the server ...")
    from rich.console import Console

    from fs_env.agent_api.specs import load_agent
    from fs_env.cli.warming import warm_up
    from fs_env.core.checks import check_choice
    from fs_env.core.machine.compile.disk_cache import can_keep
    from fs_env.registry.games import GAMES, load_game
    from fs_env.serve.guard.connections import fitting, networks
    from fs_env.serve.guard.limits import Limits
    from fs_env.serve.guard.security import HostPolicy
    from fs_env.serve.store.setup import checked, hints_of
    from fs_env.serve.store.table_store import Store
    from fs_env.serve.table.lobby import Lobby
    from fs_env.serve.web.compilation import Compilation

    host_policy = HostPolicy(args.host, args.origin)
    networks(args.proxy)
    given = {load_game(name).name if ":" in name else name: name for name in args.game}  # a manifest is registered
    for name in given:
        check_choice("--game", name, GAMES)
    every = [FIRST] if args.bots else sorted(GAMES, key=lambda name: name != FIRST)
    offered = given or dict(zip(every, every, strict=True))
    setup = table_of(args, next(iter(offered))) if args.bots else None
    for name in offered if not can_keep() else [setup.game] if setup is not None else []:  # the others meanwhile
        game = load_game(name)
        warm_up(game, Console(stderr=True), [load_agent(hints_of(name) or "random", game)])
    for name in offered:
        load_game(name)
    gc.collect()
    gc.freeze()  # what is there by now stays: looking through it again would hold up all tables
    if setup is not None:
        checked(setup, args.bots)
    store = Store(Path(args.db))
    limits = fitting(Limits(tables=args.tables, keep_days=args.keep))
    if limits.connections < Limits.connections:
        print(
            f"this system lets the server open few files: it shows tables to {limits.connections} browsers at once",
            file=sys.stderr,
        )
    lobby = Lobby(store, limits, [*args.bot, *args.bots], offered)
    import asyncio

    asyncio.run(serve(lobby, host_policy, listening, args, setup, Compilation(offered)))
    return 0


def check_installed() -> None:
    """Raises ImportError, which names the extra, if a package that serving needs is missing."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise ImportError(
            f"`fs-env serve` needs {', '.join(missing)}: install the extra, python -m pip install '.[serve]' in the source tree"
        )


def table_of(args: argparse.Namespace, game: str) -> Setup:
    """The table that the arguments describe: one person in the first seat, the bots in turn in the others."""
    from fs_env.registry.games import load_game
    from fs_env.serve.store.setup import PERSON, Setup, hints_of

    seats = (PERSON, *(args.bots[k % len(args.bots)] for k in range(players_of(args, load_game(game)) - 1)))
    return Setup(game=game, seats=seats, names=("",) * len(seats), undo=True, delay=0, hints=hints_of(game))


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= MOST_PORT:
        raise ValueError(f"--port {port}: expected 0 to {MOST_PORT}; 0 takes a free one")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    built = socket.socket(family, socket.SOCK_STREAM)
    try:
        built.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        built.bind((host, port))
        built.listen(512)  # who comes before the server is ready waits
    except (OSError, UnicodeError) as error:
        built.close()
        todo = "expected an address of this machine, such as 127.0.0.1 or 0.0.0.0"
        if isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES):
            todo = f"choose another --port than {port}, or 0 for a free one"
        what = getattr(error, "strerror", None) or "no name of a host"
        raise OSError(f"cannot listen on --host {host} --port {port} ({what}): {todo}") from None
    return built


def network_addresses(host: str, port: int) -> list[str]:
    """The address of this machine on its network, if a server on `host` can be reached there; nothing is sent to find it out."""
    if host != "0.0.0.0":
        return []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
        except OSError:
            return []
        return [f"http://{asking.getsockname()[0]}:{port}"]


async def serve(
    lobby: Any,
    host_policy: Any,
    listening: socket.socket,
    args: argparse.Namespace,
    setup: Setup | None,
    compilation: Any,
) -> None:
    """Serves on a socket until it is stopped; prints the links when it is ready."""
    from fs_env.serve.guard.server import Server
    from fs_env.serve.web.app import make_app

    host, port = listening.getsockname()[:2]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    path = "/"
    if setup is not None:
        stored = await lobby.make(setup)
        path = f"/seat/{next(iter(stored.tokens.values()))}"

    class Shown(Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.started:
                return
            print(f"ready at {address}/", flush=True)
            if path != "/":
                print(f"play here: {address}{path}", flush=True)
            for other in args.origin or network_addresses(host, port):
                print(f"from other machines: {other.rstrip('/')}{path}", flush=True)
            print(f"Ctrl-C stops the server; its tables stay in {args.db}", flush=True)
            if args.open:
                threading.Thread(target=webbrowser.open, args=[f"{address}{path}"], daemon=True).start()

    await Shown(make_app(lobby, host_policy, compilation), lobby.limits, args.proxy).serve(sockets=[listening])
