package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge held list|resend|giveup}: messages whose fate an operator decides. */
@Command(
        name = "held",
        description = "Messages that got no answer from an SMSC with uncertain = hold, and wait for your word.",
        footer = {
            "",
            "Examples:",
            "  ./bridge held list",
            "  ./bridge held resend 1M7XHWPW00000          send it again: the subscriber may get it twice",
            "  ./bridge held giveup --all --smsc telia     report them as UNCERTAIN: perhaps sent"
        })
final class HeldCommand implements Callable<Integer> {
    /** What to do with them. */
    enum What {
        LIST,
        RESEND,
        GIVEUP
    }

    private static final int NOT_HELD = 404;

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "list, resend or giveup.")
    private What what = What.LIST;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Ids of messages, as list shows them.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "All that list shows.")
    private boolean all;

    @Option(names = "--smsc", paramLabel = "NAME", description = "Only those of this SMSC, with list and --all.")
    private String smsc = "";

    @Mixin
    private AdminDoor door;

    HeldCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (what != What.LIST && all == !ids.isEmpty()) {
            throw new Complaint(
                    Exit.USAGE, "name the messages, or all of them by --all; ./bridge held list shows them");
        }
        Rest rest = door.open(around);
        if (what == What.LIST) {
            list(AdminDoor.good(rest.get("/held")).json());
            return Exit.OK;
        }
        return resolve(rest, all ? listed(rest) : ids);
    }

    private void list(JsonNode said) {
        int shown = 0;
        for (JsonNode message : said.path("held")) {
            if (isWanted(message)) {
                shown++;
                String at = message.path("smsc").asText();
                around.out()
                        .println(message.path("id").asText() + "  accepted "
                                + message.path("acceptedAt").asText() + "  "
                                + (at.isEmpty() ? "(its SMSC is not configured any more)" : at));
            }
        }
        long count = said.path("count").asLong();
        boolean cut = count > said.path("held").size();
        around.out()
                .println(
                        shown == 0 && !cut
                                ? "no held messages"
                                : shown + " shown" + (cut ? " of " + count + " in all" : "")
                                        + "; resend them or give them up by their ids, or by --all");
        around.out().flush();
    }

    private List<String> listed(Rest rest) {
        List<String> found = new ArrayList<>();
        for (JsonNode message : AdminDoor.good(rest.get("/held")).json().path("held")) {
            if (isWanted(message)) {
                found.add(message.path("id").asText());
            }
        }
        return found;
    }

    private boolean isWanted(JsonNode message) {
        return smsc.isEmpty() || message.path("smsc").asText().equals(smsc);
    }

    private int resolve(Rest rest, List<String> wanted) {
        String lever = what == What.RESEND ? "/resend" : "/giveup";
        int done = 0;
        int missing = 0;
        for (String id : wanted) {
            if (!id.matches("[0-9A-Za-z]+")) {
                throw new Complaint(Exit.USAGE, id + " is no id of a message; ./bridge held list shows them");
            }
            Rest.Answer answer = rest.post("/held/" + id + lever, "");
            if (answer.status() == NOT_HELD) {
                missing++;
            } else {
                AdminDoor.good(answer);
                done++;
            }
        }
        around.out()
                .println(done
                        + (done == 1 ? " message " : " messages ")
                        + (what == What.RESEND ? "to be sent again" : "given up as UNCERTAIN"));
        around.out().flush();
        if (missing > 0) {
            around.err().println("bridge: " + missing + " of these messages are not held (any more)");
        }
        return missing > 0 && !all ? Exit.FAILURE : Exit.OK;
    }
}
