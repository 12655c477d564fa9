package io.smppbridge.app;

import io.smppbridge.admin.AdminSources;
import io.smppbridge.pipeline.UnmatchedReceipts;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Optional;

/** Receipts that fit no message, as the operator's listener sees them. */
@ThreadSafe
record UnmatchedForOperator(UnmatchedReceipts receipts) implements AdminSources.Unmatched {
    @Override
    public int count() {
        return receipts.count();
    }

    @Override
    public Optional<AdminSources.Listed<AdminSources.UnmatchedReceipt>> list(String smsc, int atMost) {
        return receipts.list(smsc, atMost)
                .map(listed -> new AdminSources.Listed<>(
                        listed.first().stream()
                                .map(kept -> new AdminSources.UnmatchedReceipt(
                                        kept.id(), kept.smsc(), kept.messageId(), kept.stat(), kept.err(), kept.at()))
                                .toList(),
                        listed.all()));
    }

    @Override
    public Optional<Integer> rejoin(List<Long> ids) {
        return receipts.rejoin(ids);
    }

    @Override
    public Optional<Integer> drop(List<Long> ids) {
        int dropped = 0;
        for (long id : ids) {
            Optional<Boolean> known = receipts.drop(id);
            if (known.isEmpty()) {
                return Optional.empty(); // nor need the others wait as long for one that does not answer
            }
            dropped += known.get() ? 1 : 0;
        }
        return Optional.of(dropped);
    }

    @Override
    public boolean indexing() {
        return receipts.isIndexing();
    }
}
