package io.smppbridge.handback;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** An address of this machine at which whoever calls hears nothing at all, as behind a firewall that drops what comes. */
final class Unreachable implements AutoCloseable {
    /** One more than wait for {@code accept}; further ones hear nothing. */
    private static final int CALLERS = 8;

    private final ServerSocket full;
    private final List<SocketChannel> callers = new ArrayList<>();

    /** @param port 0 for any */
    Unreachable(String address, int port) throws IOException {
        full = new ServerSocket(port, 1, InetAddress.getByName(address));
        for (int i = 0; i < CALLERS; i++) {
            SocketChannel caller = SocketChannel.open();
            caller.configureBlocking(false);
            caller.connect(new InetSocketAddress(address, port()));
            callers.add(caller);
        }
    }

    int port() {
        return full.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel caller : callers) {
            caller.close();
        }
        full.close();
    }
}
