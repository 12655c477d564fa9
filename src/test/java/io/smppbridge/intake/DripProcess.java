package io.smppbridge.intake;

import io.smppbridge.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients whose requests never end, in a process of their own, so that each side has its own descriptors: opens so many connections, sends
 * each an octet of its head every five seconds, and says {@code DRIPPING n} after the first round. Ends when its input does.
 */
final class DripProcess implements AutoCloseable {
    private static final long ROUND_NANOS = 5_000_000_000L;

    private final Process process;
    private final BufferedReader lines;

    private DripProcess(Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static DripProcess start(int port, int count) throws IOException {
        return new DripProcess(new ProcessBuilder(JavaCommand.of(
                        List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                        DripProcess.class.getName(),
                        Integer.toString(port),
                        Integer.toString(count)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Its next line. */
    String line() throws IOException {
        return lines.readLine();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }

    public static void main(String[] args) throws Exception {
        endWithInput();
        int count = Integer.parseInt(args[1]);
        List<SocketChannel> slow = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
            channel.write(ByteBuffer.wrap("POST /v1/messages HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII)));
            slow.add(channel);
        }
        System.out.println("DRIPPING " + count);
        while (true) {
            for (SocketChannel channel : slow) {
                channel.write(ByteBuffer.wrap(new byte[] {'y'}));
                LockSupport.parkNanos(ROUND_NANOS / count);
            }
        }
    }

    private static void endWithInput() {
        Thread end = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // goes on
                }
            } catch (IOException e) {
                // ended
            }
            Runtime.getRuntime().halt(0);
        });
        end.setDaemon(true);
        end.start();
    }
}
