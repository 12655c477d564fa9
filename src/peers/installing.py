"""What is needed of each peer, whether it is there, and getting it from the package registries."""

import glob
import os
import shutil
import subprocess

from machinery import Trouble

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.dirname(os.path.dirname(HERE))
KEPT = os.path.join(HOME, "target", "peers")
JASMIN = os.path.join(KEPT, "jasmin")
LIBRARIES = os.path.join(KEPT, "lib")
JASMIN_VERSION = "0.11.1"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
POLICY = "/usr/sbin/policy-rc.d"
# By the Debian package: a file of it.
PACKAGES = {
    "kannel": {"kannel": "/usr/sbin/bearerbox"},
    "jasmin": {"rabbitmq-server": "/usr/lib/rabbitmq/bin/rabbitmq-server", "redis-server": "/usr/bin/redis-server"},
}
JARS = {"jsmpp": "jsmpp-3.0.2.jar", "cloudhopper": "ch-smpp-5.0.9.jar"}


def missing(peer):
    """What of a peer is not there, each with the way to get it."""
    found = [(package, "apt-get install " + package)
             for package, file in PACKAGES.get(peer, {}).items() if not os.path.exists(file)]
    if peer == "jasmin" and not os.path.exists(os.path.join(JASMIN, "bin", "jasmind.py")):
        found.append((f"jasmin {JASMIN_VERSION} of PyPI", f"pip install in {os.path.relpath(JASMIN, HOME)}"))
    if peer in JARS and not os.path.exists(os.path.join(LIBRARIES, JARS[peer])):
        found.append((JARS[peer] + " of Maven Central", f"mvn in {os.path.relpath(LIBRARIES, HOME)}"))
    return found


def install(peers, say):
    """Gets what is missing; returns for each peer that could not be had the reason."""
    failed = {}
    for peer in peers:
        try:
            lacking = [package for package, how in missing(peer) if how.startswith("apt-get")]
            if lacking:
                say("installing the Debian packages " + ", ".join(lacking))
                install_packages(lacking)
            if peer == "jasmin" and missing(peer):
                say(f"installing jasmin {JASMIN_VERSION} from PyPI into {JASMIN}")
                install_jasmin()
            if peer in JARS and missing(peer):
                say(f"fetching client libraries from Maven Central into {LIBRARIES}")
                run(["mvn", "-q", "-B", "-ntp", "-f", os.path.join(HERE, "pom.xml"), COPY,
                     "-DoutputDirectory=" + LIBRARIES])
        except Trouble as trouble:
            failed[peer] = str(trouble)
    return failed


def install_packages(packages):
    """With no service started, and none enabled that was not."""
    if os.geteuid() != 0:
        raise Trouble("Debian packages are installed by root only: apt-get install " + " ".join(packages))
    if not shutil.which("apt-get"):
        raise Trouble("there is no apt-get on this system")
    before, enabled = policy(), enabled_units()
    try:
        with open(POLICY, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 101\n")
        os.chmod(POLICY, 0o755)
        run(["apt-get", "-q", "-y", "update"])
        run(["apt-get", "-q", "-y", "--no-install-recommends", "install", *packages],
            {"DEBIAN_FRONTEND": "noninteractive"})
    finally:
        put_back(before)
        for unit in sorted(enabled_units() - enabled):
            disable(unit)


def policy():
    """What stands there, with its mode; None for nothing."""
    if not os.path.exists(POLICY):
        return None
    with open(POLICY, encoding="utf-8") as file:
        return file.read(), os.stat(POLICY).st_mode & 0o7777


def put_back(before):
    if before is None:
        os.unlink(POLICY)
        return
    with open(POLICY, "w", encoding="utf-8") as file:
        file.write(before[0])
    os.chmod(POLICY, before[1])


def enabled_units():
    """What starts with the system: links of systemd's, and names of the older scripts."""
    units = {os.path.basename(link) for link in glob.glob("/etc/systemd/system/*.wants/*")}
    return units | {os.path.basename(link)[3:] for link in glob.glob("/etc/rc[2-5].d/S[0-9][0-9]*")}


def disable(unit):
    """Where one of the two ways is not there, the other does."""
    command = ["systemctl", "disable", unit] if "." in unit else ["update-rc.d", unit, "disable"]
    if shutil.which(command[0]):
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def install_jasmin():
    """With the first Python that its libraries of that time work with."""
    python = old_enough_python()
    if not python:
        raise Trouble("jasmin needs a Python from 3.8 to 3.12, on the PATH or under ~/.pyenv/versions; there is none")
    try:
        run([python, "-m", "venv", JASMIN])
        run([os.path.join(JASMIN, "bin", "pip"), "install", "-q", "jasmin==" + JASMIN_VERSION])
    except Trouble:
        shutil.rmtree(JASMIN, ignore_errors=True)
        raise


def old_enough_python():
    for minor in (11, 10, 12, 9, 8):
        known = sorted(glob.glob(os.path.expanduser(f"~/.pyenv/versions/3.{minor}.*/bin/python")))
        for python in [shutil.which(f"python3.{minor}"), *known]:
            if python and subprocess.run([python, "-c", "import venv, ensurepip"], check=False,
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
                return python
    return None


def run(command, env=None):
    """A command that has to succeed; what it said last is told if it does not."""
    try:
        done = subprocess.run(command, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except OSError as e:
        raise Trouble(f"{command[0]}: {e.strerror}") from e
    if done.returncode != 0:
        said = " | ".join(done.stdout.strip().splitlines()[-3:])
        raise Trouble(f"{' '.join(command[:3])} ... ended with {done.returncode}: {said}")
