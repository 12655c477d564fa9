package io.smppbridge.handback;

import io.smppbridge.settings.TargetPolicy;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.threads.OwnedBy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hc.core5.http.HttpHost;

/**
 * The address that a webhook's host has now, checked by {@link TargetPolicy}. Look-ups run on {@code handback-dns} threads, one at a time
 * per webhook; an address stays in use while its successor is looked up, so a slow resolver does not stop a webhook that works.
 */
@OwnedBy("its lane")
final class CheckedTarget {
    private static final long FRESH_NANOS = 30_000_000_000L;
    /** How long an address outlives a resolver that does not answer. */
    private static final long USABLE_NANOS = 300_000_000_000L;

    private final WebhookConfig config;
    private final Surroundings world;
    private final Executor dns;
    private final Executor lane;
    private final String host;
    private final int port;
    private InetAddress[] addresses = {};
    private int chosen;
    private long foundAt;
    private long triedAt;
    private boolean lookingUp;
    private String refusal;

    CheckedTarget(WebhookConfig config, Surroundings world, Executor dns, Executor lane) {
        this.config = config;
        this.world = world;
        this.dns = dns;
        this.lane = lane;
        String complaint =
                TargetPolicy.complaint(config.url(), config.allowPrivate()).orElse("");
        this.refusal = complaint;
        this.host = complaint.isEmpty() ? config.url().getHost() : "";
        this.port = config.url().getPort() > 0 ? config.url().getPort() : isTls() ? 443 : 80;
    }

    /** Whether there is an address to send to; starts a look-up when it is time. */
    HandOver.Readiness readiness() {
        if (host.isEmpty()) {
            return HandOver.Readiness.failed("the URL is refused: " + refusal);
        }
        long now = world.ticker().nanos();
        if (!refusal.isEmpty()) {
            String why = refusal;
            refusal = "";
            return HandOver.Readiness.failed(why);
        }
        boolean known = addresses.length > 0 && now - foundAt <= USABLE_NANOS;
        if (!lookingUp && (!known || now - triedAt > FRESH_NANOS)) {
            lookUp();
        }
        return known ? HandOver.Readiness.READY : HandOver.Readiness.WAIT;
    }

    /** The checked address with the name it stands for: HttpClient connects to the one, TLS and Host speak of the other. */
    HttpHost target() {
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new HttpHost(isTls() ? "https" : "http", addresses[chosen % addresses.length], name, port);
    }

    /** A connection could not be made: the next address, once for all that were tried there together, and a fresh look-up. */
    void unreachable(InetAddress tried) {
        if (addresses.length > 0 && addresses[chosen % addresses.length].equals(tried)) {
            chosen++;
        }
        triedAt = world.ticker().nanos() - FRESH_NANOS - 1;
    }

    private boolean isTls() {
        return config.url().getScheme().toLowerCase(Locale.ROOT).equals("https");
    }

    private void lookUp() {
        lookingUp = true;
        try {
            dns.execute(this::find);
        } catch (RejectedExecutionException e) { // no thread can be made: as if nobody knew the name
            lookedUp(new InetAddress[0], "the host " + host + " could not be looked up: " + e.getMessage());
        }
    }

    private void find() {
        InetAddress[] found = {};
        String unknown = "";
        try {
            found = world.names().lookup(host);
        } catch (UnknownHostException | RuntimeException e) {
            unknown = "the host " + host + " has no address; check webhook." + config.name() + ".url";
        } catch (Error e) { // as where no memory beside the heap is left: without this it would wait for good
            unknown = "the host " + host + " could not be looked up: " + e;
        }
        InetAddress[] all = found;
        String why = unknown;
        lane.execute(() -> lookedUp(all, why));
    }

    private void lookedUp(InetAddress[] found, String unknown) {
        lookingUp = false;
        triedAt = world.ticker().nanos();
        if (!unknown.isEmpty()) {
            boolean usable = addresses.length > 0 && triedAt - foundAt <= USABLE_NANOS;
            refusal = usable ? "" : unknown;
            return;
        }
        refusal = complaint(found);
        addresses = refusal.isEmpty() ? found : new InetAddress[0];
        foundAt = triedAt;
    }

    private String complaint(InetAddress[] found) {
        if (found.length == 0) {
            return "the host " + host + " has no address; check webhook." + config.name() + ".url";
        }
        for (InetAddress address : found) {
            if (!TargetPolicy.allows(address, config.allowPrivate())) {
                return "the host " + host + " has the address " + address.getHostAddress()
                        + ", which is not a public one (webhook." + config.name()
                        + ".allow-private allows private ones)";
            }
        }
        return "";
    }
}
