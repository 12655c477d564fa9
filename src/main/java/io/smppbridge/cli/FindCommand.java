package io.smppbridge.cli;

import io.smppbridge.Address;
import io.smppbridge.journal.JournalException;
import io.smppbridge.records.Chronicle;
import io.smppbridge.records.MessageSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge find NUMBER}: what became of messages, by the number that asks. */
@Command(
        name = "find",
        description = "Tell what became of messages from or to a number, out of the journal; changes nothing.",
        footer = {
            "",
            "Of the platforms' and ESMEs' messages; those that subscribers write (MO) are not among them.",
            "Also while the bridge runs, and without it. Texts are not shown. What has ended and been told stays",
            "until its segment is dropped; what is older stands in the platform's own books and in PDU logs.",
            "",
            "Examples:",
            "  ./bridge find +46701234567",
            "  ./bridge find +46701234567 --since 2h",
            "  ./bridge find --ref order-17 --dir data/journal",
            "Exit code 1 when there is none.",
            "Of a damaged journal it tells what stands before the damage, and ends with 74."
        })
final class FindCommand implements Callable<Integer> {
    private static final int AGAIN = 20;

    private final Surroundings around;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NUMBER",
            description = "Who the messages are from or to: a number, or a sender's name.")
    private Optional<String> number = Optional.empty();

    @Option(names = "--ref", paramLabel = "REF", description = "The platform's own name of the message (clientRef).")
    private Optional<String> ref = Optional.empty();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Only those accepted so long ago at most.")
    private Optional<Duration> since = Optional.empty();

    @Option(names = "--dir", paramLabel = "DIR", description = "The journal's directory (as the configuration says).")
    private Optional<Path> directory = Optional.empty();

    @Mixin
    private JournalFiles journal;

    FindCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        Address address = number.map(FindCommand::address).orElse(Address.NONE);
        if (address.number().isEmpty() && ref.orElse("").isEmpty()) { // also of a variable that is not set
            throw new Complaint(Exit.USAGE, "nothing to look for, expected NUMBER or --ref REF");
        }
        MessageSearch.Asked asked = new MessageSearch.Asked(
                address, ref.orElse(""), since.map(Instant.now()::minus).orElse(Instant.EPOCH));
        Chronicle.Kept kept = journal.kept(around, directory);
        if (Files.isDirectory(kept.directory())) { // else it is said what it is
            JournalFiles.required(kept.directory());
        }
        MessageSearch.Result result = search(kept, asked);
        if (result.more()) {
            around.out()
                    .println("(and others before these: of more than " + MessageSearch.MOST
                            + " only the latest are told)");
        }
        result.messages().forEach(this::print);
        around.out().flush();
        if (result.broken().isPresent()) {
            around.err()
                    .println("bridge: the journal is damaged: of what was written behind that place nothing is told");
            throw result.broken().get();
        }
        if (result.messages().isEmpty()) {
            around.err().println("bridge: no such message in the journal of " + kept.directory());
            return Exit.FAILURE;
        }
        return Exit.OK;
    }

    /** A bridge at work may drop what was to be read: then all is read anew. */
    private static MessageSearch.Result search(Chronicle.Kept kept, MessageSearch.Asked asked) {
        for (int attempt = 1; ; attempt++) {
            try {
                return MessageSearch.in(kept, asked);
            } catch (JournalException e) {
                if (!Chronicle.isInMotion(e) || attempt == AGAIN) {
                    throw e;
                }
            }
        }
    }

    private static Address address(String typed) {
        try {
            return Address.of(typed);
        } catch (IllegalArgumentException e) {
            throw new Complaint(Exit.USAGE, "NUMBER " + typed + ": " + e.getMessage(), e);
        }
    }

    private void print(MessageSearch.Found message) {
        String from = message.from().number();
        around.tell(message.id() + "  " + message.account() + (from.isEmpty() ? "" : "  from " + from) + "  to "
                + message.to().number()
                + (message.clientRef().isEmpty() ? "" : "  ref " + message.clientRef()));
        message.steps().forEach(step -> around.tell("  " + step.at() + "  " + step.what()));
    }
}
