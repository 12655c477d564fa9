package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.audit.Fault;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.ReceivedSubmit.Party;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every default alphabet that an SMSC may have, in octets on the wire, there and back. */
@Tag("crowd")
class AlphabetsIT {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final List<Case> CASES = List.of(
            new Case("gsm", "a@_é£€Ω", "610011" + "05" + "01" + "1b65" + "15"),
            new Case("gsm-packed", "hellohello", "e8329bfd4697d9ec37"),
            new Case("latin1", "a@_é£Ñ", "61405fe9a3d1"),
            new Case("ia5", "a@_~[", "61405f7e5b"),
            new Case("windows-1252", "a€é", "6180e9"),
            new Case("iso-8859-15", "a€é", "61a4e9"));

    @TempDir
    Path directory;

    private record Case(String alphabet, String text, String octets) {}

    @Test
    @Tag("C45")
    @Tag("C52")
    @Tag("C93")
    void a_text_has_the_octets_of_its_smscs_alphabet_and_comes_back_from_them() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, CASES.size());
        for (int i = 0; i < CASES.size(); i++) {
            plan.of(i, "alphabet", CASES.get(i).alphabet());
        }
        try (CarrierBed bed = plan.start().bound()) {
            bed.audit.expects(Fault.WRONG_BYTES, "the simulator reads GSM only");
            for (int i = 0; i < CASES.size(); i++) {
                Case one = CASES.get(i);
                int smsc = i;
                OutboundSms sms = OutboundSms.to(CarrierBed.prefix(i) + "000001")
                        .from("Acme")
                        .text(one.text())
                        .build();
                assertThat(bed.middleWare().send(sms).get(10, TimeUnit.SECONDS)).isInstanceOf(Acceptance.class);
                await().atMost(SOON).until(() -> bed.port(smsc).submits().size() == 1);
                ReceivedSubmit submit = bed.port(i).submits().get(0);
                assertThat(submit.dataCoding()).as(one.alphabet()).isZero();
                assertThat(HexFormat.of().formatHex(submit.shortMessage()))
                        .as(one.alphabet())
                        .isEqualTo(one.octets());
                bed.port(i)
                        .sendDeliver(
                                new Party(1, 1, "4670000000" + i),
                                new Party(0, 1, "72404"),
                                0,
                                0,
                                submit.shortMessage());
                await().atMost(SOON).until(() -> bed.inbound.size() == smsc + 1);
                assertThat(bed.inbound.get(i).text()).as(one.alphabet()).isEqualTo(one.text());
            }
        }
    }
}
