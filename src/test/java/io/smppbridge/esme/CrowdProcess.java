package io.smppbridge.esme;

import io.smppbridge.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/**
 * Many idle ESMEs in a process of their own, so that each side has its own descriptors: binds as receiver so often, answers what it is asked,
 * and says so by lines: {@code BOUND n}, then {@code ASKED n} once each bind has been asked whether it lives. Ends when its input does.
 */
final class CrowdProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private CrowdProcess(Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static CrowdProcess start(int port, String systemId, int count) throws IOException {
        return new CrowdProcess(new ProcessBuilder(JavaCommand.of(
                        List.of("-Xmx128m", "-XX:+UseSerialGC"),
                        CrowdProcess.class.getName(),
                        Integer.toString(port),
                        systemId,
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
        int count = Integer.parseInt(args[2]);
        Selector selector = Selector.open();
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
            channel.write(ByteBuffer.wrap(RawPeer.bind(RawPeer.RX, args[1], "secret", 1)));
            bound(channel);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(64));
            if (i % 64 == 0 && selector.selectNow() > 0) {
                answer(selector); // those that have bound are asked while others still come
            }
        }
        System.out.println("BOUND " + count);
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
        int asked = 0;
        while (true) {
            selector.select();
            asked += answer(selector);
            if (asked >= count) {
                System.out.println("ASKED " + count);
                asked = 0;
            }
        }
    }

    /** How many have been asked, and have answered. */
    private static int answer(Selector selector) throws IOException {
        int asked = 0;
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            asked += answered(key) ? 1 : 0;
        }
        return asked;
    }

    private static void bound(SocketChannel channel) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(64);
        while (in.position() < 4 || in.position() < in.getInt(0)) {
            if (channel.read(in) < 0) {
                throw new IOException("closed instead of bound");
            }
        }
        if (in.getInt(8) != 0) {
            throw new IOException("not bound: 0x" + Integer.toHexString(in.getInt(8)));
        }
    }

    private static boolean answered(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        ByteBuffer in = (ByteBuffer) key.attachment();
        if (channel.read(in) < 0) {
            throw new IOException("the server has closed a bind");
        }
        if (in.position() < 16) {
            return false;
        }
        channel.write(ByteBuffer.wrap(RawPeer.bare(0x80000015, in.getInt(12))));
        in.clear();
        return true;
    }
}
