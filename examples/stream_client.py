#!/usr/bin/env python3
"""A client of the stream intake: sends without waiting, hears in gathered ACKs what is safe, and after a break sends
again what no ACK covered. Run: stream_client.py HOST PORT KEY STREAM NUMBER COUNT"""
import collections
import json
import select
import socket
import struct
import sys
import time

HEAD = struct.Struct("<QI")
REFUSED = 0x80000000
WINDOW = 50_000


class StreamClient:
    def __init__(self, host, port, key, stream):
        self.address = (host, port)
        self.login = json.dumps({"key": key, "client": stream}).encode()
        self.waiting = collections.deque()  # frames from id acked + 1 on
        self.acked = self.sent = self.refused = 0
        self.socket = None
        self.read = bytearray()
        self.unsent = bytearray()
        self.begun = False

    def send(self, message):
        """Sends one message, a dict; waits only while too many have no ACK."""
        while len(self.waiting) >= WINDOW:
            self.turn(1.0)
        while not self.begun:  # ids of a stream never begin anew: the login says where this one stands
            self.turn(0)
        content = json.dumps(message).encode()
        self.sent += 1
        frame = HEAD.pack(self.sent, len(content)) + content
        self.waiting.append(frame)
        if self.socket:
            self.unsent += frame
        if len(self.unsent) > 65536 or not self.socket:
            self.turn(0)

    def finish(self):
        while self.waiting:
            self.turn(0.2)

    def turn(self, wait):
        """Connects if there is no connection, writes what can be written, reads what has come."""
        try:
            if not self.socket:
                self.connect()
            writes = [self.socket] if self.unsent else []
            readable, writable, _ = select.select([self.socket], writes, [], wait)
            if writable:
                del self.unsent[: self.socket.send(self.unsent)]
            if readable:
                more = self.socket.recv(65536)
                if not more:
                    raise ConnectionError("the server has ended the connection")
                self.read += more
                self.acks()
        except OSError:
            if self.socket:
                self.socket.close()
            self.socket = None
            time.sleep(0.2)

    def connect(self):
        fresh = socket.create_connection(self.address, 5)
        fresh.sendall(HEAD.pack(0, len(self.login)) + self.login)
        stands, count = HEAD.unpack(exactly(fresh, HEAD.size))
        if count & REFUSED:
            sys.exit(exactly(fresh, count & ~REFUSED).decode())
        if not self.begun:
            self.begun = True
            self.acked = self.sent = stands
        fresh.setblocking(False)
        self.socket = fresh
        self.read = bytearray()
        self.unsent = bytearray(b"".join(self.waiting))  # also what stands already: its refusals may not have been heard

    def acks(self):
        while len(self.read) >= HEAD.size:
            number, count = HEAD.unpack_from(self.read)
            length = count & ~REFUSED if count & REFUSED else 0
            if len(self.read) < HEAD.size + length:
                return
            problem = bytes(self.read[HEAD.size : HEAD.size + length])
            del self.read[: HEAD.size + length]
            if count & REFUSED:
                self.refused += 1
                print("refused", number, problem.decode(), file=sys.stderr)
            elif self.acked + count + 1 != number:
                sys.exit(f"ACK of {number} with {count} skipped after {self.acked}")
            while self.acked < number:
                self.covered()

    def covered(self):
        self.acked += 1
        self.waiting.popleft()


def exactly(from_socket, octets):
    got = b""
    while len(got) < octets:
        more = from_socket.recv(octets - len(got))
        if not more:
            raise ConnectionError("the server has ended the connection")
        got += more
    return got


def main():
    host, port, key, stream, number, count = sys.argv[1:7]
    begun = time.monotonic()
    client = StreamClient(host, int(port), key, stream)
    for n in range(1, int(count) + 1):
        client.send({"to": number, "text": f"message {n}"})
    client.finish()
    rate = int(count) / (time.monotonic() - begun)
    print(f"{int(count) - client.refused} safe, {client.refused} refused, {rate:.0f} a second")


if __name__ == "__main__":
    main()
