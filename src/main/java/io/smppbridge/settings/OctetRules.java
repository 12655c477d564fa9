package io.smppbridge.settings;

import java.util.List;

/** What is one octet a character in SMPP must be of characters that are: any other would go out as a question mark, or come in from nobody. */
final class OctetRules {
    private static final char LAST_LATIN_1 = 0xFF;
    private static final List<String> OF_SMSC =
            List.of("system-id", "system-type", "address-range", "service-type", "outbind-system-id");
    private static final List<String> SECRETS_OF_SMSC = List.of("password", "outbind-password");

    private OctetRules() {}

    static void check(Values values, Complaints complaints) {
        for (Scope smsc : values.each(Family.SMSC)) {
            OF_SMSC.forEach(leaf -> word(smsc, leaf, complaints));
            SECRETS_OF_SMSC.forEach(leaf -> secret(smsc, leaf, complaints));
        }
        values.each(Family.ACCOUNT).forEach(account -> word(account, EsmeAccount.PREFIX + "system-id", complaints));
        values.each(Family.ESME).forEach(listener -> word(listener, "system-id", complaints));
    }

    private static void word(Scope scope, String leaf, Complaints complaints) {
        if (scope.sound(leaf)) {
            check(scope.value(leaf), scope.word(leaf), complaints);
        }
    }

    private static void secret(Scope scope, String leaf, Complaints complaints) {
        if (scope.sound(leaf)) {
            check(scope.value(leaf), scope.secret(leaf).reveal(), complaints);
        }
    }

    private static void check(Value value, String text, Complaints complaints) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > LAST_LATIN_1) {
                complaints.fault(
                        value,
                        "characters of Latin-1, as SMPP has one octet for each",
                        "look at character " + (i + 1)
                                + ": a dash or quotation mark of a document is another than that of the keyboard");
                return;
            }
        }
    }
}
