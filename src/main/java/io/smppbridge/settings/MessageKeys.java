package io.smppbridge.settings;

import static io.smppbridge.settings.Reload.REBIND;
import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.ordered;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.SmscConfig.Verdict;
import java.util.List;

/** The keys of how one SMSC wants messages, and how it writes them. */
final class MessageKeys {
    static final List<KeySpec> TABLE = List.of(
            key(
                    "long-message",
                    oneOf(LongMessage.class),
                    "udh8-or-16",
                    "how a text travels that is longer than one SMS; where all 256 references of 8 bits to a number are taken, the next one takes 16 bits under udh8-or-16, and waits under udh8"),
            key("max-parts", count(1, 255), "10", "parts of one message; longer texts are refused"),
            key("alphabet", Types.ALPHABET, "gsm", "what data_coding 0 means to this SMSC, in both directions"),
            key(
                    SmscKeys.MO_ALPHABET,
                    Types.ANY_ALPHABET,
                    "",
                    "what MO with this data_coding hold, where this SMSC differs from the standards"),
            key(
                    "national-tables",
                    Types.LANGUAGES,
                    "",
                    "languages whose GSM tables (3GPP TS 23.038 Annex A) this SMSC and its handsets know; used where they make a text shorter"),
            key(
                    "smart-encoding",
                    FLAG,
                    "false",
                    "whether typographic quotes, dashes, spaces and the like are replaced by plain ones where that makes a text shorter"),
            key(
                    "whole-graphemes",
                    FLAG,
                    "false",
                    "whether a long text is never cut within what people see as one character, such as a flag or a family"),
            key("address-alphanumeric", Types.TON_NPI, "as-is", "TON and NPI of senders with letters"),
            key("address-short", Types.TON_NPI, "as-is", "TON and NPI of short codes"),
            key("address-national", Types.TON_NPI, "as-is", "TON and NPI of longer numbers that begin with a zero"),
            key("address-international", Types.TON_NPI, "as-is", "TON and NPI of all other numbers"),
            key("address-recipient", Types.TON_NPI, "as-is", "TON and NPI of every recipient, whatever its kind"),
            key("short-code-digits", count(1, 15), "6", "a number of at most so many digits is a short code"),
            key(
                    "sender-alphabet",
                    choice(ordered("gsm", true, "latin1", false)),
                    "latin1",
                    "how the letters of a sender stand in the address; under gsm, @ cannot"),
            key("service-type", word(0, 5), "", "service_type of each submit_sm"),
            key("pass-validity", FLAG, "true", "whether validity_period is sent"),
            key(
                    "time-form",
                    Types.oneOf(Passing.Times.class),
                    "relative",
                    "how validity_period and schedule_delivery_time are written; absolute ones in time-zone"),
            key(
                    "pass-schedule",
                    FLAG,
                    "false",
                    "whether a scheduled message is handed over at once, for the SMSC to keep until its schedule_delivery_time"),
            key(
                    "pass-fields",
                    Passing.FIELDS,
                    "service-type, protocol-id, reply-path",
                    "what an ESME has put on its message and this SMSC is told; a service-type set here comes first; intermediate asks for notifications on the way where all states are wanted"),
            key(
                            "submit-with",
                            choice(ordered("submit_sm", false, "data_sm", true)),
                            "submit_sm",
                            "what carries a message; data_sm has no priority, and its validity is a TLV")
                    .after(REBIND),
            key(
                    "submit-multi",
                    count(0, 254),
                    "0",
                    "messages of one text that may go to the SMSC in one submit_multi; 0 for none"),
            key(
                    "operations",
                    Types.ASKS,
                    "",
                    "what the SMSC may be asked about messages that it has taken: any of query, cancel, replace"),
            key("tlv.<tlv>", Types.TLV, "", "a TLV of this SMSC's own, by the name that messages use"),
            key(
                    "tlv-default.<tlv>",
                    word(0, 1_024),
                    "",
                    "value of a TLV that each submit_sm carries unless its message names another"),
            key(
                    "message-id",
                    choice("text", "exact", "uuid", "hex-dec", "dec-hex", "hex", "dec"),
                    "text",
                    "how the message_id of an answer and of a receipt compare: text without regard to case, exact with it, uuid also "
                            + "without hyphens; as numbers, hexadecimal or decimal, where hex-dec is the answer's form, then the receipt's"),
            key(
                    "message-id-part",
                    Types.ID_PART,
                    "all",
                    "how much of a message_id counts, where receipts hold only its beginning or end"),
            key("poll-every", time("1s", "1d"), "60s", "pause between polls, under receive = poll"),
            key("poll-silence", time("100ms", "10m"), "5s", "a poll ends after so much silence"),
            key("reassemble-within", time("1s", "7d"), "10m", "how long the missing parts of an MO are awaited"),
            key(
                    "repeat-within",
                    time("0s", "1d"),
                    "0s",
                    "an MO that comes again with the same numbers and content within so long is taken for a repeat of the SMSC: answered, not handed on; 0s for never"),
            key("receipt-park", time("0s", "1d"), "5m", "how long a receipt that overtook its answer is kept in wait"),
            key("time-zone", Types.ZONE, "UTC", "clock of the SMSC in receipts"),
            key(
                    "receipts-by-text",
                    FLAG,
                    "false",
                    "whether a text like a receipt's is one although esm_class does not say so; subscribers can then forge receipts"),
            key(
                    "receipt-verdict",
                    oneOf(Verdict.class),
                    "all",
                    "which parts of a long message must be delivered for it to be delivered: all, any, the first or the last"));

    private MessageKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.SMSC, leaf, type, fallback, meaning);
    }
}
