package io.smppbridge.probe;

import io.smppbridge.probe.ProbeBind.Came;
import io.smppbridge.probe.ProbeBind.Sent;
import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.receipts.MessageIds;
import io.smppbridge.receipts.ReceiptInput;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.settings.IdPart;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the receipts say of the SMSC: how ids compare, whether they are marked, by which clock they are written, which parts have one. */
@OwnedBy("whoever probes")
final class ReceiptFindings {
    private static final int RECEIPT_BITS = 0x24;
    private static final int QUARTER = 15;
    private static final int FARTHEST_ZONE = 14 * 60;

    /** A way in which ids may compare. */
    private record Way(String form, IdPart part) {
        String written() {
            return part.count() == 0 ? "all" : (part.first() ? "first " : "last ") + part.count();
        }
    }

    /** The plainest first: of ways that fit equally well, the first is proposed. */
    private static final List<Way> WAYS = List.of(
            new Way("text", IdPart.ALL),
            new Way("hex-dec", IdPart.ALL),
            new Way("dec-hex", IdPart.ALL),
            new Way("dec", IdPart.ALL),
            new Way("hex", IdPart.ALL),
            new Way("uuid", IdPart.ALL),
            new Way("text", new IdPart(true, 10)),
            new Way("text", new IdPart(false, 10)),
            new Way("uuid", new IdPart(false, 30)));

    private record Read(SmscReceipt receipt, boolean marked, Instant at) {}

    private final List<Sent> taken;
    private final List<Read> receipts = new ArrayList<>();
    private final List<Came> messages = new ArrayList<>();
    /** Texts of receipts that name no message. */
    private final List<String> unread = new ArrayList<>();

    private final List<String> numbers;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * @param grammar what is known of the SMSC's own already
     * @param numbers that are not to be shown
     */
    ReceiptFindings(List<Sent> sent, List<Came> came, ReceiptGrammar grammar, List<String> numbers) {
        this.numbers = numbers;
        taken = sent.stream().filter(Sent::taken).toList();
        ReceiptReader reader = new ReceiptReader(ZoneOffset.UTC, true, grammar);
        for (Came one : came) {
            Optional<SmscReceipt> receipt = reader.read(input(one));
            if (receipt.isPresent() && receipt.get().id().isEmpty()) {
                unread.add(ReceiptReader.text(input(one)));
            } else if (receipt.isPresent()) {
                receipts.add(new Read(receipt.get(), (one.delivery().esmClass() & RECEIPT_BITS) != 0, one.at()));
            } else {
                messages.add(one);
            }
        }
    }

    /** What came and is no receipt. */
    List<Came> messages() {
        return messages;
    }

    int count() {
        return receipts.size();
    }

    /** @param parts the parts of one long message, in order */
    List<Finding> findings(List<Sent> parts) {
        List<Finding> places = PlaceFindings.of(
                unread, taken.stream().map(sent -> sent.messageId).toList(), numbers);
        if (receipts.isEmpty() && !places.isEmpty()) {
            return places;
        }
        places.forEach(it -> findings.add(Finding.told(it.evidence())));
        if (receipts.isEmpty()) {
            return List.of(Finding.told("No receipt came within the time, so nothing is known of ids and receipts."));
        }
        Optional<Way> way = ids();
        marks();
        zone();
        way.ifPresent(known -> verdict(known, parts));
        return findings;
    }

    private Optional<Way> ids() {
        Way best = WAYS.get(0);
        int most = 0;
        for (Way way : WAYS) {
            int matched = matched(way, taken, receipts).size();
            if (matched > most) {
                most = matched;
                best = way;
            }
        }
        Set<String> distinct = new HashSet<>();
        receipts.forEach(read -> distinct.add(read.receipt.id()));
        String example = "answer " + (taken.isEmpty() ? "none" : quoted(taken.get(0).messageId)) + ", receipt "
                + quoted(receipts.get(0).receipt.id());
        if (most == 0) {
            findings.add(Finding.told("No receipt's id fits an answer's in any known way, such as " + example + "."));
            return Optional.empty();
        }
        String fits = most + " of " + taken.size() + " messages found a receipt, of " + distinct.size()
                + " different ids, such as " + example + ".";
        Way chosen = best.form.equals("text") && caseMatters() ? new Way("exact", best.part) : best;
        findings.add(new Finding("message-id", chosen.form, fits));
        if (chosen.part.count() > 0) {
            findings.add(new Finding("message-id-part", chosen.written(), "Receipts hold only that much of an id."));
        }
        return Optional.of(chosen);
    }

    private boolean caseMatters() {
        Map<String, String> seen = new HashMap<>();
        return taken.stream().anyMatch(sent -> {
            String before = seen.putIfAbsent(sent.messageId.toLowerCase(Locale.ROOT), sent.messageId);
            return before != null && !before.equals(sent.messageId);
        });
    }

    /** Those whose receipt came, if ids compare that way. */
    private static Set<Sent> matched(Way way, List<Sent> sent, List<Read> receipts) {
        MessageIds ids = MessageIds.of(way.form, way.part);
        Map<String, Sent> byId = new HashMap<>();
        for (Sent one : sent) {
            String id = ids.ofAnswer(one.messageId);
            if (!id.isEmpty()) {
                byId.put(id, one);
            }
        }
        Set<Sent> found = new HashSet<>();
        for (Read read : receipts) {
            ids.ofReceipt(read.receipt).stream()
                    .filter(byId::containsKey)
                    .findFirst()
                    .ifPresent(id -> found.add(byId.get(id)));
        }
        return found;
    }

    private void marks() {
        long unmarked = receipts.stream().filter(read -> !read.marked).count();
        if (unmarked > 0) {
            findings.add(new Finding(
                    "receipts-by-text",
                    "true",
                    unmarked + " of " + receipts.size()
                            + " receipts came without the bit of esm_class that marks one."));
        }
        long byTlv = receipts.stream()
                .filter(read -> !read.receipt.tlvId().isEmpty())
                .count();
        findings.add(Finding.told(byTlv + " of " + receipts.size()
                + " receipts had the TLV receipted_message_id; states: " + states() + "."));
    }

    private String states() {
        return String.join(
                ", ",
                receipts.stream()
                        .map(read -> read.receipt.state().name())
                        .distinct()
                        .sorted()
                        .toList());
    }

    private void zone() {
        Set<Long> offsets = new HashSet<>();
        for (Read read : receipts) {
            Instant done = read.receipt.report().doneDate();
            if (!done.equals(Instant.EPOCH)) {
                long minutes = Duration.between(read.at, done).toMinutes();
                offsets.add(Math.round(minutes / (double) QUARTER) * QUARTER);
            }
        }
        if (offsets.size() == 1 && Math.abs(offsets.iterator().next()) <= FARTHEST_ZONE) {
            long offset = offsets.iterator().next();
            String zone = offset == 0
                    ? "UTC"
                    : "UTC" + ZoneOffset.ofTotalSeconds((int) offset * 60).getId();
            findings.add(new Finding(
                    "time-zone",
                    zone,
                    "done date was " + offset + " minutes off UTC when receipts came; summer time would change that."));
        }
    }

    private void verdict(Way way, List<Sent> parts) {
        Set<Sent> found = matched(way, parts, receipts);
        if (parts.size() < 2 || found.isEmpty()) {
            return;
        }
        boolean first = found.contains(parts.get(0));
        boolean last = found.contains(parts.get(parts.size() - 1));
        String seen = "Of a message of " + parts.size() + " parts, " + found.size() + " had a receipt.";
        if (found.size() == parts.size()) {
            findings.add(new Finding("receipt-verdict", "all", seen));
        } else if (found.size() == 1 && (first || last)) {
            findings.add(new Finding("receipt-verdict", first ? "first" : "last", seen));
        } else {
            findings.add(Finding.told(seen));
        }
    }

    private static String quoted(String id) {
        return '"' + id + '"';
    }

    private static ReceiptInput input(Came one) {
        var d = one.delivery();
        Map<Integer, byte[]> tlvs = new HashMap<>();
        if (!d.receiptedMessageId().isEmpty()) {
            tlvs.put(ReceiptInput.RECEIPTED_MESSAGE_ID, d.receiptedMessageId().getBytes(StandardCharsets.ISO_8859_1));
        }
        if (d.messageState() >= 0) {
            tlvs.put(ReceiptInput.MESSAGE_STATE, new byte[] {(byte) d.messageState()});
        }
        return new ReceiptInput(d.esmClass(), d.dataCoding(), d.octets(), tlvs);
    }
}
