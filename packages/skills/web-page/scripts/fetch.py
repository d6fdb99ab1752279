"""Fetches public addresses: every hop is checked, and the connection goes to the address that was checked."""

import http.client
import os
import socket
import ssl
import time
import zlib
from typing import Callable, NamedTuple, Optional
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from public_address import NotPublic, public_addresses

__all__ = []

REDIRECTS = {301, 302, 303, 307, 308}
SECONDS = 30
AGENT = "Mozilla/5.0 (compatible; OpenHive web-page skill)"
Resolve = Callable[[str, int], list[str]]


class Answer(NamedTuple):
    url: str
    status: int
    media_type: str
    charset: str
    body: bytes
    redirects: list[str]


def fetch(url: str, most: int, resolve: Resolve = public_addresses) -> Answer:
    """The content behind an address. `resolve` decides which addresses a host may be reached at, and is asked anew at each redirect."""
    deadline, passed = time.monotonic() + SECONDS, []
    for _ in range(6):
        target = _checked(url)
        connection = _connect(target, resolve, deadline)
        try:
            response = _ask(connection, target)
            location = response.getheader("Location")
            if response.status in REDIRECTS and location:
                passed.append(url)
                url = urljoin(url, location.encode("latin-1", "replace").decode("utf-8", "replace"))
                continue
            if response.status >= 400:
                raise ValueError(f"{url} answered {response.status} {response.reason}.")
            content_type = response.headers
            return Answer(url, response.status, content_type.get_content_type(), content_type.get_content_charset("") or "", _body(response, most, deadline), passed)
        except (http.client.HTTPException, OSError) as problem:
            raise ValueError(f"{url} could not be fetched: {_reason(problem)}.") from None
        finally:
            connection.close()
    raise ValueError(f"{passed[0]} redirects more than 5 times.")


def _checked(url: str):
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ValueError(f"{url!r} is no address that can be fetched.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url!r} is no address that can be fetched. Give a whole one, beginning with https://.")
    if parts.username or parts.password:
        raise ValueError("An address with a user name or password in it is not fetched.")
    if port is not None and port not in (80, 443) and port < 1024:
        raise ValueError(f"Port {port} is not one that web pages are served at.")
    return parts


def _connect(parts, resolve: Resolve, deadline: float) -> http.client.HTTPConnection:
    """A connection to one of the addresses that were checked; the name is not looked up a second time."""
    host = parts.hostname.encode("idna").decode() if not parts.hostname.isascii() else parts.hostname
    port = parts.port or (443 if parts.scheme == "https" else 80)
    problem: Exception = OSError("no address")
    # Where the one way out is a proxy, names mean nothing here: it looks them up and refuses what is not public.
    proxy = _proxy(parts.scheme) if resolve is public_addresses else None
    for address in [host] if proxy else resolve(host, port)[:4]:
        try:
            plain = _open(proxy or (address, port), deadline)
            if proxy:
                _tunnel(plain, host, port)
        except OSError as error:
            problem = error
            continue
        connection = http.client.HTTPConnection(host, port)
        try:
            connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host) if parts.scheme == "https" else plain
        except (ssl.SSLError, OSError) as error:
            plain.close()
            raise ValueError(f"{host} has no secure connection that can be trusted: {_reason(error)}.") from None
        return connection
    raise ValueError(f"{host} does not answer: {_reason(problem)}.")


def _proxy(scheme: str) -> Optional[tuple[str, int]]:
    named = urlsplit(os.environ.get(f"{scheme.upper()}_PROXY", ""))
    return (named.hostname, named.port or 80) if named.scheme == "http" and named.hostname else None


def _open(address: tuple[str, int], deadline: float) -> socket.socket:
    plain = socket.create_connection(address, timeout=max(min(10, deadline - time.monotonic()), 0.1))
    plain.settimeout(max(deadline - time.monotonic(), 0.1))
    return plain


def _tunnel(plain: socket.socket, host: str, port: int) -> None:
    """Has the proxy connect to the host; from then on the connection is the host's."""
    target = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    plain.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode("ascii"))
    head = b""
    while b"\r\n\r\n" not in head:
        # One byte at a time: what comes behind the answer is the host's.
        byte = plain.recv(1)
        if not byte or len(head) > 10_000:
            plain.close()
            raise OSError("the proxy gave no answer")
        head += byte
    status, _, reason = head.split(b"\r\n", 1)[0].decode("latin-1").partition(" ")[2].partition(" ")
    if status == "200":
        return
    plain.close()
    if status == "403":
        raise NotPublic(f"{reason} Pages inside private networks and on this machine are not fetched.")
    raise ValueError(f"{host} could not be reached: {reason or status}")


def _ask(connection: http.client.HTTPConnection, parts) -> http.client.HTTPResponse:
    path = quote(urlunsplit(("", "", parts.path or "/", parts.query, "")), safe="/?&=%:;,@!$'()*+~#[]")
    host = connection.host if parts.port is None else f"{connection.host}:{parts.port}"
    headers = {"Host": host, "User-Agent": AGENT, "Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Encoding": "gzip, deflate", "Connection": "close"}
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def _body(response: http.client.HTTPResponse, most: int, deadline: float) -> bytes:
    encoding = (response.getheader("Content-Encoding") or "").strip().lower()
    machine = {"gzip": lambda: zlib.decompressobj(31), "x-gzip": lambda: zlib.decompressobj(31), "deflate": zlib.decompressobj}.get(encoding, lambda: None)()
    if encoding not in ("", "identity") and machine is None:
        raise ValueError(f"The server packed its answer in a way that was not asked for ({encoding}).")
    parts, size = [], 0
    while True:
        if time.monotonic() > deadline:
            raise ValueError(f"The answer took longer than {SECONDS} seconds.")
        chunk = response.read1(65_536)
        if not chunk:
            break
        try:
            data = machine.decompress(chunk, most + 1) if machine else chunk
        except zlib.error:
            raise ValueError("The answer is packed and damaged.") from None
        parts.append(data)
        size += len(data)
        if size > most or (machine and machine.unconsumed_tail):
            raise ValueError(f"The answer is larger than {most // 1_000_000} MB.")
    return b"".join(parts)


def _reason(problem: Exception) -> str:
    if isinstance(problem, (socket.timeout, TimeoutError)):
        return "it took too long"
    if isinstance(problem, ssl.SSLCertVerificationError):
        return problem.verify_message or "its certificate is not valid"
    return str(problem).strip() or type(problem).__name__
