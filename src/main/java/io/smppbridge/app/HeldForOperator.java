package io.smppbridge.app;

import io.smppbridge.admin.AdminSources;
import io.smppbridge.pipeline.HeldMessages;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Optional;

/** Held messages as the operator's listener sees them. */
@ThreadSafe
record HeldForOperator(HeldMessages messages) implements AdminSources.Held {
    @Override
    public Optional<List<AdminSources.HeldMessage>> list(int atMost) {
        return messages.list(atMost)
                .map(list -> list.stream()
                        .map(message -> new AdminSources.HeldMessage(message.id(), message.smsc()))
                        .toList());
    }

    @Override
    public boolean resolve(long id, boolean resend) {
        return messages.resolve(id, resend);
    }
}
