package io.smppbridge.bench.classic;

import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all connections share.
 *
 * @param ids the last message's number
 * @param calls reads and writes of sockets
 */
@ThreadSafe
record Shared(MessageQueue queue, GroupJournal journal, Optional<LineLog> log, AtomicLong ids, LongAdder calls) {}
