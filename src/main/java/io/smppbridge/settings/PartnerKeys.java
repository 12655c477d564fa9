package io.smppbridge.settings;

import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of profiles, accounts and webhooks. */
final class PartnerKeys {
    private static final String KEY = "key-hash";

    static final List<KeySpec> TABLE = List.of(
            KeySpec.of(
                    Family.PROFILE,
                    Profiles.EXTENDS,
                    word(0, 32),
                    "",
                    "another profile, whose keys hold where this one says nothing"),
            KeySpec.of(Family.ACCOUNT, KEY, Types.KEY_HASHES, "", "hashes of its API keys, any of which opens")
                    .secretly(),
            KeySpec.of(
                    Family.ACCOUNT,
                    "webhook",
                    word(0, 32),
                    "",
                    "webhook that its events go to unless a message names another"),
            KeySpec.of(
                    Family.ACCOUNT,
                    "http.rate",
                    Types.RATE,
                    "unlimited",
                    "messages a second by HTTP, in Kannel's and Jasmin's form too, a second's worth at once; a question"
                            + " counts as one; more get 429. A longer list passes when nothing is owed"),
            KeySpec.of(Family.ACCOUNT, "inbound", FLAG, "true", "whether MO go to its webhook or listener"),
            KeySpec.of(Family.ACCOUNT, "from", word(0, 20), "", "sender of messages that name none"),
            KeySpec.of(
                    Family.ACCOUNT,
                    "senders",
                    Types.WORDS,
                    "",
                    "senders that its messages may have, by whichever way they come, * at the end for all that begin so; empty for any"),
            KeySpec.of(
                    Family.ACCOUNT,
                    "consent",
                    FLAG,
                    "true",
                    "whether its messages to numbers that are opted out are refused; false only for what the law lets pass"),
            KeySpec.of(
                    Family.ACCOUNT,
                    "smart-encoding",
                    FLAG,
                    "false",
                    "whether typographic characters of its messages are replaced by plain ones where that makes a text shorter"),
            KeySpec.of(
                    Family.ACCOUNT,
                    "quiet-hours",
                    RouteTypes.HOURS,
                    "",
                    "when its messages wait, but for those of high priority; empty for never"),
            KeySpec.of(Family.ACCOUNT, "quiet-zone", Types.ZONE, "UTC", "clock of its quiet hours"),
            KeySpec.of(Family.WEBHOOK, "url", Types.URL, "", "where its events are posted")
                    .mandatorily(),
            KeySpec.of(Family.WEBHOOK, "secret", Types.secret(16, 256), "", "signs every body (HMAC-SHA-256)")
                    .mandatorily()
                    .secretly(),
            KeySpec.of(
                            Family.WEBHOOK,
                            "old-secret",
                            Types.secret(0, 256),
                            "",
                            "also signs while the secret is being changed")
                    .secretly(),
            KeySpec.of(
                    Family.WEBHOOK,
                    "allow-private",
                    FLAG,
                    "false",
                    "whether loopback, private and plain http targets are allowed"),
            KeySpec.of(
                    Family.WEBHOOK,
                    "tls-trust",
                    word(0, 4_096),
                    "",
                    "PEM file with the certificates of those who vouch for its receiver; empty: whom Java trusts"),
            KeySpec.of(Family.WEBHOOK, "concurrency", count(1, 16), "4", "requests in flight at once"),
            KeySpec.of(Family.WEBHOOK, "batch", count(1, 1_000), "100", "events in one request"),
            KeySpec.of(Family.WEBHOOK, "answer-within", time("100ms", "5m"), "10s", "time for the platform to answer"));

    private PartnerKeys() {}

    /** A key opens one account: with the same hash at another one, that one's would open the first. */
    static void check(Values values, Complaints complaints) {
        Map<String, Scope> byHash = new HashMap<>();
        for (Scope account : values.each(Family.ACCOUNT)) {
            if (!account.sound(KEY)) {
                continue;
            }
            for (String hash : account.words(KEY)) {
                Scope twin = byHash.putIfAbsent(hash, account);
                if (twin != null && !twin.equals(account)) {
                    complaints.fault(
                            account.value(KEY),
                            "other keys than those of account " + twin.name(),
                            "the same hash stands at " + twin.value(KEY).key() + ", "
                                    + twin.value(KEY).origin().text() + "; ./bridge key " + account.name()
                                    + " makes one");
                    break;
                }
            }
        }
    }
}
