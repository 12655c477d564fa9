package io.smppbridge.settings;

import io.smppbridge.Address;
import java.util.Optional;

/** Addresses that the configuration puts on messages must be such as a message can have. */
final class AddressRules {
    private static final int LAST_LATIN_1 = 0xFF;
    private static final String REFUSED = "every message that names no sender would be refused";

    private final Values values;
    private final Complaints complaints;

    AddressRules(Values values, Complaints complaints) {
        this.values = values;
        this.complaints = complaints;
    }

    void check() {
        boolean anyGsm = values.each(Family.SMSC).stream()
                .anyMatch(smsc -> !smsc.sound("sender-alphabet") || smsc.flag("sender-alphabet"));
        for (Scope account : values.each(Family.ACCOUNT)) {
            if (account.sound("from")) {
                sender(account.value("from"), anyGsm);
                allowed(account);
            }
        }
        Scope node = values.node();
        if (node.sound("intake.tcp.to")) {
            destination(node.value("intake.tcp.to"));
        }
    }

    /** Letters beyond Latin-1 fit no address but those in GSM septets. */
    private void sender(Value from, boolean anyGsm) {
        Optional<String> reason = reason(from.text());
        if (reason.isPresent()) {
            complaints.fault(from, "a sender that a message can have: " + reason.get(), REFUSED);
        } else if (!anyGsm && from.text().chars().anyMatch(c -> c > LAST_LATIN_1)) {
            complaints.fault(from, "letters of Latin-1, as no SMSC has sender-alphabet = gsm", REFUSED);
        }
    }

    /** What stands for a sender that is not named must be one that may be named. */
    private void allowed(Scope account) {
        Value from = account.value("from");
        String number = from.text().startsWith("+") ? from.text().substring(1) : from.text();
        if (account.sound("senders") && !AllowedSenders.allow(account.words("senders"), number)) {
            complaints.fault(
                    from,
                    "one of " + account.value("senders").key() + ", "
                            + account.value("senders").origin().text(),
                    REFUSED);
        }
    }

    private void destination(Value to) {
        boolean number = reason(to.text()).isEmpty() && Address.of(to.text()).isNumeric();
        if (!to.text().isEmpty() && !number) {
            complaints.fault(to, "a number such as +46701234567", "or leave it empty");
        }
    }

    /** Why a text is no address; empty for one that is. */
    private static Optional<String> reason(String text) {
        try {
            Address.of(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }
}
