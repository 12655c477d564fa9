#!/usr/bin/env python3
"""A client of the datagram intake: one message a datagram, sent again until its answer comes. The bridge knows what comes
again by the client's name and the id, so that nothing is sent twice. Run: datagram_client.py HOST PORT KEY NAME NUMBER COUNT"""
import json
import select
import socket
import struct
import sys
import time

HEAD = struct.Struct("<2sBBQ")
ACCEPTED, REPEATED, REFUSED, NOT_NOW = 1, 2, 3, 4
WINDOW = 100
FIRST_WAIT, LONGEST_WAIT = 0.7, 2.0
SILENT = 30.0


class DatagramClient:
    def __init__(self, host, port, key, name, first_id):
        """Ids must never be used twice under one name."""
        self.server = (host, port)
        self.key, self.name = key.encode(), name.encode()
        self.next = first_id
        self.waiting = {}  # by id: [octets, when they are sent again, how long is waited then]
        self.safe = self.refused = self.again = 0
        self.heard = time.monotonic()
        self.told = b""
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)

    def send(self, message):
        """Sends one message, a dict; waits only while too many have no answer."""
        while len(self.waiting) >= WINDOW:
            self.turn(0.05)
        octets = HEAD.pack(b"SB", 1, 0, self.next) + bytes([len(self.key), len(self.name)])
        octets += self.key + self.name + json.dumps(message).encode()
        if not self.waiting:
            self.heard = time.monotonic()  # before that there was nothing to answer
        self.waiting[self.next] = [octets, 0.0, FIRST_WAIT]
        self.transmit(self.waiting[self.next])
        self.next += 1
        self.turn(0)

    def finish(self):
        while self.waiting:
            self.turn(0.05)

    def transmit(self, message):
        message[1] = time.monotonic() + message[2]
        message[2] = min(2 * message[2], LONGEST_WAIT)
        try:
            self.socket.sendto(message[0], self.server)
        except OSError:
            pass  # nobody listens there now: it is sent again when it is due

    def turn(self, wait):
        """Reads what has come, and sends again what is due."""
        select.select([self.socket], [], [], wait)
        while True:
            try:
                answer = self.socket.recv(65536)
            except BlockingIOError:
                break
            except OSError:
                continue  # the last one found nobody there
            self.heard = max(self.heard, time.monotonic())
            if len(answer) >= HEAD.size:
                mark, version, kind, number = HEAD.unpack_from(answer)
                if mark == b"SB" and version == 1 and number in self.waiting:
                    self.answered(kind, number, answer[HEAD.size :])
        now = time.monotonic()
        if self.waiting and now - self.heard > SILENT:
            self.heard = now
            print("no answer: is the bridge there? To a key or an address that it does not know it says nothing", file=sys.stderr)
        for message in [m for m in self.waiting.values() if m[1] <= now]:
            self.again += 1
            self.transmit(message)

    def answered(self, kind, number, rest):
        if kind in (ACCEPTED, REPEATED):
            self.safe += 1
            del self.waiting[number]
        elif kind == REFUSED:
            self.refused += 1
            del self.waiting[number]
            print("refused", number, rest.decode(), file=sys.stderr)
        elif kind == NOT_NOW:
            wait = struct.unpack_from("<I", rest)[0] / 1000
            self.waiting[number][1] = time.monotonic() + wait
            self.heard = max(self.heard, self.waiting[number][1])  # until then nothing is asked
            if wait > LONGEST_WAIT and rest[4:] != self.told:
                self.told = rest[4:]
                print("not now:", self.told.decode(), file=sys.stderr)


def main():
    host, port, key, name, number, count = sys.argv[1:7]
    begun = time.monotonic()
    # Ids go on from run to run, as one that is used again is taken for a repeat: they begin at the time in microseconds.
    client = DatagramClient(host, int(port), key, name, time.time_ns() // 1000)
    for n in range(1, int(count) + 1):
        client.send({"to": number, "text": f"message {n}"})
    client.finish()
    rate = int(count) / (time.monotonic() - begun)
    print(f"{client.safe} safe, {client.refused} refused, {client.again} sent again, {rate:.0f} a second")


if __name__ == "__main__":
    main()
