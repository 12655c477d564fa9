package io.smppbridge.bench.classic;

/** What the process has counted so far, for the bench to read over JMX. */
public interface ClassicFiguresMXBean {
    /** Under which name it stands. */
    String NAME = "io.smppbridge.bench:type=Classic";

    /** Locks of the gateway's own taken, contended or not; taken again after a wait counts again. */
    long getLocksTaken();

    /** Reads and writes of sockets. The JDK takes three locks of its own for each ({@code sun.nio.ch.NioSocketImpl}). */
    long getSocketCalls();

    /** Forces of the journal, or writes of it where nothing is forced. */
    long getForces();

    /** Lines of the PDU log. */
    long getLogLines();
}
