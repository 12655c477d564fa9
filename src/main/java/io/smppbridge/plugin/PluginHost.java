package io.smppbridge.plugin;

import io.smppbridge.CarrierReport;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.settings.PluginConfig;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the plug-ins of a directory, each jar in a class loader of its own, and asks them. Whatever a plug-in does, messages flow: it is
 * passed over, or, where the configuration says so, the message is refused.
 */
@ThreadSafe
public final class PluginHost implements Hooks {
    private static final Logger LOG = LoggerFactory.getLogger(PluginHost.class);
    /** Receipts and MO that plug-ins have not heard of yet; beyond, they do not hear of them. */
    private static final int WAITING = 10_000;

    private static final String NEWS = "receipts and MO";

    /** Where a jar names its plug-ins. */
    private static final String NAMED = "META-INF/services/" + Plugin.class.getName();

    private final PluginConfig config;
    private final Ticker ticker;
    private final Consumer<String> trouble;
    private final List<Guarded> all = new ArrayList<>();
    private final List<URLClassLoader> loaders = new ArrayList<>();
    private final List<String> missing;
    /** Nobody knows what would have been in the directory. */
    private boolean unread;

    private final ExecutorService news = NamedThreads.worker("plugin-news", WAITING);

    private PluginHost(PluginConfig config, Ticker ticker, Consumer<String> trouble) {
        this.config = config;
        this.ticker = ticker;
        this.trouble = trouble;
        config.directory().ifPresent(this::loadAll);
        TreeSet<String> absent = new TreeSet<>(config.names());
        all.forEach(plugin -> absent.remove(plugin.name()));
        missing = List.copyOf(absent);
        missing.forEach(name -> LOG.error(
                "plug-in {} is named in plugin.names and was not found; messages {}",
                name,
                config.refuse() ? "are refused" : "do without it"));
    }

    /** @param trouble counts what goes wrong, by kind */
    public static PluginHost open(PluginConfig config, Ticker ticker, Consumer<String> trouble) {
        return new PluginHost(config, ticker, trouble);
    }

    /** Those that work. */
    public List<String> names() {
        return all.stream().map(Guarded::name).toList();
    }

    /** Ends all of them; waits for each at most as long as for an answer. */
    public void stop() {
        news.shutdownNow();
        all.forEach(Guarded::stop);
        for (URLClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                LOG.warn("a plug-in's jar could not be closed: {}", e.toString());
            }
        }
    }

    private void loadAll(Path directory) {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.jar")) {
            found.forEach(jars::add);
        } catch (IOException e) {
            unread = true;
            LOG.error(
                    "plugin.directory {} cannot be read: {}; there are no plug-ins, and messages {}",
                    directory,
                    e.toString(),
                    config.refuse() ? "are refused" : "do without them");
        }
        jars.sort(null);
        jars.forEach(this::load);
    }

    private void load(Path jar) {
        try {
            for (Path each : List.of(jar.toAbsolutePath().getParent(), jar)) {
                Optional<String> fault = Trusted.fault(each);
                if (fault.isPresent()) {
                    left(jar.getFileName().toString(), fault.get());
                    return;
                }
            }
            try (JarFile file = new JarFile(jar.toFile())) { // a class loader passes over what is no jar without a word
                if (file.getEntry(NAMED) == null) {
                    left(jar.getFileName().toString(), "it has no " + NAMED + ", which names its plug-ins");
                    return;
                }
            }
            String hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
            URLClassLoader loader =
                    new URLClassLoader(new URL[] {jar.toUri().toURL()}, PluginHost.class.getClassLoader());
            loaders.add(loader);
            PluginStart start = new PluginStart(jar, loader, config.names());
            for (PluginStart.Made made : start.all(this::left)) {
                if (names().contains(made.name())) {
                    left(made.what(), "another plug-in is called " + made.name() + " too; expected names that differ");
                    continue;
                }
                all.add(new Guarded(made.plugin(), made.name(), config, ticker, trouble));
                LOG.info("plug-in {} of {} (SHA-256 {}) works", made.name(), jar.getFileName(), hash);
            }
        } catch (IOException | NoSuchAlgorithmException e) {
            left(jar.getFileName().toString(), e.toString());
        }
    }

    private void left(String what, String why) {
        trouble.accept("failed");
        LOG.error("plug-in {} cannot be used and is left out: {}", what, why);
    }

    @Override
    public boolean anyAccepting() {
        return unread || !missing.isEmpty() || any(AcceptHook.class) || any(RouteHook.class);
    }

    @Override
    public boolean anySubmitting() {
        return any(SubmitHook.class);
    }

    /** Asked for each message: without a stream. */
    private boolean any(Class<?> hook) {
        for (int i = 0; i < all.size(); i++) {
            if (hook.isInstance(all.get(i).plugin)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int submitsAtOnce() {
        return config.atOnce();
    }

    @Override
    public Duration submitWithin() {
        long asked =
                all.stream().filter(one -> one.plugin instanceof SubmitHook).count();
        return config.answerWithin().multipliedBy(asked);
    }

    @Override
    public Verdict spoilt(String why) {
        trouble.accept("failed");
        return config.refuse() ? new Verdict.Refuse("changed by a plug-in: " + why) : Verdict.PASS;
    }

    @Override
    public Verdict accept(String account, OutboundSms sms) {
        if (unread || !missing.isEmpty()) {
            trouble.accept("missing");
            if (config.refuse()) {
                return new Verdict.Refuse(
                        missing.isEmpty()
                                ? "plugin.directory could not be read"
                                : "plug-in " + missing.get(0) + " is missing");
            }
        }
        OutboundSms now = sms;
        for (Guarded one : all) {
            if (one.plugin instanceof AcceptHook hook) {
                OutboundSms asked = now;
                Verdict said =
                        one.call(account, () -> hook.accept(account, asked)).orElseGet(() -> unanswered(one));
                if (said instanceof Verdict.Refuse) {
                    return said;
                }
                now = said instanceof Verdict.Change change ? named(change.sms(), asked) : now;
            }
        }
        return now == sms ? Verdict.PASS : new Verdict.Change(now);
    }

    @Override
    public Way route(String account, OutboundSms sms, List<String> smscs) {
        for (Guarded one : all) {
            if (one.plugin instanceof RouteHook hook) {
                Optional<String> wanted = one.call(account, () -> hook.route(account, sms, smscs));
                if (wanted.isEmpty() && unanswered(one) instanceof Verdict.Refuse refuse) {
                    return new Way("", Optional.of(refuse));
                }
                if (smscs.contains(wanted.orElse(""))) {
                    return Way.to(wanted.get());
                }
            }
        }
        return Way.ANY;
    }

    @Override
    public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
        OutboundSms now = sms;
        for (Guarded one : all) {
            if (one.plugin instanceof SubmitHook hook) {
                OutboundSms asked = now;
                Verdict said = one.call(account, () -> hook.beforeSubmit(account, asked, smsc))
                        .orElseGet(() -> unanswered(one));
                if (said instanceof Verdict.Refuse) {
                    return said;
                }
                now = said instanceof Verdict.Change change ? change.sms() : now;
            }
        }
        return now == sms ? Verdict.PASS : new Verdict.Change(now);
    }

    /** A change that gives no clientRef leaves the one that the plug-in was shown: what is asked again stays the same message. */
    private static OutboundSms named(OutboundSms sms, OutboundSms asked) {
        return sms.clientRef().isEmpty() && !asked.clientRef().isEmpty() ? sms.withClientRef(asked.clientRef()) : sms;
    }

    private Verdict unanswered(Guarded one) {
        return config.refuse() ? new Verdict.Refuse("plug-in " + one.name() + " gave no answer") : Verdict.PASS;
    }

    @Override
    public void onReceipt(long message, String smsc, MessageState state, CarrierReport report) {
        for (int i = 0; i < all.size(); i++) { // for each receipt: without an iterator
            Guarded one = all.get(i);
            if (one.plugin instanceof ReceiptHook hook) {
                TaskId id = new TaskId(message);
                tell(one, () -> hook.onReceipt(id, smsc, state, report.words()));
            }
        }
    }

    @Override
    public void onMessage(InboundSms sms) {
        for (Guarded one : all) {
            if (one.plugin instanceof InboundHook hook) {
                tell(one, () -> hook.onMessage(sms));
            }
        }
    }

    private void tell(Guarded one, Runnable work) {
        try {
            news.execute(() -> one.call(NEWS, () -> {
                work.run();
                return true;
            }));
        } catch (RejectedExecutionException e) {
            trouble.accept("dropped");
        }
    }
}
