package io.smppbridge.pipeline;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Ticker;
import io.smppbridge.threads.Waiting;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What the world outside gives to a pipeline.
 *
 * @param fatal told when the journal has failed: the process is to end
 * @param reader reads the journal back; shut down with the pipeline
 * @param waiting how others wait for the journal thread
 */
public record World(
        InstantSource clock,
        Ticker ticker,
        RandomGenerator random,
        Consumer<Throwable> fatal,
        ExecutorService reader,
        Waiting waiting) {
    /** Questions that may wait for the disk at once; further ones are refused. */
    private static final int READINGS = 10_000;

    /** With a thread that reads, and threads that wait. */
    public World(InstantSource clock, Ticker ticker, RandomGenerator random, Consumer<Throwable> fatal) {
        this(clock, ticker, random, fatal, NamedThreads.worker("pipeline-reader", READINGS), Waiting.PARKED);
    }
}
