package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.JavaCommand;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A second SMS protocol in front of an unchanged bridge: the example is compiled, run, and spoken to by a client of the test's own. */
@Timeout(120)
@Tag("crowd")
@Tag("S2.17")
class UcpExampleIT {
    private static final Path EXAMPLE = Path.of("examples", "UcpGateway.java");

    @TempDir
    Path directory;

    @Test
    void ucp_messages_are_acknowledged_and_reach_the_smsc_and_what_is_wrong_is_refused_by_its_code() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1).node("intake.http.enabled", "false");
        try (SmscSimulator simulator = plan.startSimulator()) {
            Path config = plan.write(
                    simulator.ports().stream().map(SimulatedPort::number).toList());
            Path password = Files.writeString(directory.resolve("password"), "secret\n");
            Process process = new ProcessBuilder(JavaCommand.of(
                            List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"),
                            EXAMPLE.toAbsolutePath().toString(),
                            config.toString(),
                            "0",
                            "shop",
                            password.toString()))
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader said = process.inputReader()) {
                String line = said.readLine();
                assertThat(line).startsWith("UCP on port ");
                speak(Integer.parseInt(line.substring(12)), simulator.first());
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static void speak(int port, SimulatedPort smsc) throws IOException {
        String to = CarrierBed.prefix(0) + "000001";
        try (Client client = new Client(port)) {
            assertThat(client.ask("00", "31", to + "/0539")).isEqualTo("00/R/31/A/0000");
            assertThat(client.ask("01", "51", message(to, "123", "", "3", hex("early"), "")))
                    .startsWith("01/R/51/N/04/");
            assertThat(client.ask("02", "60", login("guess"))).startsWith("02/R/60/N/07/");
            assertThat(client.ask("03", "60", login("secret"))).isEqualTo("03/R/60/A/");

            assertThat(client.ask("04", "51", message(to, "72404", "", "3", hex("Hello UCP"), "")))
                    .matches("04/R/51/A//" + to + ":[0-9A-Za-z]+");
            // "Acme" of seven bits behind seven half octets, as OTOA 5039 has it
            assertThat(client.ask("05", "51", message(to, "07C171BB0C", "5039", "2", "12345", "")))
                    .startsWith("05/R/51/A//");
            String text = HexFormat.of().withUpperCase().formatHex("Привет".getBytes(StandardCharsets.UTF_16BE));
            assertThat(client.ask("06", "51", message(to, "72404", "", "4", text, "020108")))
                    .startsWith("06/R/51/A//");

            assertThat(client.ask("07", "51", message("999", "72404", "", "3", hex("nowhere"), "")))
                    .startsWith("07/R/51/N/04/");
            assertThat(client.ask("08", "51", message(to, "72404", "", "3", "4G", "")))
                    .startsWith("08/R/51/N/02/");
            assertThat(client.ask("09", "56", to)).startsWith("09/R/56/N/03/");
            client.write("\u000210/00050/O/31/0123/0539/00\u0003");
            assertThat(client.read()).startsWith("10/R/31/N/01/");

            // A window of them, in one write, answered in whatever order.
            StringBuilder window = new StringBuilder();
            Set<String> awaited = new TreeSet<>();
            for (int i = 20; i < 70; i++) {
                String reference = Integer.toString(i);
                awaited.add(reference);
                window.append(Client.frame(reference, "51", message(to, "72404", "", "3", hex("number " + i), "")));
            }
            client.write(window.toString());
            Set<String> answered = new TreeSet<>();
            for (int i = 20; i < 70; i++) {
                String answer = client.read();
                assertThat(answer).contains("/R/51/A//");
                answered.add(answer.substring(0, 2));
            }
            assertThat(answered).isEqualTo(awaited);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> smsc.submits().size() == 53);
        assertThat(smsc.submits())
                .extracting(ReceivedSubmit::text)
                .contains("Hello UCP", "12345", "Привет", "number 20", "number 69")
                .doesNotContain("early", "nowhere");
        assertThat(smsc.submits())
                .filteredOn(submit -> submit.text().equals("12345"))
                .allMatch(submit -> submit.source().address().equals("Acme")
                        && submit.source().ton() == 5);
    }

    private static String hex(String text) {
        return HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String login(String password) {
        return "shop/6/5/1/" + hex(password) + "//0100/////";
    }

    /** The 33 fields of operation 51 from AdC on; those that are named, the others empty. */
    private static String message(String to, String from, String fromType, String type, String content, String extra) {
        String[] fields = Collections.nCopies(33, "").toArray(new String[0]);
        fields[0] = to;
        fields[1] = from;
        fields[18] = type;
        fields[19] = type.equals("4") ? Integer.toString(content.length() * 4) : "";
        fields[20] = content;
        fields[28] = fromType;
        fields[30] = extra;
        return String.join("/", fields);
    }

    /** Written for this test from the description of the protocol; shares no code with the example. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;

        private Client(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout(20_000);
            in = socket.getInputStream();
        }

        private static String frame(String reference, String type, String fields) {
            int length = 2 + 1 + 5 + 1 + 1 + 1 + 2 + 1 + fields.length() + 1 + 2;
            String head = String.format("%s/%05d/O/%s/%s/", reference, length, type, fields);
            return '\u0002' + head + sum(head) + '\u0003';
        }

        private static String sum(String head) {
            return String.format("%02X", head.chars().sum() & 0xFF);
        }

        private String ask(String reference, String type, String fields) throws IOException {
            write(frame(reference, type, fields));
            return read();
        }

        private void write(String octets) throws IOException {
            socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** The next answer without its length and checksum, both of which have been checked. */
        private String read() throws IOException {
            assertThat(in.read()).isEqualTo(2);
            StringBuilder frame = new StringBuilder();
            for (int octet = in.read(); octet != 3; octet = in.read()) {
                assertThat(octet).isNotNegative();
                frame.append((char) octet);
            }
            String whole = frame.toString();
            assertThat(whole.substring(3, 8)).isEqualTo(String.format("%05d", whole.length()));
            int end = whole.lastIndexOf('/') + 1;
            assertThat(whole.substring(end)).isEqualTo(sum(whole.substring(0, end)));
            return whole.substring(0, 2) + whole.substring(8, end - 1);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
