package io.smppbridge.probe;

import io.smppbridge.Address;
import io.smppbridge.probe.ProbeBind.Sent;
import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.settings.Addresses.TonNpi;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which TON and NPI the SMSC takes for the sender and for the recipient. */
@OwnedBy("whoever probes")
final class AddressFindings {
    private static final int ALPHANUMERIC = 5;
    private static final List<TonNpi> FOR_LETTERS = List.of(new TonNpi(5, 0), new TonNpi(5, 1), new TonNpi(0, 0));
    private static final List<TonNpi> FOR_SHORT =
            List.of(new TonNpi(0, 1), new TonNpi(0, 0), new TonNpi(3, 0), new TonNpi(3, 1), new TonNpi(6, 0));
    private static final List<TonNpi> FOR_NUMBERS =
            List.of(new TonNpi(1, 1), new TonNpi(0, 1), new TonNpi(0, 0), new TonNpi(2, 1));

    private final Shots shots;
    private final Side sender;
    private final Side recipient;

    /** One of the two addresses. */
    private static final class Side {
        final String name;
        final String key;
        final Address given;
        /** RINVSRCADR and the like: refusals that may be about this address's type. */
        final Set<Integer> refusals;

        final List<TonNpi> types = new ArrayList<>();
        final Map<TonNpi, Sent> tried = new LinkedHashMap<>();
        TonNpi now;

        Side(String name, String key, Address given, Set<Integer> refusals) {
            this.name = name;
            this.key = key;
            this.given = given;
            this.refusals = refusals;
            this.now = new TonNpi(given.ton(), given.npi());
        }

        Address address() {
            return given.number().isEmpty() ? given : new Address(given.number(), now.ton(), now.npi());
        }

        String words() {
            List<String> fates = new ArrayList<>();
            tried.forEach((type, sent) -> fates.add(written(type) + " " + Probe.fate(sent)));
            return name + " as TON/NPI " + String.join("; ", fates) + ".";
        }
    }

    /** @param shortDigits a number of at most so many digits is a short code */
    AddressFindings(Shots shots, ProbePlan plan, int shortDigits) {
        this.shots = shots;
        Address from = plan.from();
        boolean letters = from.ton() == ALPHANUMERIC;
        boolean brief = !letters && from.number().length() <= shortDigits;
        boolean national = !letters && !brief && from.number().startsWith("0");
        String key = letters ? "alphanumeric" : brief ? "short" : national ? "national" : "international";
        sender = new Side("Sender", "address-" + key, from, Set.of(0x0A, 0x48, 0x49));
        if (!from.number().isEmpty()) {
            sender.types.addAll(letters ? FOR_LETTERS : brief ? FOR_SHORT : FOR_NUMBERS);
        }
        recipient = new Side("Recipient", "address-recipient", plan.to(), Set.of(0x0B, 0x50, 0x51));
        recipient.types.addAll(FOR_NUMBERS);
    }

    /**
     * The first message has been refused, perhaps for the type of an address: tries others until one is taken, and keeps to that one.
     *
     * @return whether one is
     */
    boolean rescued(Sent first) {
        Sent last = first;
        note(last);
        while (!last.taken() && last.answered()) {
            int status = last.status;
            Side side = sender.refusals.contains(status) ? sender : recipient;
            TonNpi next = side.types.stream()
                    .filter(type -> !side.tried.containsKey(type))
                    .findFirst()
                    .orElse(side.now);
            if (!side.refusals.contains(status) || next.equals(side.now) || !shots.mayStill(1)) {
                return false;
            }
            side.now = next;
            last = sent();
        }
        return last.taken();
    }

    /** Tries the types that have not been tried, as far as messages are left. */
    void survey() {
        for (Side side : List.of(recipient, sender)) {
            TonNpi good = side.now;
            for (TonNpi type : side.types) {
                if (!side.tried.containsKey(type) && shots.mayStill(1)) {
                    side.now = type;
                    sent();
                }
            }
            side.now = good;
        }
        shots.addresses(sender.address(), recipient.address());
    }

    private Sent sent() {
        shots.addresses(sender.address(), recipient.address());
        shots.pace();
        Sent one = shots.one();
        shots.answers();
        note(one);
        return one;
    }

    /** A refusal for another reason says nothing of types. */
    private void note(Sent one) {
        if (one.taken()) {
            sender.tried.put(sender.now, one);
            recipient.tried.put(recipient.now, one);
        } else if (sender.refusals.contains(one.status)) {
            sender.tried.putIfAbsent(sender.now, one);
        } else if (recipient.refusals.contains(one.status)) {
            recipient.tried.putIfAbsent(recipient.now, one);
        }
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Side side : List.of(sender, recipient)) {
            boolean known =
                    side.tried.containsKey(side.now) && side.tried.get(side.now).taken();
            boolean asGiven = side.now.equals(new TonNpi(side.given.ton(), side.given.npi()));
            if (side.tried.size() > 1 && !side.types.isEmpty()) {
                String seen = side.words() + " A type that is taken need not be shown right.";
                findings.add(known && !asGiven ? new Finding(side.key, written(side.now), seen) : Finding.told(seen));
            }
        }
        return findings;
    }

    private static String written(TonNpi type) {
        return type.ton() + "/" + type.npi();
    }
}
