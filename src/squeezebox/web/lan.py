"""This computer's addresses in the local network. Imports the standard library only.

Nothing is sent to find them: a datagram socket that is connected only asks the system which
of its addresses it would send from.
"""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

FAR = (
    # The first goes the way to the internet; the others find networks that don't lead there.
    (socket.AF_INET, ("198.51.100.1", "10.254.254.254", "172.31.254.254", "192.168.254.254")),
    (socket.AF_INET6, ("2001:db8::1", "fd00:fe:fe:fe::1")),
)
"""Addresses where nobody is, by family: the way to them begins at this computer's own."""


def addresses() -> list[str]:
    """This computer's addresses that only its local network reaches, the likeliest first.

    Those that the whole internet could reach are left out, and those that no listener can
    have. The list is empty where there is no network.
    """
    found = dict.fromkeys((*_on_the_way(), *_of_interfaces(), *_by_name()))
    return [address for address in found if _is_local(address) and _is_ours(address)]


def _on_the_way() -> Iterator[str]:
    for family, destinations in FAR:
        for destination in destinations:
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((destination, 9))
                yield asking.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """The IPv4 address of each interface: a tunnel may hide the network that the phone is in."""
    if sys.platform != "linux":
        return
    import fcntl

    get_address = 0x8915  # SIOCGIFADDR
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                told = fcntl.ioctl(asking, get_address, struct.pack("256s", name.encode()))
                yield socket.inet_ntoa(told[20:24])


def _by_name() -> Iterator[str]:
    """The addresses that belong to this computer's name."""
    with suppress(OSError, UnicodeError):
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            yield str(where[0])


def _is_local(text: str) -> bool:
    """Whether an address is one of a local network, and can stand in the address of a page."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # with a zone, as `fe80::1%eth0`
        return False
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    return not address.is_global and not (address.version == 6 and address.is_link_local)


def _is_ours(address: str) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as trying:
        trying.bind((address, 0))
        return True
    return False
