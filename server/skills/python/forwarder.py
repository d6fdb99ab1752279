"""The way out of a sandbox that has no network: passes connections to 127.0.0.1 on to the proxy behind a socket file."""

import os
import selectors
import socket

import urgency

MOST_CONNECTIONS = 64
CHUNK = 65_536
# Held back for a side that reads slowly before the other side is read again.
MOST_PENDING = 1 << 20


def start(path, descriptors):
    """Starts it in a process of its own, which closes these descriptors, and gives the proxy's address."""
    listener = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    if os.fork() == 0:
        urgency.be_ordinary()
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(nowhere, descriptor)
            for descriptor in descriptors:
                os.close(descriptor)
            serve(listener, path)
        finally:
            os._exit(1)
    listener.close()
    return address


class End:
    """One side of a connection, with what is still to be written to it."""

    def __init__(self, connection):
        self.connection = connection
        self.pending = bytearray()
        self.other = None
        self.has_ended = False


class Forwarder:
    def __init__(self, path):
        self.path = path
        self.watched = selectors.DefaultSelector()
        self.count = 0

    def accept(self, listener):
        client, _ = listener.accept()
        proxy = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if self.count >= MOST_CONNECTIONS:
                raise OSError("too many connections")
            proxy.connect(self.path)
        except OSError:
            client.close()
            proxy.close()
            return
        self.count += 1
        ends = End(client), End(proxy)
        ends[0].other, ends[1].other = ends[1], ends[0]
        for end in ends:
            end.connection.setblocking(False)
            self.watched.register(end.connection, selectors.EVENT_READ, end)

    def handle(self, end, events):
        try:
            if events & selectors.EVENT_WRITE:
                del end.pending[: end.connection.send(end.pending)]
            if events & selectors.EVENT_READ:
                data = end.connection.recv(CHUNK)
                end.other.pending += data
                end.has_ended = not data
        except BlockingIOError:
            pass
        except OSError:
            return self.close(end)
        for side in (end, end.other):
            if side.other.has_ended and not side.pending:
                try:
                    side.connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
        if end.has_ended and end.other.has_ended and not end.pending and not end.other.pending:
            return self.close(end)
        self.watch(end)
        self.watch(end.other)

    def watch(self, end):
        wanted = 0 if end.has_ended or len(end.other.pending) > MOST_PENDING else selectors.EVENT_READ
        wanted |= selectors.EVENT_WRITE if end.pending else 0
        known = end.connection in self.watched.get_map()
        if wanted and known:
            self.watched.modify(end.connection, wanted, end)
        elif wanted:
            self.watched.register(end.connection, wanted, end)
        elif known:
            self.watched.unregister(end.connection)

    def close(self, end):
        self.count -= 1
        for side in (end, end.other):
            if side.connection in self.watched.get_map():
                self.watched.unregister(side.connection)
            side.connection.close()
            side.has_ended = True


def serve(listener, path):
    forwarder = Forwarder(path)
    forwarder.watched.register(listener, selectors.EVENT_READ)
    while True:
        for key, events in forwarder.watched.select():
            if key.fileobj is listener:
                forwarder.accept(listener)
            elif key.fileobj.fileno() >= 0:
                forwarder.handle(key.data, events)
