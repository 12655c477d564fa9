package io.smppbridge.bench;

import io.smppbridge.bench.classic.ClassicConfig;
import io.smppbridge.bench.classic.ClassicGateway;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The gateway with threads for each connection, in a process of its own with the same memory as the bridge. */
@OwnedBy("the thread of the command")
final class ClassicProcess implements Gateway {
    private final ChildJvm process;
    private final int port;

    private ClassicProcess(ChildJvm process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it; it is ready when it has bound to the sink. */
    static ClassicProcess start(Plan plan, Path directory, ClassicConfig config) throws IOException {
        Path file = directory.resolve("classic.properties");
        config.write(file);
        List<String> command = List.of(ClassicGateway.class.getName(), file.toString());
        return new ClassicProcess(
                ChildJvm.start("classic", plan.java(), directory, plan.bridgeOptions(), command), config.port());
    }

    @Override
    public int esmePort() {
        return port;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void check() throws IOException {
        process.check();
    }

    @Override
    public void close() {
        process.close();
    }
}
