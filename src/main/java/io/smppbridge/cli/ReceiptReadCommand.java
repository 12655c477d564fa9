package io.smppbridge.cli;

import io.smppbridge.CarrierReport;
import io.smppbridge.receipts.MessageIds;
import io.smppbridge.receipts.ReceiptInput;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.settings.SmscConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge receipts read SMSC TEXT}: what the settings make of a receipt. */
@Command(
        name = "read",
        description = "Show what the settings of an SMSC make of a receipt's text; needs no running bridge.",
        footer = {
            "",
            "Examples:",
            "  ./bridge receipts read telia 'id:0012345678 stat:DELIVRD err:000' --answer bc614e",
            "  ./bridge receipts read telia --hex 00690064003a --data-coding 8   the octets, as in a PDU log",
            "Exit code 1 if it is no receipt, names no message or no known state, or does not fit --answer."
        })
final class ReceiptReadCommand implements Callable<Integer> {
    private static final int RECEIPT = 0x04;

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "SMSC", description = "Which one: the <name> of smsc.<name>.host.")
    private String smsc = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "The receipt's text.")
    private Optional<String> text = Optional.empty();

    @Option(names = "--hex", paramLabel = "OCTETS", description = "Its octets instead, in hexadecimal.")
    private Optional<String> hex = Optional.empty();

    @Option(names = "--data-coding", paramLabel = "N", defaultValue = "0", description = "Its data_coding (0).")
    private int dataCoding;

    @Option(names = "--unmarked", description = "Its esm_class does not say that it is a receipt.")
    private boolean unmarked;

    @Option(names = "--answer", paramLabel = "ID", description = "The message_id of the submit_sm_resp it belongs to.")
    private Optional<String> answer = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration; without it, the one in the usual places.")
    private Optional<Path> config = Optional.empty();

    ReceiptReadCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        Map<String, SmscConfig> smscs =
                LocalConfig.required(around, config).config().smscs();
        SmscConfig.Inbound ways = Optional.ofNullable(smscs.get(smsc))
                .orElseThrow(() -> new Complaint(
                        Exit.USAGE, "no SMSC " + smsc + "; there is " + String.join(", ", smscs.keySet())))
                .inbound();
        ReceiptInput input = new ReceiptInput(unmarked ? 0 : RECEIPT, dataCoding, octets(), Map.of());
        Optional<SmscReceipt> read = ReceiptReader.of(ways).read(input);
        boolean good = read.isPresent() && told(read.get(), MessageIds.of(ways.idForm(), ways.idPart()));
        if (read.isEmpty()) {
            line("no receipt", "a message of a subscriber" + (ways.byText() ? "" : "; see receipts-by-text"));
        }
        around.out().flush();
        return good ? Exit.OK : Exit.FAILURE;
    }

    private byte[] octets() {
        if (text.isPresent() == hex.isPresent()) {
            throw new Complaint(Exit.USAGE, "give the receipt's text, or its octets by --hex");
        }
        try {
            return text.map(it -> it.getBytes(StandardCharsets.ISO_8859_1))
                    .orElseGet(() -> HexFormat.of().parseHex(hex.orElseThrow().replace(" ", "")));
        } catch (IllegalArgumentException noHex) {
            throw new Complaint(Exit.USAGE, "--hex must be pairs of hexadecimal digits");
        }
    }

    private boolean told(SmscReceipt receipt, MessageIds ids) {
        CarrierReport report = receipt.report();
        String id = ids.ofReceipt(receipt.id());
        boolean known = receipt.state() != ReceiptState.UNSTATED;
        line("id", id.isEmpty() ? "none" : receipt.id() + ", compared as " + id);
        line(
                "state",
                known
                        ? receipt.state() + (receipt.state().isFinal() ? ", final" : ", on the way")
                        : "not known; receipt-state.<word> says what a word means");
        line("stat", report.stat().isEmpty() ? "none" : report.stat());
        line("err", report.err().isEmpty() ? "none" : report.err());
        line("submit date", date(report.submitDate()));
        line("done date", date(report.doneDate()));
        answer.ifPresent(given -> line(
                "answer",
                given + ", compared as " + ids.ofAnswer(given)
                        + (ids.ofAnswer(given).equals(id) ? ": the same message" : ": another message")));
        boolean fits = answer.map(given -> ids.ofAnswer(given).equals(id)).orElse(true);
        return known && !id.isEmpty() && fits;
    }

    private static String date(Instant date) {
        return date.equals(Instant.EPOCH) ? "none" : date.toString();
    }

    private void line(String name, String value) {
        around.out().printf(Locale.ROOT, "%-12s %s%n", name, value);
    }
}
