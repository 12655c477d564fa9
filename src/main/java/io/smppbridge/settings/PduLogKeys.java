package io.smppbridge.settings;

import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.ordered;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of the PDU log that SMSCs and accounts of the SMPP server have alike, and what becomes of them. */
final class PduLogKeys {
    private static final String FORM = "pdulog";
    private static final String CAPTURE = "pdulog-capture";
    private static final String NUMBERS = "pdulog-numbers";

    static final List<KeySpec> TABLE = Stream.concat(
                    of(Family.SMSC, "", "").stream(), of(Family.ACCOUNT, EsmeAccount.PREFIX, " of its binds").stream())
            .toList();

    private PduLogKeys() {}

    private static List<KeySpec> of(Family family, String prefix, String whose) {
        return List.of(
                KeySpec.of(
                        family,
                        prefix + FORM,
                        oneOf(PduLogConfig.Form.class),
                        "off",
                        "whether each PDU" + whose + " is noted as a line, masked, for people or as JSON"),
                KeySpec.of(
                        family,
                        prefix + CAPTURE,
                        choice(ordered("on", true, "off", false)),
                        "off",
                        "whether PDUs" + whose + " are captured, masked, in a file for Wireshark"),
                KeySpec.of(
                        family,
                        prefix + NUMBERS,
                        Types.DIGITS,
                        "",
                        "only PDUs" + whose + " about numbers that begin so, and their answers; empty: all"));
    }

    /** What is wished, by the name of the link: that of an SMSC, or {@code account.<name>}. */
    static Map<String, PduLogConfig.Wish> bind(Values values) {
        Map<String, PduLogConfig.Wish> wishes = new LinkedHashMap<>();
        values.each(Family.SMSC).forEach(smsc -> wishes.put(smsc.name(), wish(smsc, "")));
        values.each(Family.ACCOUNT)
                .forEach(account ->
                        wishes.put(PduLogConfig.ofAccount(account.name()), wish(account, EsmeAccount.PREFIX)));
        return Map.copyOf(wishes);
    }

    private static PduLogConfig.Wish wish(Scope scope, String prefix) {
        return new PduLogConfig.Wish(
                scope.get(prefix + FORM, PduLogConfig.Form.class),
                scope.flag(prefix + CAPTURE),
                scope.words(prefix + NUMBERS));
    }
}
