import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.plugin.AcceptHook;
import io.smppbridge.plugin.InboundHook;
import io.smppbridge.plugin.ReceiptHook;
import io.smppbridge.plugin.RouteHook;
import io.smppbridge.plugin.SubmitHook;
import io.smppbridge.plugin.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A plug-in that shows every hook: refuses messages with words that stand in words.txt beside its jar, keeps long texts away from the
 * first SMSC of a route, signs what goes to an SMSC called "b", and counts what comes back.
 *
 * <pre>
 * javac -cp target/smpp-bridge.jar -d /tmp/word-guard examples/plugin/WordGuard.java
 * jar --create --file plugins/word-guard.jar -C /tmp/word-guard . -C examples/plugin META-INF
 * </pre>
 */
public final class WordGuard implements AcceptHook, RouteHook, SubmitHook, ReceiptHook, InboundHook {
    private static final int LONG = 160;

    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong messages = new AtomicLong();
    private volatile Set<String> words = Set.of();

    @Override
    public String name() {
        return "word-guard";
    }

    @Override
    public void start(Path directory) throws IOException {
        Path file = directory.resolve("words.txt");
        words = Files.exists(file) ? Set.copyOf(Files.readAllLines(file)) : Set.of();
    }

    @Override
    public Verdict accept(String account, OutboundSms sms) {
        for (String word : sms.text().split("\\W+")) {
            if (words.contains(word)) {
                return new Verdict.Refuse("the word " + word + " is not allowed");
            }
        }
        return Verdict.PASS;
    }

    @Override
    public String route(String account, OutboundSms sms, List<String> smscs) {
        return sms.text().length() > LONG && smscs.size() > 1 ? smscs.get(1) : "";
    }

    @Override
    public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
        return smsc.equals("b")
                ? new Verdict.Change(sms.with(sms.from(), sms.to(), sms.text() + " /b"))
                : Verdict.PASS;
    }

    @Override
    public void onReceipt(TaskId message, String smsc, MessageState state, String text) {
        if (state.isFailure()) {
            failures.incrementAndGet();
        }
    }

    @Override
    public void onMessage(InboundSms sms) {
        messages.incrementAndGet();
    }
}
