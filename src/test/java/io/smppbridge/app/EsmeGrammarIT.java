package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.cloudhopper.smpp.util.DeliveryReceipt;
import io.smppbridge.settings.QuickPassword;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.joda.time.DateTimeZone;
import org.jsmpp.bean.AlertNotification;
import org.jsmpp.bean.Alphabet;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.GeneralDataCoding;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.MessageState;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.MessageReceiverListener;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Receipts in the grammar that an account has chosen, as an ESME of jSMPP gets them and the receipt readers of jSMPP and cloudhopper
 * understand them.
 */
@Tag("waits")
@Timeout(120)
class EsmeGrammarIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String DELIVERED = "46700000001";
    private static final String FAILED = "46700000666";
    /** What the simulator says of one that is not delivered. */
    private static final String ERROR = "011";

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    /** By account, its keys after {@code esme.}. */
    private static final Map<String, Map<String, String>> ACCOUNTS = Map.of(
            "usual", Map.of(),
            "twelve", Map.of("receipt", "seconds", "receipt-zone", "Asia/Kolkata"),
            "fourteen", Map.of("receipt-dates", "yyyyMMddHHmmss", "receipt-tlvs", "false"),
            "unix", Map.of("receipt-dates", "seconds"),
            "tlv", Map.of("receipt", "tlv"),
            "decimal", Map.of("message-id", "decimal"),
            "hexdec", Map.of("message-id", "hex", "receipt-id", "decimal"),
            "brief", Map.of("receipt-text", "id:{id} done date:{done} stat:{stat}"),
            "numbers", Map.of("receipt-text", "{state},{id},{err},{sub}", "receipt-err", "digits"),
            "network", Map.of("receipt-err", "network"));

    @BeforeAll
    static void start() throws Exception {
        String hash = QuickPassword.hash("secret");
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("esme.e.port", "0")
                .simulator(config -> config.with("receipt-after", "0").with("receipt-outcome-for", "*666=UNDELIV"));
        ACCOUNTS.forEach((name, keys) -> {
            String account = "account." + name + ".esme.";
            plan.node(account + "system-id", name).node(account + "password-hash", hash);
            keys.forEach((key, value) -> plan.node(account + key, value));
        });
        bed = plan.start().bound();
        bed.audit.alsoCalledFromOutside();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    /** An ESME of one account; what it gets waits in order. */
    private static final class Esme implements AutoCloseable, MessageReceiverListener {
        final SMPPSession session = new SMPPSession();
        private final BlockingQueue<DeliverSm> came = new LinkedBlockingQueue<>();

        Esme(String account) throws Exception {
            session.setTransactionTimer(20_000);
            session.setPduProcessorDegree(1);
            session.setMessageReceiverListener(this);
            session.connectAndBind(
                    "127.0.0.1",
                    bed.bridge.esmePort("e"),
                    new BindParameter(
                            BindType.BIND_TRX,
                            account,
                            "secret",
                            "",
                            TypeOfNumber.UNKNOWN,
                            NumberingPlanIndicator.UNKNOWN,
                            null,
                            InterfaceVersion.IF_34),
                    SOON.toMillis());
        }

        String submit(String to) throws Exception {
            return session.submitShortMessage(
                            "",
                            TypeOfNumber.ALPHANUMERIC,
                            NumberingPlanIndicator.UNKNOWN,
                            "Acme",
                            TypeOfNumber.INTERNATIONAL,
                            NumberingPlanIndicator.ISDN,
                            to,
                            new ESMClass(),
                            (byte) 0,
                            (byte) 0,
                            null,
                            null,
                            new RegisteredDelivery(1),
                            (byte) 0,
                            new GeneralDataCoding(Alphabet.ALPHA_DEFAULT),
                            (byte) 0,
                            "hello".getBytes(StandardCharsets.US_ASCII))
                    .getMessageId();
        }

        DeliverSm receipt() throws Exception {
            DeliverSm receipt = came.poll(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(receipt).as("a receipt").isNotNull();
            assertThat(receipt.isSmscDeliveryReceipt()).isTrue();
            return receipt;
        }

        @Override
        public void onAcceptDeliverSm(DeliverSm deliverSm) {
            came.add(deliverSm);
        }

        @Override
        public void onAcceptAlertNotification(AlertNotification notification) {
            // none is sent
        }

        @Override
        public DataSmResult onAcceptDataSm(DataSm dataSm, Session source) {
            throw new UnsupportedOperationException("none is sent");
        }

        @Override
        public void close() {
            session.unbindAndClose();
        }
    }

    private static String text(DeliverSm receipt) {
        return new String(receipt.getShortMessage(), StandardCharsets.US_ASCII);
    }

    private static String receiptedId(DeliverSm receipt) {
        return ((OptionalParameter.Receipted_message_id)
                        receipt.getOptionalParameter(OptionalParameter.Tag.RECEIPTED_MESSAGE_ID))
                .getValueAsString();
    }

    private static void assertOfNow(org.joda.time.DateTime date) {
        assertThat(Math.abs(date.getMillis() - System.currentTimeMillis()))
                .as("%s", date)
                .isLessThan(Duration.ofMinutes(3).toMillis());
    }

    @Test
    @Tag("C77")
    void dates_of_ten_twelve_and_fourteen_digits_and_of_seconds_are_read_back_as_now() throws Exception {
        for (String account : List.of("usual", "twelve")) {
            try (Esme esme = new Esme(account)) {
                String id = esme.submit(DELIVERED);
                DeliverSm receipt = esme.receipt();
                assertThat(text(receipt)).contains(" submit date:").endsWith(" err:000 text:");
                DateTimeZone zone =
                        account.equals("usual") ? DateTimeZone.UTC : DateTimeZone.forOffsetHoursMinutes(5, 30);
                DeliveryReceipt read = DeliveryReceipt.parseShortMessage(text(receipt), zone);
                assertThat(read.getMessageId()).isEqualTo(id).isEqualTo(receiptedId(receipt));
                assertThat(read.getSubmitCount()).isEqualTo(1);
                assertThat(read.getDeliveredCount()).isEqualTo(1);
                assertThat(read.getState()).isEqualTo((byte) 2);
                assertOfNow(read.getSubmitDate());
                assertOfNow(read.getDoneDate());
                assertThat(receipt.getShortMessageAsDeliveryReceipt().getId()).isEqualTo(id);
            }
        }
        try (Esme esme = new Esme("fourteen")) {
            esme.submit(DELIVERED);
            assertThat(text(esme.receipt())).containsPattern(" submit date:20\\d{12} done date:20\\d{12} stat:");
        }
        try (Esme esme = new Esme("unix")) {
            esme.submit(DELIVERED);
            String done = text(esme.receipt()).replaceFirst(".* done date:(\\d+) .*", "$1");
            assertOfNow(new org.joda.time.DateTime(Long.parseLong(done) * 1000));
        }
    }

    @Test
    @Tag("C77")
    void text_and_tlvs_come_together_or_one_without_the_other() throws Exception {
        try (Esme esme = new Esme("usual")) {
            esme.submit(FAILED);
            DeliverSm both = esme.receipt();
            assertThat(text(both)).contains("stat:UNDELIV err:" + ERROR);
            assertThat(both.getOptionalParameter(OptionalParameter.Message_state.class)
                            .getValue())
                    .isEqualTo((byte) 5);
            assertThat(both.getOptionalParameter(OptionalParameter.Network_error_code.class))
                    .isNotNull();
        }
        try (Esme esme = new Esme("tlv")) {
            String id = esme.submit(FAILED);
            DeliverSm bare = esme.receipt();
            assertThat(bare.getShortMessage()).isEmpty();
            assertThat(receiptedId(bare)).isEqualTo(id);
            assertThat(bare.getOptionalParameter(OptionalParameter.Message_state.class)
                            .getValue())
                    .isEqualTo((byte) 5);
        }
        try (Esme esme = new Esme("fourteen")) {
            String id = esme.submit(FAILED);
            DeliverSm words = esme.receipt();
            assertThat(text(words)).startsWith("id:" + id + " ");
            assertThat(words.getOptionalParameters()).isEmpty();
        }
    }

    @Test
    @Tag("C77")
    void ids_are_decimal_or_hexadecimal_where_that_is_wanted_and_can_be_asked_about_so() throws Exception {
        try (Esme esme = new Esme("decimal")) {
            String id = esme.submit(DELIVERED);
            assertThat(id).matches("\\d{19}");
            DeliverSm receipt = esme.receipt();
            assertThat(receipt.getShortMessageAsDeliveryReceipt().getId()).isEqualTo(id);
            assertThat(receiptedId(receipt)).isEqualTo(id);
            assertAsked(esme, id);
        }
        try (Esme esme = new Esme("hexdec")) { // as SMSCs of one house have it
            String id = esme.submit(DELIVERED);
            assertThat(id).matches("[0-9a-f]{16}");
            DeliverSm receipt = esme.receipt();
            assertThat(receipt.getShortMessageAsDeliveryReceipt().getId())
                    .isEqualTo(Long.toString(Long.parseLong(id, 16)));
            assertThat(receiptedId(receipt)).as("as in the answer").isEqualTo(id);
            assertAsked(esme, id);
        }
    }

    private static void assertAsked(Esme esme, String id) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(esme.session
                                .queryShortMessage(
                                        id, TypeOfNumber.ALPHANUMERIC, NumberingPlanIndicator.UNKNOWN, "Acme")
                                .getMessageState())
                        .isEqualTo(MessageState.DELIVERED));
    }

    @Test
    @Tag("C77")
    void fields_are_left_out_put_in_another_order_and_the_error_is_in_the_form_asked_for() throws Exception {
        try (Esme esme = new Esme("brief")) {
            String id = esme.submit(DELIVERED);
            String text = text(esme.receipt());
            assertThat(text).matches("id:" + id + " done date:\\d{10} stat:DELIVRD");
            DeliveryReceipt read = DeliveryReceipt.parseShortMessage(text, DateTimeZone.UTC, false);
            assertThat(read.getMessageId()).isEqualTo(id);
            assertThat(read.getState()).isEqualTo((byte) 2);
            assertOfNow(read.getDoneDate());
        }
        try (Esme esme = new Esme("numbers")) {
            String id = esme.submit(FAILED);
            assertThat(text(esme.receipt())).isEqualTo("5," + id + "," + ERROR + ",001");
        }
        try (Esme esme = new Esme("network")) {
            esme.submit(FAILED);
            DeliverSm receipt = esme.receipt();
            byte[] code = receipt.getOptionalParameter(OptionalParameter.Network_error_code.class)
                    .getValue();
            int number = (code[1] & 0xFF) << 8 | code[2] & 0xFF;
            assertThat(text(receipt)).contains(String.format(" err:%03d ", number));
        }
    }
}
