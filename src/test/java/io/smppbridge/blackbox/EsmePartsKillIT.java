package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.settings.QuickPassword;
import io.smppbridge.simulator.MoParts;
import io.smppbridge.simulator.MoParts.Part;
import io.smppbridge.simulator.MoParts.Place;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jsmpp.bean.Alphabet;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.GeneralDataCoding;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.SMPPSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parts that an ESME has cut itself, answered and held for the others, when the process is killed. */
@Tag("long")
@Timeout(200)
class EsmePartsKillIT {
    @TempDir
    Path directory;

    private static void submit(int port, Part... parts) throws Exception {
        SMPPSession esme = new SMPPSession();
        esme.setTransactionTimer(20_000);
        esme.connectAndBind(
                "127.0.0.1",
                port,
                new BindParameter(
                        BindType.BIND_TX,
                        "shop",
                        "secret",
                        "",
                        TypeOfNumber.UNKNOWN,
                        NumberingPlanIndicator.UNKNOWN,
                        null,
                        InterfaceVersion.IF_34),
                20_000);
        for (Part part : parts) {
            assertThat(esme.submitShortMessage(
                                    "",
                                    TypeOfNumber.ALPHANUMERIC,
                                    NumberingPlanIndicator.UNKNOWN,
                                    "Acme",
                                    TypeOfNumber.INTERNATIONAL,
                                    NumberingPlanIndicator.ISDN,
                                    "46701234567",
                                    new ESMClass(part.esmClass()),
                                    (byte) 0,
                                    (byte) 0,
                                    null,
                                    null,
                                    new RegisteredDelivery(0),
                                    (byte) 0,
                                    new GeneralDataCoding(Alphabet.ALPHA_DEFAULT),
                                    (byte) 0,
                                    part.octets())
                            .getMessageId())
                    .hasSize(13);
        }
        esme.unbindAndClose();
    }

    @Test
    @Tag("C59")
    @Tag("C83")
    void parts_that_were_answered_and_held_for_others_leave_as_they_are_after_a_kill() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))
                .with("esme.e.port", Integer.toString(port))
                .with("account.shop.esme.system-id", "shop")
                .with("account.shop.esme.parts", "reassemble")
                .with("account.shop.esme.parts-within", "20s")
                .with("account.shop.esme.password-hash", QuickPassword.hash("secret"))) {
            SimulatedPort smsc = bed.sim.first();
            List<Part> held = MoParts.of(Place.UDH_8, "Acme", 7, "one ", "two ", "three");
            List<Part> later = MoParts.of(Place.UDH_8, "Acme", 8, "un ", "deux");
            Child child = bed.start();
            submit(port, held.get(2), held.get(0));
            assertThat(smsc.report().submits().total()).as("they are held").isZero();
            child.kill();
            bed.start();
            submit(port, later.get(1), later.get(0)); // put together, whatever still waits
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> smsc.report().submits().accepted() == 3);
            assertThat(smsc.submits())
                    .extracting(ReceivedSubmit::shortMessage)
                    .containsExactlyInAnyOrder(
                            held.get(0).octets(), held.get(2).octets(), "un deux".getBytes(StandardCharsets.US_ASCII));
        }
    }
}
