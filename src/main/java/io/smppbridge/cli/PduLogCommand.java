package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge pdulog}: what goes over the wire, in files, for a while. */
@Command(
        name = "pdulog",
        description = "Show or switch the PDU logs of a running bridge: lines, and captures for Wireshark.",
        footer = {
            "",
            "Examples:",
            "  ./bridge pdulog                                   how they stand",
            "  ./bridge pdulog telia --for 1h                    a line for each PDU, masked",
            "  ./bridge pdulog telia --capture --form off        a capture only",
            "  ./bridge pdulog telia --number 4670123 --unmasked --for 10m",
            "  ./bridge pdulog --account shop --for 1h           the binds of an account at the SMPP server",
            "  ./bridge pdulog --all --number 4670123 --for 10m  whatever is about that number",
            "  ./bridge pdulog telia --as-set                    as the settings say again",
            "Files are in pdulog.directory. Passwords are never written; texts and whole numbers only with",
            "--unmasked."
        })
final class PduLogCommand implements Callable<Integer> {
    /** How a PDU becomes a line. */
    enum Form {
        OFF,
        TEXT,
        JSON
    }

    private final Surroundings around;

    @Parameters(arity = "0..1", paramLabel = "SMSC", description = "The SMSC whose log is switched.")
    private Optional<String> smsc = Optional.empty();

    @Option(
            names = "--account",
            paramLabel = "NAME",
            description = "The account of the SMPP server whose log is switched.")
    private Optional<String> account = Optional.empty();

    @Option(names = "--all", description = "The logs of all SMSCs and accounts are switched.")
    private boolean all;

    @Option(names = "--form", paramLabel = "FORM", description = "text, json or off (text).")
    private Form form = Form.TEXT;

    @Option(names = "--capture", description = "Write a pcapng file for Wireshark as well.")
    private boolean capture;

    @Option(
            names = "--number",
            paramLabel = "DIGITS",
            split = ",",
            description = "Only PDUs about numbers that begin so; may be repeated.")
    private List<String> numbers = List.of();

    @Option(names = "--unmasked", description = "Write texts and whole numbers.")
    private boolean unmasked;

    @Option(names = "--for", paramLabel = "TIME", description = "How long, such as 10m; at most 24h (1h).")
    private Duration time = Duration.ofHours(1);

    @Option(names = "--as-set", description = "End it: as the settings say.")
    private boolean asSet;

    @Mixin
    private AdminDoor door;

    PduLogCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        int named = (smsc.isPresent() ? 1 : 0) + (account.isPresent() ? 1 : 0) + (all ? 1 : 0);
        if (named > 1) {
            throw new Complaint(Exit.USAGE, "name an SMSC, or --account, or --all: one of them");
        }
        if (named == 0 && (capture || asSet || unmasked || !numbers.isEmpty())) {
            throw new Complaint(Exit.USAGE, "name the SMSC whose log is to be switched, or --account, or --all");
        }
        Rest rest = door.open(around);
        JsonNode said = named == 0
                ? AdminDoor.good(rest.get("/pdulog")).json()
                : AdminDoor.good(rest.post("/pdulog", order().toString())).json();
        for (JsonNode one : said.path("pdulog")) {
            if (named == 0
                    || all
                    || smsc.equals(Optional.ofNullable(one.path("smsc").textValue()))
                            && account.equals(
                                    Optional.ofNullable(one.path("account").textValue()))) {
                around.out().println(line(one));
            }
        }
        around.out().flush();
        return Exit.OK;
    }

    private ObjectNode order() {
        ObjectNode order = Rest.JSON.createObjectNode().put("all", all);
        smsc.ifPresent(name -> order.put("smsc", name));
        account.ifPresent(name -> order.put("account", name));
        if (asSet) {
            return order.put("asSet", true);
        }
        order.put("form", form.name().toLowerCase(Locale.ROOT)).put("capture", capture);
        order.put("unmasked", unmasked).put("seconds", time.toSeconds());
        numbers.forEach(order.putArray("numbers")::add);
        return order;
    }

    private static String line(JsonNode one) {
        String until = one.path("until").asText();
        String numbers = one.path("numbers").asText();
        String account = one.path("account").asText();
        return (account.isEmpty() ? one.path("smsc").asText() : "account " + account) + ": "
                + one.path("form").asText()
                + (one.path("capture").asBoolean() ? ", capture" : "")
                + (numbers.isEmpty() ? "" : ", numbers " + numbers)
                + (one.path("unmasked").asBoolean() ? ", UNMASKED" : "")
                + (until.isEmpty() ? "" : ", until " + until)
                + "; " + one.path("written").asLong() + " PDUs written, "
                + (one.path("otherwise").asLong() == 0
                        ? ""
                        : one.path("otherwise").asLong() + " OTHERWISE than meant, ")
                + one.path("leftOut").asLong() + " left out";
    }
}
