"""Which addresses on a network are public, so that nothing private is reached through a name or a redirect."""

import ipaddress
import socket
from typing import Union

__all__ = []

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]
# Forms of IPv6 that carry an IPv4 address: translated (RFC 6052, RFC 8215), 6to4 and the old compatible form.
TRANSLATED = [ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48")]
COMPATIBLE = ipaddress.ip_network("::/96")
# Not public, though older Python releases call some of them so.
SPECIAL = [ipaddress.ip_network(text) for text in (
    "0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fec0::/10", "100::/64",
)]


class NotPublic(ValueError):
    """An address that must not be reached."""


def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host, in the order to try them. One that is not public makes the whole name refused."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError, ValueError):
        raise ValueError(f"The name {host} was not found. Check the address, and whether this machine reaches the internet.") from None
    addresses = list(dict.fromkeys(entry[4][0] for entry in found))
    for text in addresses:
        if not is_public(text):
            raise NotPublic(f"{host} is not a public address. Pages inside private networks and on this machine are not fetched.")
    return addresses


def is_public(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text.split("%", 1)[0])
    except ValueError:
        return False
    if "%" in text:
        return False
    return all(_is_public_plain(one) for one in _forms(address))


def _is_public_plain(address: Address) -> bool:
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    return not any(address.version == network.version and address in network for network in SPECIAL)


def _forms(address: Address) -> list[Address]:
    """The address that is really reached: an IPv4 address inside an IPv6 one, or itself."""
    if address.version == 4:
        return [address]
    inner = address.ipv4_mapped or address.sixtofour
    if inner:
        return [inner]
    if any(address in network for network in [*TRANSLATED, COMPATIBLE]):
        return [ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)]
    return [address]
