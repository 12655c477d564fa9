"""The gateways, each started on a configuration made from its template, on free ports of loopback."""

import glob
import os
import re
import shutil
import socket
import subprocess

import installing
from machinery import Trouble, answers, free_ports, wait_until

TEMPLATES = os.path.join(installing.HERE, "templates")
BRIDGE = os.path.join(installing.HOME, "bridge")
BINDS = 4
TEXT = "Your code is 123456. It is valid for ten minutes; keep it."
# Two digits in place of ## make each request's number another one.
RECIPIENT = "467000##000"
START_SECONDS = 90


def render(template, target, **values):
    """A template with its {names} replaced."""
    with open(os.path.join(TEMPLATES, template), encoding="utf-8") as file:
        text = re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), file.read())
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    return target


def get(path, recipient, text):
    """A GET of the form that Kannel and Jasmin share."""
    query = f"username=bench&password=bench&from=Acme&to={recipient}&{text}={TEXT.replace(' ', '+').replace(';', '%3B')}"
    return f"GET {path}?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def post(key):
    """The bridge's own form."""
    body = f'{{"to":"+{RECIPIENT}","from":"Acme","text":"{TEXT}"}}'
    return (f"POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}")


class Kannel:
    """Bearerbox and smsbox."""

    def __init__(self, house, sink, directory, store=""):
        self.port, smsbox, admin = free_ports(3)
        file = render("kannel.conf", os.path.join(directory, "kannel.conf"), directory=directory, sink=sink.port,
                      port=self.port, smsbox=smsbox, admin=admin, store=store)
        bearer = house.start("bearerbox", ["/usr/sbin/bearerbox", file], directory=directory)
        wait_until(lambda: answers(smsbox), START_SECONDS, "Kannel's bearerbox", [bearer])
        box = house.start("smsbox", ["/usr/sbin/smsbox", file], directory=directory)
        self.own, self.others = [bearer, box], []
        wait_until(lambda: answers(self.port), START_SECONDS, "Kannel's smsbox", self.own)
        wait_until(lambda: sink.binds() >= BINDS, START_SECONDS, "a bind of Kannel's", self.own)
        self.http = (self.port, get("/cgi-bin/sendsms", RECIPIENT, "text"))


class SpoolingKannel(Kannel):
    """The same with each message in a file of its own until it is sent."""

    def __init__(self, house, sink, directory):
        spool = os.path.join(directory, "spool")
        os.mkdir(spool)
        super().__init__(house, sink, directory, f'store-type = spool\nstore-location = "{spool}"')


class Jasmin:
    """Jasmin with a RabbitMQ and a Redis of its own."""

    def __init__(self, house, sink, directory):
        self.others = self._neighbours(house, directory)
        names = ("port", "smpp", "router", "clients", "servers", "console")
        ports = dict(zip(names, free_ports(len(names))))
        for part in ("etc/jasmin/store", "etc/jasmin/resource", "var/log/jasmin"):
            os.makedirs(os.path.join(directory, part))
        spec = glob.glob(os.path.join(installing.JASMIN, "lib", "*", "site-packages", "txamqp", "specs", "standard",
                                      "amqp0-9-1.stripped.xml"))[0]
        file = render("jasmin.cfg", os.path.join(directory, "jasmin.cfg"), spec=spec, amqp=self.amqp,
                      redis=self.redis, **ports)
        # Its lock would stand in /tmp.
        start = ("import lockfile, runpy, sys; lock = lockfile.FileLock;"
                 f"lockfile.FileLock = lambda path: lock({os.path.join(directory, 'lock')!r});"
                 f"sys.argv = ['jasmind', '-c', {file!r}]; runpy.run_module('jasmin.bin.jasmind', run_name='__main__')")
        self.own = [house.start("jasmin", [os.path.join(installing.JASMIN, "bin", "python"), "-c", start],
                                {"ROOT_PATH": directory}, directory)]
        wait_until(lambda: answers(ports["console"]), START_SECONDS, "Jasmin", self.own + self.others)
        self._configure(ports["console"], sink)
        wait_until(lambda: sink.binds() >= BINDS, START_SECONDS, "a bind of Jasmin's", self.own)
        self.http = (ports["port"], get("/send", RECIPIENT, "content"))
        self.smpp = ports["smpp"]

    def _neighbours(self, house, directory):
        self.amqp, self.redis, epmd, nodes = free_ports(4)
        redis = house.start("redis", ["/usr/bin/redis-server", "--port", str(self.redis), "--bind", "127.0.0.1",
                                      "--dir", directory], directory=directory)
        epmd_there = shutil.which("epmd")
        if not epmd_there:
            raise Trouble("there is no epmd on the PATH, which RabbitMQ needs; it comes with erlang-base")
        ports = house.start("epmd", [epmd_there, "-port", str(epmd), "-address", "127.0.0.1"], directory=directory)
        wait_until(lambda: answers(epmd), START_SECONDS, "epmd", [ports])
        file = render("rabbitmq.conf", os.path.join(directory, "rabbitmq.conf"), amqp=self.amqp)
        rabbit = house.start("rabbitmq", ["/usr/lib/rabbitmq/bin/rabbitmq-server"], {
            "HOME": directory,
            "ERL_EPMD_PORT": str(epmd),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"peers{self.amqp}@localhost",
            "RABBITMQ_DIST_PORT": str(nodes),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "RABBITMQ_BASE": directory,
            "RABBITMQ_MNESIA_BASE": os.path.join(directory, "mnesia"),
            "RABBITMQ_LOG_BASE": directory,
            "RABBITMQ_PID_FILE": os.path.join(directory, "rabbitmq.pid"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": os.path.join(directory, "enabled_plugins"),
            "RABBITMQ_CONF_ENV_FILE": os.path.join(directory, "no-rabbitmq-env.conf"),
            "RABBITMQ_CONFIG_FILE": file,
        }, directory)
        wait_until(lambda: answers(self.redis) and answers(self.amqp), START_SECONDS, "RabbitMQ or Redis",
                   [redis, rabbit])
        return [rabbit, redis]

    @staticmethod
    def _configure(console, sink):
        """By its console: one user, as many connectors as the others have binds, each message to one of them by chance."""
        def add(thing, **fields):
            return [thing + " -a", *(f"{key} {value}" for key, value in fields.items()), "ok"]

        names = [f"sink{i}" for i in range(BINDS)]
        lines = add("group", gid="peers") + add("user", username="bench", password="bench", gid="peers", uid="bench")
        for name in names:
            lines += add("smppccm", cid=name, host="127.0.0.1", port=sink.port, username="bench", password="bench",
                         submit_throughput=0)
        lines += add("filter", type="TransparentFilter", fid="all")
        lines += add("mtrouter", type="RandomRoundrobinMTRoute", order=10, filters="all", rate="0.00",
                     connectors=";".join(f"smppc({name})" for name in names))
        lines += [f"smppccm -1 {name}" for name in names]
        with socket.create_connection(("127.0.0.1", console), 10) as link:
            said = ask(link, "")  # it says its first prompt only then
            for line in lines:
                said += ask(link, line)
        if said.count("Successfully") < 4 + 2 * BINDS:
            raise Trouble("Jasmin's console did not take the configuration: " + " | ".join(said.split("\r\n")[-8:]))


def ask(link, line):
    """One line to Jasmin's console, and what it says until its next prompt."""
    link.sendall(line.encode() + b"\r\n")
    said = b""
    while not re.search(rb"(jcli :|>) $", said):
        more = link.recv(4096)
        if not more:
            raise Trouble("Jasmin's console has closed the connection")
        said += more
    return said.decode(errors="replace")


class Bridge:
    """This project's; every message is on disk before it is answered."""

    def __init__(self, house, sink, directory, transport, runs=True):
        names = ("port", "kannel", "jasmin", "smpp", "admin")
        ports = dict(zip(names, free_ports(len(names))))
        password = os.path.join(directory, "password")
        with open(password, "w", encoding="utf-8") as file:
            file.write("bench\n")
        key, key_hash = re.search(r"key:\s+(\S+)\s+hash:\s+(\S+)", self._said("key")).groups()
        password_hash = re.search(r"password-hash = (\S+)", self._said("key", "--password", password))[1]
        self.file = render("bridge.properties", os.path.join(directory, "bridge.properties"), sink=sink.port,
                           transport=transport, key_hash=key_hash, password_hash=password_hash, **ports)
        self.own, self.others = [], []
        if not runs:
            return
        self.own = [house.start("bridge", [BRIDGE, "run", self.file], directory=directory)]
        wait_until(lambda: answers(ports["port"]), START_SECONDS, "the bridge", self.own)
        wait_until(lambda: sink.binds() >= BINDS, START_SECONDS, "a bind of the bridge's", self.own)
        self.native = (ports["port"], post(key))
        self.kannel = (ports["kannel"], get("/cgi-bin/sendsms", "%2B" + RECIPIENT, "text"))
        self.jasmin = (ports["jasmin"], get("/send", "%2B" + RECIPIENT, "content"))
        self.smpp = ports["smpp"]

    @staticmethod
    def _said(*command):
        return subprocess.run([BRIDGE, *command], check=True, text=True, stdout=subprocess.PIPE).stdout
