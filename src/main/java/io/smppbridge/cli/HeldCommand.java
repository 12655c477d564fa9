package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ./bridge held list|resend|giveup}: messages whose fate an operator decides. Who thinks of them as uncertain says
 * {@code ./bridge uncertain list|resolve}.
 */
@Command(
        name = "held",
        aliases = "uncertain",
        description = "Messages that got no answer from an SMSC with uncertain = hold, and wait for your word.",
        footer = {
            "",
            "Examples:",
            "  ./bridge held list",
            "  ./bridge held resend 1M7XHWPW00000          send it again: the subscriber may get it twice",
            "  ./bridge held giveup --all --smsc telia     report them as UNCERTAIN: perhaps sent",
            "  ./bridge uncertain resolve 1M7XHWPW00000 --as resend"
        })
final class HeldCommand implements Callable<Integer> {
    /** What to do with them. */
    enum What {
        LIST,
        RESEND,
        GIVEUP,
        RESOLVE
    }

    private static final Picks.Things MESSAGES = new Picks.Things("message", "held", "held");
    private static final String PATH = "/held";
    private static final String NOT_HELD = "not-held";

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "list, resend, giveup, or resolve.")
    private What what = What.LIST;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Ids of messages, as list shows them.")
    private List<String> ids = List.of();

    @Option(names = "--as", paramLabel = "WHAT", description = "What resolve shall do: resend or giveup.")
    private String as = "";

    @Mixin
    private Picks picks;

    @Mixin
    private AdminDoor door;

    HeldCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (what == What.RESOLVE) {
            what = resolution();
        }
        if (what == What.LIST) {
            picks.refuse(ids);
        } else {
            picks.require(MESSAGES, ids);
        }
        Rest rest = door.open(around);
        if (what == What.LIST) {
            list(rest);
            return Exit.OK;
        }
        return resolve(rest, picks.of(MESSAGES, ids, rest, PATH));
    }

    private What resolution() {
        return switch (as.toLowerCase(Locale.ROOT)) {
            case "resend" -> What.RESEND;
            case "giveup" -> What.GIVEUP;
            default ->
                throw new Complaint(
                        Exit.USAGE,
                        as.isEmpty()
                                ? "say what resolve shall do: --as resend, or --as giveup"
                                : "--as " + as + ", expected resend or giveup");
        };
    }

    private void list(Rest rest) {
        Picks.Words words =
                new Picks.Words("no held messages", "resend them or give them up by their ids, or by --all");
        picks.list(MESSAGES, PATH, rest, around, HeldCommand::line, words);
    }

    private static String line(JsonNode message) {
        String at = message.path("smsc").asText();
        return message.path("id").asText() + "  accepted "
                + message.path("acceptedAt").asText() + "  "
                + (at.isEmpty() ? "(its SMSC is not configured any more)" : at);
    }

    private int resolve(Rest rest, List<String> wanted) {
        String lever = what == What.RESEND ? "/resend" : "/giveup";
        int done = 0;
        int missing = 0;
        try {
            for (String id : wanted) {
                Rest.Answer answer = rest.post(PATH + "/" + id + lever, "");
                if (answer.json().path("code").asText().equals(NOT_HELD)) {
                    missing++;
                } else {
                    AdminDoor.good(answer);
                    done++;
                }
            }
        } catch (Complaint failed) {
            if (done > 0) {
                tell(done); // what was done before that
            }
            throw failed;
        }
        tell(done);
        if (missing > 0) {
            around.err().println("bridge: " + missing + " of these messages are not held (any more)");
        }
        boolean others = picks.tellOthers(MESSAGES, around);
        return others || missing > 0 && !picks.all() ? Exit.FAILURE : Exit.OK;
    }

    private void tell(int done) {
        String end = what == What.RESEND ? " to be sent again" : " given up as UNCERTAIN";
        around.out().println(MESSAGES.count(done) + end);
        around.out().flush();
    }
}
