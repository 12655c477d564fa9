package io.smppbridge.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Takes log events from any thread without ever making it wait, and writes them on a thread of its own.
 *
 * <p>Logback's own asynchronous appender can also refuse to wait, but then drops without a word. Here what finds no room is counted, and
 * when the output takes lines again, one line says how many are missing. The last eighth of the queue is kept for warnings and errors.
 */
@ThreadSafe
final class LogWriter extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int BUFFER = 1 << 16;
    /** So long nobody looks while nothing comes and nothing is to be told. */
    private static final long LONGEST_REST_MS = 10_000;

    private static final long LOOK_AGAIN_MS = 200;
    /** The last that comes: it wakes the thread, and is not written. */
    private static final ILoggingEvent END = new LoggingEvent();
    /** The output is flushed at least so often while events keep coming. */
    private static final int FLUSH_EVERY = 256;

    private final ArrayBlockingQueue<ILoggingEvent> queue;
    private final int kept;
    private final LogForm form;
    private final OutputStream out;
    private final LongAdder dropped;
    private final Thread thread = NamedThreads.single("log-writer", this::write);
    private volatile boolean ending;
    /** Lines for one write: written whole, or given up whole, so that none is written twice or counted twice. */
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(BUFFER);

    private int lines;
    /** How many missing lines the output has been told of, and how many it will have been with the block. */
    private long reported;

    private long reporting;
    private boolean failing;

    /** @param dropped counts events that found no room or could not be written; goes on from where it stands */
    LogWriter(LogForm form, OutputStream out, int capacity, LongAdder dropped) {
        this.form = form;
        this.out = out;
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.kept = capacity / 8;
        this.dropped = dropped;
        this.reported = dropped.sum();
        this.reporting = reported;
        setName("log-writer");
    }

    @Override
    public void start() {
        thread.start();
        super.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        boolean important = event.getLevel().isGreaterOrEqual(Level.WARN);
        if (!important && queue.remainingCapacity() <= kept) {
            dropped.increment();
            return;
        }
        boolean taken = false;
        try {
            event.prepareForDeferredProcessing();
            taken = queue.offer(event);
        } finally {
            if (!taken) {
                dropped.increment();
            }
        }
    }

    /** Takes no more and writes what it has, for at most two seconds: an output that takes nothing does not hold up the end. */
    @Override
    public void stop() {
        if (isStarted()) {
            super.stop();
            finish(Duration.ofSeconds(2));
        }
    }

    private void finish(Duration within) {
        ending = true;
        queue.offer(END); // without room for it the thread is awake
        try {
            thread.join(within.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        while (!ending || !queue.isEmpty()) {
            ILoggingEvent event = next();
            if (event != null && event != END) {
                write(event);
            }
            reportDrops();
            if (queue.isEmpty() || lines >= FLUSH_EVERY || block.size() >= BUFFER) {
                flush();
            }
        }
        flush();
    }

    private ILoggingEvent next() {
        try {
            boolean owes = block.size() > 0 || dropped.sum() != reporting;
            return queue.poll(owes ? LOOK_AGAIN_MS : LONGEST_REST_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            ending = true; // only somebody who wants the thread's end interrupts it
            return null;
        }
    }

    private void write(ILoggingEvent event) {
        try {
            block.writeBytes(form.bytes(event));
            lines++;
        } catch (RuntimeException e) {
            lost(1, e);
        }
    }

    private void flush() {
        if (block.size() == 0) {
            return;
        }
        try {
            block.writeTo(out);
            out.flush();
            reported = reporting;
            failing = false;
            block.reset();
        } catch (IOException e) {
            lost(lines, e);
            reporting = reported;
            block.reset();
            block.write('\n'); // half a line may have been taken
        }
        lines = 0;
    }

    /** Nothing can be said where nothing can be written; standard error hears of it once. */
    private void lost(int count, Exception e) {
        dropped.add(count);
        if (!failing) {
            failing = true;
            addError("the log cannot be written", e);
        }
    }

    /** Once the queue has room again and the output takes lines, says how many events are missing. */
    private void reportDrops() {
        long now = dropped.sum();
        if (now != reporting && !failing && queue.remainingCapacity() > kept * 4) {
            block.writeBytes(form.bytes(new LoggingEvent(
                    LogWriter.class.getName(),
                    ((LoggerContext) getContext()).getLogger(LogWriter.class),
                    Level.WARN,
                    (now - reporting) + " log lines were dropped because the output did not take them in time",
                    null,
                    null)));
            reporting = now;
        }
    }
}
