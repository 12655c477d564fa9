package io.smppbridge.bench.classic;

import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all connections share.
 *
 * @param calls reads and writes of sockets
 */
@ThreadSafe
record Shared(Duties duties, MessageQueue queue, GroupJournal journal, Optional<LineLog> log, LongAdder calls) {}
