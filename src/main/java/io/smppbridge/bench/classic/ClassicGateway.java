package io.smppbridge.bench.classic;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;

/** The process: a gateway with threads for each connection. It ends by a signal, or when one of its connections to the SMSC breaks. */
@ThreadSafe
public final class ClassicGateway implements ClassicFiguresMXBean, AutoCloseable {
    private static final int QUEUE = 50_000;
    private static final int BACKLOG = 2_000;
    /** As the bridge's journal.force-within. */
    private static final int REST_MILLIS = 50;

    private final Shared shared;
    private final ServerSocket listener;
    private final List<Outgoing> outgoing = new ArrayList<>();
    private final CompletableFuture<String> broken = new CompletableFuture<>();

    /** The process: its configuration. */
    public static void main(String[] arguments) throws IOException, JMException, InterruptedException {
        try (ClassicGateway gateway = new ClassicGateway(ClassicConfig.read(Path.of(arguments[0])))) {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(gateway, new ObjectName(ClassicFiguresMXBean.NAME));
            System.out.println("ended: " + gateway.broken.join());
        }
    }

    /** Binds to the SMSC and listens. */
    public ClassicGateway(ClassicConfig config) throws IOException {
        Optional<LineLog> log =
                config.log().isPresent() ? Optional.of(new LineLog(config.log().get())) : Optional.empty();
        GroupJournal journal =
                new GroupJournal(config.journal(), config.forced(), config.connections() * config.window());
        shared =
                new Shared(new Duties(config.writeForBridge()), new MessageQueue(QUEUE), journal, log, new LongAdder());
        listener = new ServerSocket(config.port(), BACKLOG, InetAddress.getLoopbackAddress());
        for (int i = 1; i <= config.connections(); i++) {
            Outgoing connection = new Outgoing(config, "out-" + i, shared, broken::complete);
            outgoing.add(connection);
            connection.start();
        }
        NamedThreads.single("accept", this::accept).start();
        NamedThreads.single("rest", this::storeRest).start();
    }

    private void accept() {
        for (int number = 1; !listener.isClosed(); number++) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                String name = "in-" + number;
                NamedThreads.single(name, new Incoming(socket, name, shared)).start();
            } catch (IOException e) {
                broken.complete("the listener: " + e);
            }
        }
    }

    private void storeRest() {
        try {
            while (!listener.isClosed()) {
                TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
                shared.journal().rest();
                for (Outgoing connection : outgoing) {
                    if (connection.isOverdue()) {
                        broken.complete("the SMSC owes an answer");
                    }
                }
                if (shared.log().isPresent()) {
                    shared.log().get().flush();
                }
            }
        } catch (IOException e) {
            broken.complete("the journal: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long getLocksTaken() {
        return shared.duties().locksTaken()
                + shared.queue().locksTaken()
                + shared.journal().locksTaken()
                + shared.log().map(LineLog::locksTaken).orElse(0L)
                + outgoing.stream().mapToLong(Outgoing::locksTaken).sum();
    }

    @Override
    public long getSocketCalls() {
        return shared.calls().sum();
    }

    @Override
    public long getForces() {
        return shared.journal().forces();
    }

    @Override
    public long getLogLines() {
        return shared.log().map(LineLog::lines).orElse(0L);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        shared.journal().close();
        if (shared.log().isPresent()) {
            shared.log().get().close();
        }
    }
}
