package io.smppbridge.settings;

import java.time.Duration;

/**
 * What concerns the process as a whole ({@code bridge.*}, {@code pipeline.*}, {@code middleware.*}, {@code smpp.*}, {@code log.*}).
 *
 * @param middlewareAccount the account that in-process messages belong to ({@code middleware.account})
 * @param middlewareDurability {@code middleware.durability}
 * @param validity default life of a message ({@code bridge.validity})
 * @param drainWithin how long an orderly stop waits for answers ({@code bridge.drain-within})
 * @param ringSize slots of each ring, a power of two ({@code pipeline.ring-size})
 * @param hotBytes memory for bodies of waiting messages; beyond it they are read back from the journal ({@code pipeline.hot-bytes})
 * @param clientRefs how many clientRefs are remembered for 24 h ({@code pipeline.client-refs})
 * @param referenceLife how long a handset may wait for parts, and a reference of 8 bits stays taken ({@code pipeline.reference-life})
 * @param streams how many streams with a name are remembered ({@code pipeline.streams})
 * @param streamsKept how long after its last message ({@code pipeline.streams-kept})
 * @param history how many ended messages can still be asked about ({@code pipeline.history})
 * @param receiptWithin how long a receipt is awaited after the validity ended ({@code pipeline.receipt-within})
 * @param awaitingReceipts how many parts of messages may await a receipt, 0 for as many as the heap has room for ({@code pipeline.awaiting-receipts})
 * @param unmatchedReceipts how many receipts that fit no message are kept for an operator ({@code pipeline.unmatched-receipts})
 * @param slowAnswers longest time that an answer is kept back when its bag is nearly full ({@code pipeline.slow-answers}); zero for never
 * @param idle what the journal thread does when idle ({@code pipeline.wait})
 * @param smppThreads event loops for binds with {@code transport = netty} ({@code smpp.threads}); 0 where senders carry theirs
 * @param logFormat {@code text} or {@code json} ({@code log.format})
 * @param logLevel of the bridge's own loggers ({@code log.level})
 */
public record NodeConfig(
        String middlewareAccount,
        Durability middlewareDurability,
        Duration validity,
        Duration drainWithin,
        int ringSize,
        long hotBytes,
        int clientRefs,
        Duration referenceLife,
        int streams,
        Duration streamsKept,
        int history,
        Duration receiptWithin,
        int awaitingReceipts,
        int unmatchedReceipts,
        Duration slowAnswers,
        Idle idle,
        int smppThreads,
        String logFormat,
        String logLevel) {
    /** What a positive answer promises. */
    public enum Durability {
        FORCED,
        WRITTEN
    }

    /** What the journal thread does when there is nothing to do. */
    public enum Idle {
        /** Sleeps; where there are cores to spare it stays awake for a moment after an answer, if that has answered more. */
        AUTO,
        /** Sleeps. */
        PARK,
        /** Stays awake: lower latency for a whole core. */
        SPIN;

        /** With fewer, whom it is awake for needs the core: on two nothing was gained (docs/performance-history.md). */
        private static final int CORES_TO_SPARE = 4;

        /** Whether it never sleeps. */
        public boolean spins() {
            return this == SPIN;
        }

        /** Whether it may stay awake now and then. */
        public boolean mayStayAwake(int cores) {
            return this == AUTO && cores >= CORES_TO_SPARE;
        }
    }
}
