package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./bridge receipts unmatched list|rejoin|drop}: receipts that fit no message. */
@Command(
        name = "unmatched",
        description =
                "Receipts that fit no message: the SMSC's ids compare otherwise than message-id says, or the message is forgotten.",
        footer = {
            "",
            "Examples:",
            "  ./bridge receipts unmatched list",
            "  ./bridge receipts unmatched rejoin --all --smsc telia    after message-id was put right",
            "  ./bridge receipts unmatched drop 1M7XHWPW00000            forget one"
        })
final class UnmatchedCommand implements Callable<Integer> {
    /** What to do with them. */
    enum What {
        LIST,
        REJOIN,
        DROP
    }

    private static final Picks.Things RECEIPTS = new Picks.Things("receipt", "receipts unmatched", "unmatched");
    private static final String PATH = "/receipts/unmatched";
    /** Ids in one request. */
    private static final int AT_ONCE = 500;

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "list, rejoin or drop.")
    private What what = What.LIST;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Ids of receipts, as list shows them.")
    private List<String> ids = List.of();

    @Mixin
    private Picks picks;

    @Mixin
    private AdminDoor door;

    UnmatchedCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (what == What.LIST) {
            picks.refuse(ids);
        } else {
            picks.require(RECEIPTS, ids);
        }
        Rest rest = door.open(around);
        if (what == What.LIST) {
            list(rest);
            return Exit.OK;
        }
        return move(rest, picks.of(RECEIPTS, ids, rest, PATH));
    }

    private void list(Rest rest) {
        Picks.Words words =
                new Picks.Words("no receipts without a message", "rejoin or drop them by their ids, or by --all");
        picks.list(RECEIPTS, PATH, rest, around, UnmatchedCommand::line, words);
    }

    private static String line(JsonNode receipt) {
        String err = receipt.path("err").asText();
        return receipt.path("id").asText() + "  came "
                + receipt.path("at").asText() + "  "
                + receipt.path("smsc").asText() + "  id:"
                + receipt.path("messageId").asText() + " stat:"
                + receipt.path("stat").asText() + (err.isEmpty() ? "" : " err:" + err);
    }

    private int move(Rest rest, List<String> wanted) {
        String lever = PATH + (what == What.REJOIN ? "/rejoin" : "/drop");
        long moved = 0;
        boolean indexing = false;
        try {
            for (int from = 0; from < wanted.size(); from += AT_ONCE) {
                String some = wanted.subList(from, Math.min(wanted.size(), from + AT_ONCE)).stream()
                        .map(id -> '"' + id + '"')
                        .collect(Collectors.joining(","));
                JsonNode said = AdminDoor.good(rest.post(lever, "{\"ids\":[" + some + "]}"))
                        .json();
                moved += said.path("receipts").asLong();
                indexing = said.path("indexing").asBoolean();
            }
        } catch (Complaint failed) {
            if (moved > 0) {
                tell(moved, wanted.size() - moved, indexing); // what was done before that
            }
            throw failed;
        }
        tell(moved, wanted.size() - moved, indexing);
        boolean others = picks.tellOthers(RECEIPTS, around);
        return others || moved < wanted.size() && !picks.all() ? Exit.FAILURE : Exit.OK;
    }

    private void tell(long moved, long left, boolean indexing) {
        around.out()
                .println(RECEIPTS.count(moved)
                        + (what == What.REJOIN ? " joined to their messages" : " dropped")
                        + ", " + left + " left");
        if (indexing) {
            around.out().println("ids are still being entered by their new form: repeat this in a while");
        }
        around.out().flush();
    }
}
