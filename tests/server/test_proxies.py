"""The proxies' examples, really run in front of a server: pages, socket, stream, long-poll, and who is asking.

nginx, Caddy and systemd are not needed to play or to develop; where one is missing, its tests are left out.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import ssl
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest
import websockets

from tests.server.harness import LONG, ServerProcess, free_port
from tests.server.test_api_documents import first_of_stream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.nursery import Nursery

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
ANYBODY = ssl.create_default_context()
ANYBODY.check_hostname = False
ANYBODY.verify_mode = ssl.CERT_NONE
"""The certificate of a test is signed by nobody."""


def needs(*commands: str) -> pytest.MarkDecorator:
    """Leave a test out where a command is missing."""
    missing = [command for command in commands if find(command) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def find(command: str) -> str | None:
    """Find a command, also among those for administrators."""
    return shutil.which(command) or shutil.which(command, path="/usr/sbin:/sbin")


@pytest.fixture
def behind(tmp_path: Path, nursery: Nursery) -> Iterator[ServerProcess]:
    """A server with the settings that the examples ask for."""
    running = ServerProcess(
        f"sqlite:///{tmp_path}/proxied.db",
        tmp_path / "log",
        nursery=nursery,
        SPIELTISCH_TRUSTED_HOPS="1",
        SPIELTISCH_PUBLIC_URL="https://spieltisch.example.org",
        SPIELTISCH_GUESTS_PER_MINUTE="5",
    )
    running.start()
    yield running
    assert running.stop() == 0


@contextlib.contextmanager
def run_until_done(command: list[str], url: str, log: Path) -> Iterator[str]:
    """Run a proxy as long as it is needed."""
    with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
        try:
            until = time.monotonic() + LONG
            while True:
                try:
                    httpx.get(f"{url}/health", verify=ANYBODY, timeout=LONG)
                    break
                except httpx.TransportError:
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < until, log.read_text()
                    time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


def nginx_configuration(folder: Path, behind: ServerProcess, port: int) -> Path:
    """The example with this machine's ports and a certificate of a minute's making."""
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=spieltisch.example.org"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([str(find("openssl")), *request, *files], check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text()
    site = re.sub(r"listen \[::\]\S* ?.*;\n", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = site.replace("server 127.0.0.1:8000;", f"server 127.0.0.1:{behind.port};")
    site = site.replace("/etc/letsencrypt/live/spieltisch.example.org", str(folder))
    (folder / "site.conf").write_text(site)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; worker_processes 1; events {{}}\n"
        f"http {{ access_log off;\n{paths}include {folder}/site.conf; }}\n"
    )
    return whole


@needs("nginx", "openssl")
def test_nginx_carries_pages_socket_stream_and_long_poll_over_tls(behind: ServerProcess, tmp_path: Path) -> None:
    port = free_port()
    file = nginx_configuration(tmp_path, behind, port)
    nginx = [str(find("nginx")), "-c", str(file), "-p", str(tmp_path), "-e", "stderr"]
    verdict = subprocess.run([*nginx, "-t"], capture_output=True, text=True, check=False)
    assert verdict.returncode == 0, verdict.stderr
    assert "warn" not in verdict.stderr
    with run_until_done(nginx, f"https://127.0.0.1:{port}", tmp_path / "nginx.log") as url:
        asyncio.run(asyncio.wait_for(play_through(url, "https://spieltisch.example.org"), 2 * LONG))


@needs("caddy")
def test_caddy_carries_pages_socket_stream_and_long_poll(behind: ServerProcess, tmp_path: Path) -> None:
    port = free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    url = f"http://127.0.0.1:{port}"
    text = text.replace("\nspieltisch.example.org {", f"\n{{\n\tadmin off\n\tgrace_period 1s\n}}\n\n{url} {{")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{behind.port}")
    (tmp_path / "Caddyfile").write_text(text)
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    with run_until_done(command, url, tmp_path / "caddy.log"):
        asyncio.run(asyncio.wait_for(play_through(url, "https://spieltisch.example.org"), 2 * LONG))


@needs("caddy")
def test_caddy_takes_the_example_as_it_is() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    verdict = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Valid configuration" in verdict.stdout + verdict.stderr


async def play_through(url: str, origin: str) -> None:
    """Everything that a browser does at a table, through the proxy."""
    async with httpx.AsyncClient(base_url=url, verify=ANYBODY, timeout=LONG, headers={"Origin": origin}) as http:
        assert (await http.get("/")).status_code == 200
        assert (await http.get("/metrics")).status_code == (await http.get("/ready")).status_code == 404
        guest = (await http.post("/api/me", json={"name": "through a proxy"})).json()
        cookie = f"spieltisch={http.cookies['spieltisch']}"
        http.headers["Cookie"] = cookie
        body = {"game": "wampum", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        table = (await http.post("/api/tables", json=body)).json()["id"]

        address = url.replace("http", "ws") + "/api/play"
        context = ANYBODY if url.startswith("https") else None
        async with websockets.connect(
            address,
            additional_headers={"Cookie": cookie},
            origin=websockets.Origin(origin),
            ssl=context,
            open_timeout=LONG,
        ) as socket:
            assert msgspec.json.decode(await socket.recv())["person"] == guest["id"]
            await socket.send('{"type": "ping", "ref": "1"}')
            assert msgspec.json.decode(await socket.recv())["type"] == "pong"

        assert (await first_of_stream(http, f"/api/tables/{table}/stream"))["type"] == "table"
        await stream_brings_chat_at_once(http, table)
        waiting = asyncio.create_task(http.get(f"/api/tables/{table}/events?since=2&wait=20"))
        await asyncio.sleep(0.2)
        await http.post(f"/api/tables/{table}/chat", json={"text": "ends the wait"})
        events = (await waiting).json()["events"]
        assert events[-1]["news"]["text"] == "ends the wait"
        await each_client_counts_for_itself(http)


async def stream_brings_chat_at_once(http: httpx.AsyncClient, table: str) -> None:
    """Nothing on the way keeps an event back until there are more."""
    async with http.stream("GET", f"/api/tables/{table}/stream") as answer:
        async for line in answer.aiter_lines():
            if not line.startswith("data:"):
                continue
            message = msgspec.json.decode(line.removeprefix("data:"))
            if message["type"] == "table":
                await http.post(f"/api/tables/{table}/chat", json={"text": "now"})
            elif message["type"] == "event" and message["news"].get("text") == "now":
                return


async def each_client_counts_for_itself(http: httpx.AsyncClient) -> None:
    """The address comes from the proxy: what a client writes into the header itself changes nothing."""
    answers = [
        await http.post(
            "/api/session",
            json={"account": "nobody", "passphrase": "not this one"},
            headers={"X-Forwarded-For": f"203.0.113.{number}"},
        )
        for number in range(12)
    ]
    assert 429 in {answer.status_code for answer in answers}


@needs("systemd-analyze")
@pytest.mark.parametrize("unit", ["spieltisch.service", "spieltisch-backup.service"])
def test_systemd_takes_the_units_and_finds_little_exposed(unit: str, tmp_path: Path) -> None:
    here = tmp_path / unit
    here.write_text((DEPLOY / unit).read_text().replace("/opt/spieltisch/bin/spieltisch", sys.executable))
    analyze = str(find("systemd-analyze"))
    verdict = subprocess.run([analyze, "verify", str(here)], capture_output=True, text=True, check=False)
    assert verdict.returncode == 0, verdict.stderr
    assert not re.search(rf"{unit}:\d+:", verdict.stderr), verdict.stderr
    command = [analyze, "security", "--offline=true", "--no-pager", "--threshold=20", str(here)]
    exposed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert exposed.returncode == 0, exposed.stdout[-300:]
