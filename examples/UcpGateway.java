import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.admin.LogSetup;
import io.smppbridge.app.Bridge;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * A second SMS protocol in front of the same bridge: UCP/EMI 4.0 over raw TCP. Operation 60 logs in, 51 hands over a message, 31 is the sign
 * of life; a message is acknowledged when it is safe on disk. Nothing in the bridge knows of it: it ends in MiddleWare.send as HTTP, SMPP
 * and the stream do, so that routes, bags, journal and senders are the same.
 *
 * <pre>
 * ./bridge smsc-sim --port 2775,2776                      (in another terminal)
 * java -cp 'target/smpp-bridge.jar:target/lib/*' examples/UcpGateway.java config/bridge.properties 5000 shop password-file
 * </pre>
 *
 * <p>Three parts that know nothing of each other: {@link Framing} cuts octets into frames, {@link Operation} reads a frame and writes an
 * answer, {@link Link} says who may do what. Left out, to stay short: delivery notifications (53), which a listener given to
 * MiddleWare.listen would write, and subscribers' messages (52).
 */
public class UcpGateway {
    private static final int MOST_CLIENTS = 64;
    private static final int SILENCE_MS = 120_000;

    public static void main(String[] arguments) throws Exception {
        LogSetup.quiet(); // only because this example has no log of its own
        byte[] password = Files.readString(Path.of(arguments[3])).strip().getBytes(StandardCharsets.UTF_8);
        Semaphore places = new Semaphore(MOST_CLIENTS);
        try (Bridge bridge = Bridge.start(Path.of(arguments[0]));
                ServerSocket server =
                        new ServerSocket(Integer.parseInt(arguments[1]), 50, InetAddress.getLoopbackAddress())) {
            System.out.println("UCP on port " + server.getLocalPort());
            while (true) {
                Socket socket = server.accept();
                if (!places.tryAcquire()) {
                    socket.close(); // the next client of a full house
                    continue;
                }
                socket.setSoTimeout(SILENCE_MS);
                Link link = new Link(socket, bridge.middleWare(), arguments[2], password, places);
                new Thread(link, "ucp-" + socket.getPort()).start();
            }
        }
    }

    /** The transport: STX, at most 4,096 octets, ETX. */
    static final class Framing {
        private static final int LONGEST = 4096;

        /** The next frame without its STX and ETX; null at the end. */
        static String next(InputStream in) throws IOException {
            int octet = in.read();
            while (octet >= 0 && octet != 2) {
                octet = in.read(); // line ends between frames, and whatever else
            }
            ByteArrayOutputStream frame = new ByteArrayOutputStream();
            for (octet = in.read(); octet >= 0 && octet != 3; octet = in.read()) {
                if (frame.size() == LONGEST) {
                    throw new IOException("a frame of more than " + LONGEST + " octets");
                }
                frame.write(octet);
            }
            return octet < 0 ? null : frame.toString(StandardCharsets.ISO_8859_1);
        }
    }

    /** The payload: TRN/LEN/O|R/OT/fields/checksum. It would read the same from any other transport. */
    record Operation(String reference, int type, String[] fields) {
        static final int CHECKSUM = 1;
        static final int SYNTAX = 2;
        static final int UNSUPPORTED = 3;
        static final int NOT_ALLOWED = 4;
        static final int AUTHENTICATION = 7;

        static final class Refused extends Exception {
            final int code;

            Refused(int code, String why) {
                super(why);
                this.code = code;
            }
        }

        static Operation read(String frame) throws Refused {
            String[] all = frame.split("/", -1);
            if (all.length < 5 || !all[2].equals("O") || !all[0].matches("\\d\\d") || !all[3].matches("\\d\\d")) {
                throw new Refused(SYNTAX, "Not an operation");
            }
            int end = frame.lastIndexOf('/') + 1;
            if (!all[all.length - 1].equals(sum(frame.substring(0, end)))) {
                throw new Refused(CHECKSUM, "Checksum error");
            }
            if (!all[1].equals(String.format("%05d", frame.length()))) {
                throw new Refused(SYNTAX, "Length is not " + frame.length());
            }
            String[] fields = new String[all.length - 5];
            System.arraycopy(all, 4, fields, 0, fields.length);
            return new Operation(all[0], Integer.parseInt(all[3]), fields);
        }

        /** Operation 51, fields as the interface counts them from AdC on. */
        OutboundSms message() throws Refused {
            if (fields.length != 33) {
                throw new Refused(SYNTAX, fields.length + " fields, expected 33");
            }
            try {
                OutboundSms.Builder sms = OutboundSms.to(fields[0]).from(sender(fields[1], fields[28]));
                byte[] octets = fields[18].equals("2") ? new byte[0] : HexFormat.of().parseHex(fields[20]);
                return switch (fields[18]) {
                    case "2" -> sms.text(fields[20]).build();
                    case "3" -> sms.text(new String(octets, StandardCharsets.US_ASCII)).build();
                    case "4" -> fields[30].contains("020108")
                            ? sms.text(new String(octets, StandardCharsets.UTF_16BE)).build()
                            : sms.binary(octets).build();
                    default -> throw new Refused(SYNTAX, "Message type " + fields[18]);
                };
            } catch (IllegalArgumentException e) {
                throw new Refused(SYNTAX, e.getMessage());
            }
        }

        /** A number, or with OTOA 5039 letters of seven bits behind the number of their half octets. */
        private static String sender(String written, String type) {
            if (!type.equals("5039")) {
                return written;
            }
            byte[] octets = HexFormat.of().parseHex(written);
            StringBuilder letters = new StringBuilder();
            for (int bit = 8; bit + 7 <= 8 + (octets[0] & 0xFF) * 4; bit += 7) {
                int pair = (octets[bit / 8] & 0xFF) | (bit / 8 + 1 < octets.length ? (octets[bit / 8 + 1] & 0xFF) << 8 : 0);
                letters.append((char) (pair >> bit % 8 & 0x7F));
            }
            return letters.toString();
        }

        static String answer(String reference, int type, String result) {
            String body = String.format("/R/%02d/%s/", type, result);
            String head = String.format("%s/%05d%s", reference, reference.length() + 1 + 5 + body.length() + 2, body);
            return head + sum(head);
        }

        private static String sum(String octets) {
            int sum = 0;
            for (char one : octets.toCharArray()) {
                sum += one;
            }
            return String.format("%02X", sum & 0xFF);
        }
    }

    /** One client: who it is, and what it may. Its thread reads; an answer is written by whichever thread has it. */
    private record Link(Socket socket, MiddleWare sms, String user, byte[] password, Semaphore places)
            implements Runnable {
        @Override
        public void run() {
            boolean known = false;
            try (socket) {
                InputStream in = new BufferedInputStream(socket.getInputStream());
                for (String frame = Framing.next(in); frame != null; frame = Framing.next(in)) {
                    try {
                        Operation operation = Operation.read(frame);
                        if (operation.type() == 60) {
                            known = login(operation);
                        } else if (operation.type() == 31) {
                            write(operation, "A/0000");
                        } else if (operation.type() != 51) {
                            throw new Operation.Refused(Operation.UNSUPPORTED, "Operation not supported");
                        } else if (!known) {
                            throw new Operation.Refused(Operation.NOT_ALLOWED, "Log in first");
                        } else {
                            sms.send(operation.message()).thenAccept(outcome -> told(operation, outcome));
                        }
                    } catch (Operation.Refused refused) {
                        write(frame, refused);
                    }
                }
            } catch (IOException e) {
                System.out.println("UCP client " + socket.getPort() + ": " + e.getMessage());
            } finally {
                places.release();
            }
        }

        private boolean login(Operation operation) throws IOException, Operation.Refused {
            String[] fields = operation.fields();
            boolean good = fields.length > 4
                    && fields[0].equals(user)
                    && fields[4].matches("([0-9A-F]{2})+")
                    && MessageDigest.isEqual(HexFormat.of().parseHex(fields[4]), password);
            if (!good) {
                throw new Operation.Refused(Operation.AUTHENTICATION, "Authentication failure");
            }
            write(operation, "A/");
            return true;
        }

        private void told(Operation operation, SendOutcome outcome) {
            try {
                if (outcome instanceof SendOutcome.Acceptance accepted) {
                    write(operation, "A//" + operation.fields()[0] + ":" + accepted.id());
                } else {
                    write(operation, no(Operation.NOT_ALLOWED, ((SendOutcome.Refusal) outcome).reason()));
                }
            } catch (IOException e) {
                System.out.println("UCP client " + socket.getPort() + " has gone before its answer");
            }
        }

        private void write(String frame, Operation.Refused refused) throws IOException {
            String[] all = frame.split("/", -1);
            String reference = all[0].matches("\\d\\d") ? all[0] : "00";
            int type = all.length > 3 && all[3].matches("\\d\\d") ? Integer.parseInt(all[3]) : 0;
            write(Operation.answer(reference, type, no(refused.code, refused.getMessage())));
        }

        private static String no(int code, String why) {
            return String.format(Locale.ROOT, "N/%02d/%s", code, why.replace('/', ' '));
        }

        private void write(Operation operation, String result) throws IOException {
            write(Operation.answer(operation.reference(), operation.type(), result));
        }

        private void write(String frame) throws IOException {
            OutputStream out = socket.getOutputStream();
            synchronized (socket) {
                out.write(('\2' + frame + '\3').getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }
}
