package io.smppbridge.intake;

import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many datagrams the operating system has thrown away because nobody took them from the socket in time, as Linux tells in
 * {@code /proc/net/udp}: the last column of the socket's line. Elsewhere 0, as nobody knows.
 */
@ThreadSafe
public final class KernelDrops {
    private static final int LOCAL = 1;

    private final Path table;
    private final String local;
    /** The kernel's count is 32 bits wide; this one goes on. */
    private long total;

    private int last;

    /** @param local address and port of the socket, which has dropped nothing yet */
    public KernelDrops(InetSocketAddress local) {
        this(
                Path.of("/proc/net", local.getAddress() instanceof Inet4Address ? "udp" : "udp6"),
                local.getAddress().getAddress(),
                local.getPort());
    }

    KernelDrops(Path table, byte[] address, int port) {
        this.table = table;
        this.local = hex(address) + ':' + hexDigits(port >>> 8 & 0xff) + hexDigits(port & 0xff);
    }

    /** Words of 32 bits, as a little-endian machine has them. */
    private static String hex(byte[] address) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < address.length; word += 4) {
            for (int i = 3; i >= 0; i--) {
                text.append(hexDigits(address[word + i] & 0xff));
            }
        }
        return text.toString();
    }

    private static String hexDigits(int octet) {
        String digits = "0123456789ABCDEF";
        return "" + digits.charAt(octet >>> 4) + digits.charAt(octet & 0xf);
    }

    /** Datagrams dropped since the socket was opened. */
    public synchronized long total() {
        try {
            for (String line : Files.readAllLines(table, StandardCharsets.US_ASCII)) {
                String[] cells = line.strip().split("\\s+");
                if (cells.length > LOCAL && cells[LOCAL].equals(local)) {
                    int now = Integer.parseUnsignedInt(cells[cells.length - 1]);
                    total += Integer.toUnsignedLong(now - last);
                    last = now;
                    break;
                }
            }
        } catch (IOException | NumberFormatException e) {
            return total; // no such table here, or one of another form
        }
        return total;
    }
}
