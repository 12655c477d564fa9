package io.smppbridge.settings;

import java.util.List;

/**
 * Someone who sends ({@code account.<name>.*}).
 *
 * @param keyHashes hashes of its API keys, any of which opens ({@code account.<name>.key-hash}, several by comma)
 * @param webhook where its events go unless a message names another ({@code account.<name>.webhook}); empty for none
 * @param receivesInbound whether MO goes to its webhook or listener ({@code account.<name>.inbound})
 * @param defaultFrom sender of messages that name none ({@code account.<name>.from}); may be empty
 * @param senders that its messages may have, by whichever way they come ({@code account.<name>.senders}), {@code *} at the end for all
 *     that begin so; empty for any
 * @param smart whether typographic characters of its messages are replaced where that makes a text shorter
 *     ({@code account.<name>.smart-encoding})
 * @param esme what it may do at the SMPP server ({@code account.<name>.esme.*})
 * @param quiet when its messages wait, but for those of high priority ({@code account.<name>.quiet-hours}, {@code quiet-zone})
 * @param dropIn what it may do at Kannel's and Jasmin's listener ({@code account.<name>.dropin.*})
 * @param httpRate messages a second by HTTP ({@code account.<name>.http.rate}); infinite for no limit
 * @param minds whether its messages to those who want none are refused ({@code account.<name>.consent})
 */
public record AccountConfig(
        String name,
        List<String> keyHashes,
        String webhook,
        boolean receivesInbound,
        String defaultFrom,
        List<String> senders,
        boolean smart,
        EsmeAccount esme,
        QuietHours quiet,
        double httpRate,
        boolean minds,
        DropInAccount dropIn) {
    public AccountConfig {
        keyHashes = List.copyOf(keyHashes);
        senders = List.copyOf(senders);
    }

    /** Whether an account may be called so. */
    public static boolean isName(String text) {
        return Types.isName(text);
    }
}
