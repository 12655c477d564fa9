package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.cloudhopper.smpp.pdu.SubmitSm;
import com.github.mikesafonov.smpp.server.MockSmppServer;
import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.Messages.CarrierPart;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.probe.Probe;
import io.smppbridge.probe.ProbePlan;
import io.smppbridge.probe.ProbeReport;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.JsmppTransport;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jsmpp.bean.DataCodings;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.smpp.smscsim.DeliveryInfoSender;
import org.smpp.smscsim.PDUProcessorGroup;
import org.smpp.smscsim.SMSCListenerImpl;
import org.smpp.smscsim.ShortMessageStore;
import org.smpp.smscsim.SimulatorPDUProcessorFactory;
import org.smpp.smscsim.util.Attribute;
import org.smpp.smscsim.util.Record;
import org.smpp.smscsim.util.Table;

/** A whole bridge towards SMSCs that other hands wrote: OpenSMPP's simulator, cloudhopper, jSMPP's server. */
@Timeout(60)
@Tag("S1.16")
@Tag("crowd")
class OtherSmscsIT {
    private static final int MESSAGES = 200;

    @TempDir
    Path directory;

    private final List<Receipt> receipts = Collections.synchronizedList(new ArrayList<>());
    private final List<InboundSms> inbound = Collections.synchronizedList(new ArrayList<>());

    private Bridge bridge(int port) throws IOException {
        Bridge bridge = Bridge.start(CarrierBed.with(directory, 1)
                .each("window", "10")
                .each("operations", "query, cancel, replace")
                .each("submit-multi", "50")
                .write(List.of(port)));
        bridge.middleWare().listen(CarrierBed.listener(receipts, inbound));
        return bridge;
    }

    private static void send(Bridge bridge, int messages, ReceiptWish wish) throws Exception {
        List<OutboundSms> list = new ArrayList<>();
        for (int number = 0; number < messages; number++) {
            list.add(OutboundSms.to(CarrierBed.prefix(0) + String.format("%06d", number))
                    .from("Acme")
                    .text("message " + number)
                    .receipt(wish)
                    .build());
        }
        assertThat(bridge.middleWare().send(list).get(20, TimeUnit.SECONDS))
                .allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
    }

    private void awaitAllDelivered(int messages) {
        await().atMost(Duration.ofSeconds(40)).until(() -> receipts.size() >= messages);
        assertThat(receipts)
                .extracting(Receipt::message)
                .doesNotHaveDuplicates()
                .hasSize(messages);
        assertThat(receipts).extracting(Receipt::state).containsOnly(MessageState.DELIVERED);
    }

    /** Four messages; OpenSMPP's receipts come too late for it. */
    private static ProbeReport probe(Path file) {
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        SmscConfig account = ((LoadOutcome.Loaded) outcome).config().smscs().get("s0");
        ProbePlan plan = new ProbePlan(
                Address.of("46700000001"),
                Address.NONE,
                4,
                Duration.ofSeconds(20),
                Duration.ofMillis(100),
                Duration.ZERO,
                100,
                1);
        return Probe.run(
                account,
                plan,
                new JsmppTransport(account, Ticker.SYSTEM),
                new ProbePlan.Clocks(Ticker.SYSTEM, InstantSource.system()),
                line -> {});
    }

    /** It is probed first. Its receipts name the recipient as both addresses; they are matched by their id all the same. */
    @Test
    void opensmpp_takes_messages_and_its_receipts_come_back() throws Exception {
        int port = freePort();
        Table users = new Table();
        Record user = new Record();
        user.add(new Attribute("name", "smppclient1"));
        user.add(new Attribute("password", "password"));
        users.add(user);
        DeliveryInfoSender sender = new DeliveryInfoSender();
        PDUProcessorGroup sessions = new PDUProcessorGroup();
        SimulatorPDUProcessorFactory factory =
                new SimulatorPDUProcessorFactory(sessions, new ShortMessageStore(), sender, users);
        factory.setDisplayInfo(false);
        SMSCListenerImpl listener = new SMSCListenerImpl(port, true);
        listener.setPDUProcessorFactory(factory);
        listener.setAcceptTimeout(100);
        sender.start();
        listener.start();
        Path file = CarrierBed.with(directory, 1).write(List.of(port));
        ProbeReport probed = probe(file);
        assertThat(probed.failure()).isEmpty();
        assertThat(probed.properties("p")).contains("without sc_interface_version", "data_coding 8 (UCS-2): taken");
        Files.createDirectories(directory.resolve("conf.d"));
        Files.writeString(directory.resolve("conf.d/probed.properties"), probed.properties("probed"));
        Files.writeString(file, "\nsmsc.s0.profile = probed\n", StandardOpenOption.APPEND);
        try (Bridge bridge = Bridge.start(file)) {
            bridge.middleWare().listen(CarrierBed.listener(receipts, inbound));
            send(bridge, 12, ReceiptWish.FINAL); // It takes about three a second.
            awaitAllDelivered(12);
        } finally {
            sender.stop();
            listener.stop();
        }
    }

    /** It answers and keeps what it got; it sends neither receipts nor MO. */
    @Test
    void cloudhopper_takes_messages_as_they_were_meant() throws Exception {
        MockSmppServer server = new MockSmppServer(freePort(), "smppclient1", "password");
        server.start();
        try (Bridge bridge = bridge(server.getPort())) {
            send(bridge, MESSAGES, ReceiptWish.NONE);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> server.getSubmitSmMessages().size() >= MESSAGES);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> bridge.stats().smsc("s0").accepted.sum() == MESSAGES);
            List<SubmitSm> submits = server.getSubmitSmMessages();
            assertThat(submits).hasSize(MESSAGES);
            assertThat(submits)
                    .extracting(submit -> new String(submit.getShortMessage(), StandardCharsets.US_ASCII))
                    .doesNotHaveDuplicates()
                    .allMatch(text -> text.startsWith("message "));
            assertThat(submits.get(0).getDestAddress().getAddress()).startsWith(CarrierBed.prefix(0));
            assertThat(submits.get(0).getSourceAddress().getAddress()).isEqualTo("Acme");
        } finally {
            server.stop();
        }
    }

    @Test
    void jsmpps_server_takes_messages_and_gives_receipts_and_mo() throws Exception {
        try (JsmppSmsc smsc = new JsmppSmsc();
                Bridge bridge = bridge(smsc.port())) {
            send(bridge, MESSAGES, ReceiptWish.FINAL);
            await().atMost(Duration.ofSeconds(40))
                    .until(() -> receipts.size() + smsc.failures().size() >= MESSAGES);
            assertThat(smsc.failures()).isEmpty();
            awaitAllDelivered(MESSAGES);
            assertThat(smsc.texts()).doesNotHaveDuplicates().hasSize(MESSAGES);
            smsc.session()
                    .deliverShortMessage(
                            "",
                            TypeOfNumber.INTERNATIONAL,
                            NumberingPlanIndicator.ISDN,
                            "46709999999",
                            TypeOfNumber.NETWORK_SPECIFIC,
                            NumberingPlanIndicator.UNKNOWN,
                            "72404",
                            new ESMClass(),
                            (byte) 0,
                            (byte) 0,
                            new RegisteredDelivery(0),
                            DataCodings.ZERO,
                            "STOP".getBytes(StandardCharsets.US_ASCII));
            await().atMost(Duration.ofSeconds(10)).until(() -> inbound.size() == 1);
            assertThat(inbound.get(0).text()).isEqualTo("STOP");
            assertThat(inbound.get(0).from().number()).isEqualTo("46709999999");
        }
    }

    @Test
    void jsmpps_server_takes_one_text_for_many_in_few_submit_multi() throws Exception {
        try (JsmppSmsc smsc = new JsmppSmsc();
                Bridge bridge = bridge(smsc.port())) {
            List<OutboundSms> list = new ArrayList<>();
            for (int number = 0; number < MESSAGES; number++) {
                list.add(OutboundSms.to(CarrierBed.prefix(0) + String.format("%06d", number))
                        .from("Acme")
                        .text("sale")
                        .receipt(ReceiptWish.FINAL)
                        .build());
            }
            bridge.middleWare().send(list).get(20, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> receipts.size() + smsc.failures().size() >= MESSAGES);
            assertThat(smsc.failures()).isEmpty();
            assertThat(receipts)
                    .extracting(Receipt::message)
                    .doesNotHaveDuplicates()
                    .hasSize(MESSAGES);
            assertThat(receipts)
                    .allMatch(receipt -> receipt.to().number().endsWith("7")
                            ? receipt.state() == MessageState.REJECTED
                            : receipt.state() == MessageState.DELIVERED);
            assertThat(smsc.destinations.stream().mapToInt(n -> n).sum()
                            + smsc.texts().size())
                    .isEqualTo(MESSAGES);
            assertThat(smsc.destinations.size()).isBetween(4, MESSAGES / 2);
        }
    }

    /** What it keeps is what we meant: the same id, found, replaced and deleted. */
    @Test
    @Tag("C82")
    void jsmpps_server_is_asked_and_told_about_what_it_has_taken() throws Exception {
        try (JsmppSmsc smsc = new JsmppSmsc();
                Bridge bridge = bridge(smsc.port())) {
            smsc.sendsReceipts = false;
            TaskId id = sent(bridge);
            CarrierPart part = asked(bridge, id);
            assertThat(part.fault()).isEmpty();
            assertThat(part.state()).isEqualTo("enroute");
            assertThat(bridge.messages().change(id, OTHER_WORDS).get(10, TimeUnit.SECONDS))
                    .isInstanceOf(Messages.Changed.Done.class);
            assertThat(smsc.texts()).containsExactly("message 0", "other words");
            assertThat(bridge.messages().cancel(id).get(10, TimeUnit.SECONDS)).isEqualTo(Messages.Withdrawal.CANCELLED);
            assertThat(smsc.kept).containsOnly(Map.entry(part.messageId(), "DELETED"));

            TaskId lost = sent(bridge);
            smsc.kept.remove(asked(bridge, lost).messageId());
            assertThat(asked(bridge, lost).fault()).contains("RINVMSGID");
            assertThat(bridge.messages().cancel(lost).get(10, TimeUnit.SECONDS))
                    .isEqualTo(Messages.Withdrawal.TOO_LATE);
        }
    }

    private static final Messages.Change OTHER_WORDS =
            new Messages.Change(Optional.of("other words"), Optional.empty(), Optional.empty());

    private static TaskId sent(Bridge bridge) throws Exception {
        OutboundSms sms = OutboundSms.to(CarrierBed.prefix(0) + "000001")
                .from("Acme")
                .text("message 0")
                .receipt(ReceiptWish.FINAL)
                .build();
        TaskId id = ((SendOutcome.Acceptance) bridge.middleWare().send(sms).get(10, TimeUnit.SECONDS)).id();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> bridge.messages()
                                .find(id)
                                .get(10, TimeUnit.SECONDS)
                                .orElseThrow()
                                .state()
                        == MessageState.SENT);
        return id;
    }

    private static CarrierPart asked(Bridge bridge, TaskId id) throws Exception {
        return bridge.messages()
                .query(id)
                .get(10, TimeUnit.SECONDS)
                .orElseThrow()
                .parts()
                .get(0);
    }

    static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }
}
