"""A line between a browser and a server: latency, a rate in each direction, and TCP's first round trips.

    python3 line.py TARGET_PORT LATENCY_MS MEGABITS_PER_SECOND

It prints the port on which it listens, and ends when its standard input ends; each byte there ends all connections. It is written in Python,
because Python can limit the buffers of sockets: the server can no longer reorder what is in the kernel's buffers.
"""

import collections
import os
import select
import socket
import sys
import time

SEGMENT = 1448  # bytes of payload in a packet
HEADERS = 52 + 14  # bytes of headers in a packet
FIRST_WINDOW = 10 * SEGMENT  # bytes that may be under way at first; the window grows by what arrives, while it is full
BUFFER = 4096  # bytes in the kernel's buffer between server and line


class Link:
    """One direction of the line, which all connections share: one packet after another."""

    def __init__(self, bytes_per_second):
        self.bytes_per_second = bytes_per_second
        self.free_at = 0.0

    def send(self, size, now):
        """Return when the last bit has been sent."""
        self.free_at = max(now, self.free_at) + (size + HEADERS) / self.bytes_per_second
        return self.free_at


class Flow:
    """One direction of one connection."""

    def __init__(self, source, target, link, delay, open_at):
        self.source, self.target, self.link, self.delay = source, target, link, delay
        self.open_at = open_at  # a connection carries nothing before its handshake is over
        self.window = FIRST_WINDOW
        self.under_way = 0
        self.arrivals = collections.deque()  # (when, bytes): in order
        self.receipts = collections.deque()  # (when, size, what was under way then)
        self.backlog = bytearray()  # arrived, and not yet taken by the target
        self.ended = False
        self.closed = False

    def may_read(self, now):
        has_room = self.under_way + SEGMENT <= self.window and not self.backlog
        return not self.ended and has_room and now >= max(self.open_at, self.link.free_at)

    def read(self, now):
        try:
            data = self.source.recv(SEGMENT)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        # Without this, the kernel acknowledges up to 40 ms later that there is room again.
        self.source.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        if not data:
            self.ended = True
            self.arrivals.append((max(now, self.link.free_at) + self.delay, b""))
            return
        arrives = self.link.send(len(data), now) + self.delay
        self.under_way += len(data)
        self.arrivals.append((arrives, data))
        self.receipts.append((arrives + self.delay, len(data), self.under_way))

    def deliver(self, now):
        while self.receipts and self.receipts[0][0] <= now:
            _, size, under_way = self.receipts.popleft()
            self.under_way -= size
            # As Linux does: a window that is not used does not grow.
            if self.window < 2 * under_way:
                self.window += size
        while self.arrivals and self.arrivals[0][0] <= now:
            data = self.arrivals.popleft()[1]
            if not data:
                self.closed = True
            self.backlog += data
        self.flush()

    def flush(self):
        try:
            while self.backlog:
                del self.backlog[: self.target.send(self.backlog)]
        except BlockingIOError:
            return
        except OSError:
            self.backlog.clear()
            self.ended = self.closed = True
        if self.closed:
            try:
                self.target.shutdown(socket.SHUT_WR)
            except OSError:
                pass

    def next_event(self, now):
        times = [queue[0][0] for queue in (self.arrivals, self.receipts) if queue]
        if not self.ended and max(self.open_at, self.link.free_at) > now:
            times.append(max(self.open_at, self.link.free_at))
        return min(times, default=None)


def connect(port):
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server.connect(("127.0.0.1", port))
    server.setblocking(False)
    return server


def main(target_port, latency_ms, megabits_per_second):
    one_way = latency_ms / 2 / 1000
    up, down = (Link(megabits_per_second * 1e6 / 8) for _ in range(2))
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    print(listener.getsockname()[1], flush=True)
    flows = []
    while True:
        now = time.monotonic()
        for flow in flows:
            flow.deliver(now)
        for flow in [flow for flow in flows if flow.closed]:
            pair = [other for other in flows if other.target in (flow.source, flow.target)]
            if all(other.closed for other in pair):
                flow.source.close()
                flow.target.close()
                flows = [other for other in flows if other not in pair]
        readers = [flow for flow in flows if flow.may_read(now)]
        writers = [flow for flow in flows if flow.backlog]
        events = [event for event in (flow.next_event(now) for flow in flows) if event is not None]
        timeout = max(0.0, min(events) - time.monotonic()) if events else None
        readable, writable, _ = select.select(
            [sys.stdin, listener, *(flow.source for flow in readers)],
            [flow.target for flow in writers],
            [],
            timeout,
        )
        if sys.stdin in readable:
            if not sys.stdin.buffer.raw.read(1):
                return
            for flow in flows:
                flow.source.close()
            flows = []
            print("disconnected", flush=True)
            continue
        if listener in readable:
            client, _ = listener.accept()
            client.setblocking(False)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            server = connect(target_port)
            open_at = time.monotonic() + 2 * one_way
            flows.append(Flow(client, server, up, one_way, open_at))
            flows.append(Flow(server, client, down, one_way, open_at))
        for flow in writers:
            if flow.target in writable:
                flow.flush()
        # Only one packet, because the link is then in use. The next packet is another connection's.
        for flow in readers:
            if flow.source in readable:
                now = time.monotonic()
                if flow.may_read(now):
                    flow.read(now)
                    flows.remove(flow)
                    flows.append(flow)


try:
    os.nice(-10)  # The line must be punctual on a busy machine.
except PermissionError:
    pass
main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
