"""Processes, ports, processor time and forces of the disk; the sink that everything is sent to."""

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")
FORCES = "fsync,fdatasync,msync,sync,syncfs,sync_file_range"


class Trouble(Exception):
    """What keeps one peer, or all of it, from being measured; a sentence for a reader."""


def free_ports(count):
    """So many, all different, free on loopback now."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


def wait_until(holds, seconds, what, processes=()):
    """Waits until something holds, as long as those processes live."""
    deadline = time.monotonic() + seconds
    while not holds():
        for process in processes:
            process.check()
        if time.monotonic() > deadline:
            raise Trouble(f"{what} did not come within {seconds} s")
        time.sleep(0.05)


def answers(port):
    """Whether somebody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def stat_fields(pid):
    """Of /proc/PID/stat, what follows the name: state, parent, group, session and so on."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None  # it has ended meanwhile


class Process:
    """One that we have started, with those that it has started."""

    def __init__(self, name, command, directory, env=None, talks=False):
        self.name = name
        self.log = os.path.join(directory, name + ".log")
        pipe = subprocess.PIPE if talks else subprocess.DEVNULL
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(
                command, cwd=directory, env={**os.environ, **(env or {})}, stdin=pipe,
                stdout=subprocess.PIPE if talks else log, stderr=log, text=True, start_new_session=True)

    def check(self):
        """Complains when it has ended."""
        if self.child.poll() is not None:
            with open(self.log, encoding="utf-8", errors="replace") as file:
                said = " | ".join(file.read().strip().splitlines()[-3:])
            raise Trouble(f"{self.name} has ended with {self.child.returncode}: {said or 'it said nothing'}")

    def pids(self):
        """It and what descends from it, or is of its session."""
        known = {self.child.pid}
        fields = {int(pid): stat_fields(pid) for pid in os.listdir("/proc") if pid.isdigit()}
        grown = True
        while grown:
            more = {pid for pid, each in fields.items()
                    if each and (int(each[1]) in known or int(each[3]) == self.child.pid)} - known
            known |= more
            grown = bool(more)
        return sorted(known)

    def cpu(self):
        """Seconds, user and system, of all of them; of what the first one has started and outlived, too."""
        ticks = 0
        for pid in self.pids():
            fields = stat_fields(pid)
            if fields:
                last = 15 if pid == self.child.pid else 13
                ticks += sum(int(field) for field in fields[11:last])
        return ticks / TICKS

    def end(self):
        """Orderly if it can within some seconds, by force if not; never anything that we have not started."""
        pids = self.pids() if self.child.poll() is None else []
        self.child.terminate()
        try:
            self.child.wait(15)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        for pid in pids:
            fields = stat_fields(pid)
            if pid != self.child.pid and fields and int(fields[3]) in pids:
                os.kill(pid, signal.SIGKILL)


class House:
    """What has been started, ended together in the reverse order."""

    def __init__(self, directory):
        self.directory = directory
        self.processes = []

    def start(self, name, command, env=None, directory=None, talks=False):
        process = Process(name, command, directory or self.directory, env, talks)
        self.processes.append(process)
        return process

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while self.processes:
            self.processes.pop().end()


class Sink:
    """The simulator of this project, in a process of its own, remembering nothing."""

    def __init__(self, house, bridge):
        self.port, page = free_ports(2)
        self.stats = f"http://127.0.0.1:{page}/stats"
        self.process = house.start(
            "sink", [bridge, "smsc-sim", "--port", str(self.port), "--http-port", str(page), "--set", "record=0"])
        wait_until(lambda: answers(page), 60, "the sink", [self.process])

    def _stats(self):
        with urllib.request.urlopen(self.stats, timeout=10) as answer:
            return json.load(answer)["ports"][0]

    def submits(self):
        """submit_sm taken so far."""
        return self._stats()["submits"]["total"]

    def binds(self):
        """Binds that stand."""
        return self._stats()["sessions"]["now"]


def read_lines(process, seconds):
    """The lines that it says, at most so long."""
    overdue = threading.Timer(seconds, process.child.kill)
    overdue.start()
    try:
        yield from process.child.stdout
    finally:
        overdue.cancel()


def count_forces(house, processes, work):
    """How often each forced the disk during some work, by name; None where strace cannot look."""
    traces = []
    for process in processes:
        for pid in process.pids():
            file = os.path.join(house.directory, f"forces-{process.name}-{pid}")
            traces.append((process.name, pid, file,
                           house.start(f"strace-{pid}", [*strace(file), "-p", str(pid)])))
    try:
        for _, pid, _, trace in traces:
            wait_until(lambda pid=pid: traced(pid), 10, "strace", [trace])
        work()
    finally:
        for *_, trace in traces:
            trace.end()
            house.processes.remove(trace)
    counts = {process.name: 0 for process in processes}
    for name, _, file, _ in traces:
        counts[name] += forces_in(file)
    return counts


def strace(file):
    """Writes down what a program says to the disk."""
    return ["strace", "-f", "-q", "-e", "trace=" + FORCES, "-o", file]


def forces_in(file):
    """Of what strace has written down, the calls."""
    with open(file, encoding="utf-8", errors="replace") as lines:
        return sum(1 for line in lines if re.match(r"\d+ +\w+\(", line))


def traced(pid):
    """Whether somebody looks at its system calls."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return re.search(r"TracerPid:\t[1-9]", file.read()) is not None
    except OSError:
        return True  # it has ended meanwhile
