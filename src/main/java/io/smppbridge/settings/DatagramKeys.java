package io.smppbridge.settings;

import static io.smppbridge.settings.Reload.RESTART;
import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.HOST;
import static io.smppbridge.settings.Types.LISTEN_PORT;
import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.ordered;
import static io.smppbridge.settings.Types.size;

import io.smppbridge.settings.NodeConfig.Durability;
import java.util.List;

/** The keys of the datagram intake and of its three stages. */
final class DatagramKeys {
    /** With fewer processors a thread that goes before all others only keeps them from their work (the source's observation 7). */
    static final int PRIORITY_NEEDS = 3;

    private static final String PREFIX = "intake.datagram.";
    private static final long MOST_MEMORY = 128L << 20;

    static final List<KeySpec> TABLE = List.of(
            key("enabled", FLAG, "false", "whether messages are taken as UDP datagrams"),
            key("host", HOST, "127.0.0.1", "address to listen on; any other than loopback needs intake.datagram.from"),
            key("port", LISTEN_PORT, "8082", "UDP port of the datagram intake"),
            key("from", EsmeTypes.ADDRESSES, "", "addresses that may send; empty: all, on loopback only"),
            key(
                    "receive-buffer",
                    size("64k", "256M"),
                    "4M",
                    "octets that the operating system is asked to keep until they are received; its own limit (net.core.rmem_max) may be lower"),
            key(
                    "slots",
                    count(2, 65_536),
                    "8192",
                    "messages that may be on their way through the stages; more are answered \"not now\""),
            key("slot-size", size("256", "65507"), "1024", "largest datagram"),
            key("recv", count(1, 64), "1", "threads that receive, decode and check the account"),
            key("service", count(1, 64), "1", "threads that process, or hand over to workers where there are some"),
            key(
                    "worker",
                    count(0, 256),
                    "0",
                    "threads that process what service threads hand over; 0: service threads process themselves"),
            key("on-demand", count(0, 256), "0", "further workers that may come while all are busy"),
            key("resp", count(1, 64), "1", "threads that answer"),
            key(
                    "manager",
                    FLAG,
                    "false",
                    "whether threads of service, worker and resp are moved to the stage before which most messages wait; what one sender asks keeps its order"),
            key(
                    "priority",
                    choice(ordered("normal", false, "high", true)),
                    "normal",
                    "high asks for the highest priority of these threads that Java has; needs 3 processors"),
            key(
                    "durability",
                    oneOf(Durability.class),
                    "forced",
                    "what a positive answer promises: forced to disk, or written to the operating system"));

    private DatagramKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.NODE, PREFIX + leaf, type, fallback, meaning).after(RESTART);
    }

    static DatagramConfig bind(Scope node) {
        return new DatagramConfig(
                node.flag(PREFIX + "enabled"),
                node.word(PREFIX + "host"),
                node.count(PREFIX + "port"),
                node.words(PREFIX + "from"),
                Math.toIntExact(node.size(PREFIX + "receive-buffer")),
                new DatagramConfig.Threads(
                        node.count(PREFIX + "recv"),
                        node.count(PREFIX + "service"),
                        node.count(PREFIX + "worker"),
                        node.count(PREFIX + "on-demand"),
                        node.count(PREFIX + "resp"),
                        node.count(PREFIX + "slots"),
                        Math.toIntExact(node.size(PREFIX + "slot-size")),
                        node.flag(PREFIX + "priority"),
                        node.flag(PREFIX + "manager")),
                node.get(PREFIX + "durability", Durability.class));
    }

    /**
     * What the values have to do with one another, with the machine, and with strangers.
     *
     * @param processors that the machine has
     */
    static void check(Values values, Complaints complaints, int processors) {
        Scope node = values.node();
        if (!node.sound(PREFIX + "enabled") || !node.flag(PREFIX + "enabled")) {
            return;
        }
        if (node.sound(PREFIX + "priority") && node.flag(PREFIX + "priority") && processors < PRIORITY_NEEDS) {
            complaints.fault(
                    node.value(PREFIX + "priority"),
                    "normal on a machine with fewer than " + PRIORITY_NEEDS + " processors",
                    "this one has " + processors + ": threads that go first would keep all others from their work");
        }
        if (node.sound(PREFIX + "on-demand", PREFIX + "worker")
                && node.count(PREFIX + "on-demand") > 0
                && node.count(PREFIX + "worker") == 0) {
            complaints.fault(
                    node.value(PREFIX + "on-demand"),
                    "0 while intake.datagram.worker = 0",
                    "without workers there is nobody whom they could help");
        }
        manager(node, complaints);
        if (node.sound(PREFIX + "slots", PREFIX + "slot-size")
                && node.count(PREFIX + "slots") * node.size(PREFIX + "slot-size") > MOST_MEMORY) {
            complaints.fault(
                    node.value(PREFIX + "slots"),
                    "at most 128 MiB in all slots",
                    "see intake.datagram.slot-size = "
                            + node.value(PREFIX + "slot-size").shown());
        }
        exposure(values, node, complaints);
    }

    private static void manager(Scope node, Complaints complaints) {
        if (node.sound(PREFIX + "manager", PREFIX + "service", PREFIX + "worker", PREFIX + "resp")
                && node.flag(PREFIX + "manager")
                && node.count(PREFIX + "service") + node.count(PREFIX + "worker") + node.count(PREFIX + "resp")
                        <= (node.count(PREFIX + "worker") == 0 ? 2 : 3)) {
            complaints.fault(
                    node.value(PREFIX + "manager"),
                    "false while no stage has a thread to spare",
                    "each keeps one; set intake.datagram.service, worker or resp higher");
        }
    }

    private static void exposure(Values values, Scope node, Complaints complaints) {
        if (!node.sound(PREFIX + "host", PREFIX + "from") || Hosts.isLoopback(node.word(PREFIX + "host"))) {
            return;
        }
        if (node.words(PREFIX + "from").isEmpty()) {
            complaints.fault(
                    node.value(PREFIX + "from"),
                    "the addresses that may send, while intake.datagram.host is not loopback",
                    "a datagram carries its key in clear",
                    node.value(PREFIX + "host"));
        }
        List<Scope> accounts = values.each(Family.ACCOUNT);
        if (accounts.stream().allMatch(account -> account.sound("key-hash"))) {
            List<String> hashes = accounts.stream()
                    .flatMap(account -> account.words("key-hash").stream())
                    .toList();
            if (hashes.isEmpty() || hashes.contains(ExposureRules.EXAMPLE_HASH)) {
                complaints.fault(
                        node.value(PREFIX + "host"),
                        "a loopback address as long as no account has a key, or one has that of the example",
                        "make one by ./bridge key and set account.<name>.key-hash");
            }
        }
    }
}
