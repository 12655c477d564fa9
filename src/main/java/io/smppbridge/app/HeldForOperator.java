package io.smppbridge.app;

import io.smppbridge.admin.AdminSources;
import io.smppbridge.pipeline.HeldMessages;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;

/** Held messages as the operator's listener sees them. */
@ThreadSafe
record HeldForOperator(HeldMessages messages) implements AdminSources.Held {
    @Override
    public Optional<AdminSources.Listed<AdminSources.HeldMessage>> list(String smsc, int atMost) {
        return messages.list(smsc, atMost)
                .map(listed -> new AdminSources.Listed<>(
                        listed.first().stream()
                                .map(message -> new AdminSources.HeldMessage(message.id(), message.smsc()))
                                .toList(),
                        listed.all()));
    }

    @Override
    public Optional<Boolean> resolve(long id, boolean resend) {
        return messages.resolve(id, resend);
    }
}
