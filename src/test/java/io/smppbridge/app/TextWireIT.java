package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.cloudhopper.commons.charset.CharsetUtil;
import com.cloudhopper.smpp.pdu.SubmitSm;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.app.ReadByOthers.Alphabet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Texts through a whole bridge to an SMSC that others wrote, put together again by others' code ({@link ReadByOthers}): every method for
 * long messages, septets packed and not, both transports. The seed of the random texts is printed; {@code -Dtext.seed} sets it.
 */
@Timeout(300)
@Tag("crowd")
class TextWireIT {
    private static final long SEED = Long.getLong("text.seed", 20261122);
    private static final int TEXTS = Integer.getInteger("text.count", 30);

    /** The methods, and how many septets, and units of UCS-2, a part of several holds; a payload is not cut. */
    private enum Method {
        UDH8("udh8", 153, 67),
        UDH16("udh16", 152, 66),
        SAR("sar", 152, 66),
        PAYLOAD("payload", Integer.MAX_VALUE, Integer.MAX_VALUE);

        final String key;
        final int septets;
        final int units;

        Method(String key, int septets, int units) {
            this.key = key;
            this.septets = septets;
            this.units = units;
        }
    }

    private static final String GSM = "£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€€€€€";
    /** Each is one character to whoever reads it. */
    private static final List<String> CLUSTERS = List.of(
            "я",
            "Ж",
            " ",
            "漢",
            "😀",
            "𝄞",
            "𠀋",
            "e\u0301",
            "\uD83D\uDC4D\uD83C\uDFFD",
            "🇸🇪",
            "🇯🇵",
            "👨\u200D👩\u200D👧",
            "👩\u200D🚀");

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);

    /** A bridge, the SMSCs that it sends to, and what was handed over. */
    private static final class Sending implements AutoCloseable {
        final Bridge bridge;
        final List<CloudhopperSmsc> smscs;
        final Map<String, String> texts = new LinkedHashMap<>();
        private final List<OutboundSms> list = new ArrayList<>();
        private List<SendOutcome> outcomes = List.of();

        Sending(CarrierBed.Plan plan, List<Integer> ports, List<CloudhopperSmsc> smscs) throws IOException {
            this.smscs = smscs;
            this.bridge = Bridge.start(plan.write(ports));
        }

        void text(int smsc, String text) {
            String to = CarrierBed.prefix(smsc) + String.format("%06d", list.size());
            texts.put(to, text);
            list.add(OutboundSms.to(to).from("Acme").text(text).build());
        }

        /** All of them, and waits until the SMSCs have every part. */
        List<SendOutcome> handOver() throws Exception {
            outcomes = bridge.middleWare().send(list).get(30, TimeUnit.SECONDS);
            int parts = outcomes.stream()
                    .mapToInt(outcome -> outcome instanceof Acceptance taken ? taken.parts() : 0)
                    .sum();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> smscs.stream().mapToInt(CloudhopperSmsc::count).sum() >= parts);
            assertThat(smscs.stream().mapToInt(CloudhopperSmsc::count).sum()).isEqualTo(parts);
            return outcomes;
        }

        List<SubmitSm> arrived(String to) {
            return smscs.stream().flatMap(smsc -> smsc.to(to).stream()).toList();
        }

        Acceptance outcome(int message) {
            return (Acceptance) outcomes.get(message);
        }

        @Override
        public void close() throws IOException {
            bridge.close();
            for (CloudhopperSmsc smsc : smscs) {
                smsc.close();
            }
        }
    }

    private static int smsc(String to) {
        return Integer.parseInt(to, 5, 8, 10);
    }

    /** Two SMSCs for each method, of which the second has other terms. */
    private Sending sending(String name, String key, String second) throws Exception {
        int count = 2 * Method.values().length;
        CarrierBed.Plan plan = CarrierBed.with(java.nio.file.Files.createDirectory(directory.resolve(name)), count)
                .each("window", "100")
                .each("max-parts", "255");
        for (int smsc = 0; smsc < count; smsc++) {
            plan.of(smsc, "long-message", Method.values()[smsc / 2].key)
                    .of(smsc, "transport", smsc % 4 < 2 ? "netty" : "jsmpp");
            if (smsc % 2 == 1) {
                plan.of(smsc, key, second);
            }
        }
        CloudhopperSmsc smsc = new CloudhopperSmsc(0x34);
        System.out.println(name + ": seed " + SEED);
        return new Sending(plan, Collections.nCopies(count, smsc.port()), List.of(smsc));
    }

    private static Method method(String to) {
        return Method.values()[smsc(to) / 2];
    }

    private static int septets(String text) {
        return CharsetUtil.encode(text, CharsetUtil.CHARSET_GSM).length;
    }

    private String gsmText(int length) {
        int euros = random.nextInt(4);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(random.nextInt(4) < euros ? '€' : GSM.charAt(random.nextInt(GSM.length())));
        }
        return text.toString();
    }

    /** Any length, half of them near the ends of parts. */
    private int length(int single, int part) {
        return switch (random.nextInt(4)) {
            case 0 -> single - 2 + random.nextInt(4);
            case 1 -> (1 + random.nextInt(4)) * part - 3 + random.nextInt(6);
            default -> 1 + random.nextInt(4 * single);
        };
    }

    @Test
    @Tag("C46")
    @Tag("C47")
    @Tag("C48")
    @Tag("C57")
    void texts_of_gsm_and_its_extension_are_read_as_they_were_written_packed_and_unpacked_by_every_method()
            throws Exception {
        try (Sending sending = sending("gsm", "alphabet", "gsm-packed")) {
            for (int smsc = 0; smsc < 8; smsc++) {
                for (int i = 0; i < TEXTS; i++) {
                    sending.text(smsc, gsmText(length(160, 153)));
                }
                sending.text(smsc, "x".repeat(160));
                sending.text(smsc, "x".repeat(158) + "€");
                sending.text(smsc, "x".repeat(159) + "€"); // 161 septets
                for (int before = 147; before <= 163; before++) {
                    sending.text(smsc, "x".repeat(before) + "€".repeat(1 + before % 3) + "x".repeat(160));
                }
            }
            sending.handOver();
            int message = 0;
            for (Map.Entry<String, String> sent : sending.texts.entrySet()) {
                String to = sent.getKey();
                Method method = method(to);
                boolean packed = smsc(to) % 2 == 1;
                List<ReadByOthers> parts =
                        ReadByOthers.all(sending.arrived(to), packed ? Alphabet.PACKED : Alphabet.GSM);
                String as = method + (packed ? " packed" : "") + ", seed " + SEED + ", message " + message;
                assertThat(ReadByOthers.together(parts)).as(as).isEqualTo(sent.getValue());
                assertThat(sending.outcome(message).encoding()).isEqualTo(Encoding.GSM7);
                int septets = septets(sent.getValue());
                if (septets <= 160 || method == Method.PAYLOAD) {
                    assertThat(parts).as(as).hasSize(1);
                } else {
                    assertThat(parts.size()).as(as).isGreaterThan(1);
                    assertFull(parts, method.septets, as);
                }
                for (ReadByOthers part : parts) {
                    // Whether an escape and its character are together: what each part says takes as many septets as it
                    // has.
                    assertThat(part.units()).as(as).isEqualTo(septets(part.text()));
                }
                assertForm(sending.arrived(to), method, parts.size());
                message++;
            }
        }
    }

    /** No part holds more than it may, and none less than it could. */
    private static void assertFull(List<ReadByOthers> parts, int room, String as) {
        for (int i = 0; i < parts.size(); i++) {
            assertThat(parts.get(i).units()).as(as).isLessThanOrEqualTo(room);
            if (i + 1 < parts.size()) {
                String next = parts.get(i + 1).text().substring(0, 1);
                assertThat(parts.get(i).units() + septets(next)).as(as).isGreaterThan(room);
            }
        }
    }

    /** Header, TLVs or payload: the method's, and no other. */
    private static void assertForm(List<SubmitSm> submits, Method method, int parts) {
        for (SubmitSm submit : submits) {
            boolean udhi = (submit.getEsmClass() & 0x40) != 0;
            assertThat(udhi).isEqualTo(parts > 1 && (method == Method.UDH8 || method == Method.UDH16));
            assertThat(submit.hasOptionalParameter((short) 0x020F)).isEqualTo(parts > 1 && method == Method.SAR);
            assertThat(submit.getShortMessageLength()).isLessThanOrEqualTo(254);
        }
    }

    @Test
    @Tag("C48")
    @Tag("C49")
    @Tag("C50")
    void texts_of_ucs2_come_whole_pair_by_pair_and_cluster_by_cluster_where_that_is_asked_for() throws Exception {
        try (Sending sending = sending("ucs2", "whole-graphemes", "true")) {
            Map<String, BitSet> ends = new LinkedHashMap<>();
            for (int smsc = 0; smsc < 8; smsc++) {
                for (int i = 0; i < TEXTS; i++) {
                    clusters(sending, smsc, ends, i % 2 == 0 ? 0 : 64 + random.nextInt(8));
                }
            }
            sending.handOver();
            int message = 0;
            for (Map.Entry<String, String> sent : sending.texts.entrySet()) {
                String to = sent.getKey();
                Method method = method(to);
                String as = method + ", seed " + SEED + ", message " + message;
                List<ReadByOthers> parts = ReadByOthers.all(sending.arrived(to), Alphabet.GSM);
                assertThat(ReadByOthers.together(parts)).as(as).isEqualTo(sent.getValue());
                assertThat(sending.outcome(message).encoding()).isEqualTo(Encoding.UCS2);
                assertThat(sending.arrived(to)).allMatch(submit -> submit.getDataCoding() == 8);
                boolean several = sent.getValue().length() > 70 && method != Method.PAYLOAD;
                assertThat(parts.size() > 1).as(as).isEqualTo(several);
                int at = 0;
                for (ReadByOthers part : parts) {
                    assertThat(part.units()).as(as).isLessThanOrEqualTo(several ? method.units : 70 * 900);
                    assertThat(part.text()).as(as).doesNotStartWith("\uFEFF");
                    int next = at + part.units();
                    if (smsc(to) % 2 == 1) {
                        assertThat(ends.get(to).get(next)).as(as).isTrue();
                        int following = ends.get(to).nextSetBit(next + 1);
                        assertThat(!several || following < 0 || following - at > method.units)
                                .as(as + ": the next cluster would not have fitted")
                                .isTrue();
                    } else if (several && part.place() < parts.size()) {
                        assertThat(part.units()).as(as).isGreaterThanOrEqualTo(method.units - 1);
                    }
                    at = next;
                }
                message++;
            }
        }
    }

    /** So many letters, and then clusters; where each ends is noted. */
    private void clusters(Sending sending, int smsc, Map<String, BitSet> ends, int letters) {
        StringBuilder text = new StringBuilder();
        BitSet end = new BitSet();
        int length = length(70, 67);
        for (int i = 0; i < letters || text.length() < length; i++) {
            text.append(i < letters ? "ю" : CLUSTERS.get(random.nextInt(CLUSTERS.size())));
            end.set(text.length());
        }
        text.append('Ж');
        end.set(text.length());
        ends.put(CarrierBed.prefix(smsc) + String.format("%06d", sending.texts.size()), end);
        sending.text(smsc, text.toString());
    }

    /** A language whose tables are allowed, characters that only they have, and letters of the default alphabet. */
    private record Tongue(int identifier, String own) {}

    private static final List<Tongue> TONGUES = List.of(
            new Tongue(1, "ğşıİĞŞç"),
            new Tongue(2, "áíóúÁÍÓÚç"),
            new Tongue(3, "ãõâêôçÃÕ"),
            new Tongue(6, "अआइईकखगघचजटडतदनपबमयरलवसह"));

    @Test
    @Tag("C48")
    @Tag("C51")
    void texts_by_national_tables_are_read_as_they_were_written_by_those_of_another_implementation() throws Exception {
        try (Sending sending = sending("national", "alphabet", "gsm-packed")) {
            // The tables are brought by a reload, so that one method with both alphabets stands for the others too.
            Path file = directory.resolve("national/bridge.properties");
            java.nio.file.Files.writeString(
                    file,
                    java.nio.file.Files.readString(file)
                            + "smsc-defaults.national-tables = turkish, portuguese, hindi\n"
                            + "smsc.s2.national-tables = spanish\nsmsc.s3.national-tables = spanish\n");
            assertThat(sending.bridge.reload().applied()).isTrue();
            for (int smsc = 0; smsc < 6; smsc++) {
                for (int i = 0; i < TEXTS; i++) {
                    sending.text(smsc, nationalText(TONGUES.get(i % TONGUES.size())));
                }
                // The locking tables lack what stands beside the letter of the language.
                sending.text(smsc, "merhaba \u015F, \u00EC \u00BF merhaba");
                sending.text(smsc, "amanh\u00E3, \u00D8 \u00E5 amanha");
            }
            sending.handOver();
            int message = 0;
            Set<String> tables = new HashSet<>();
            for (Map.Entry<String, String> sent : sending.texts.entrySet()) {
                String to = sent.getKey();
                Method method = method(to);
                String as = method + ", seed " + SEED + ", message " + message;
                List<ReadByOthers> parts =
                        ReadByOthers.all(sending.arrived(to), smsc(to) % 2 == 1 ? Alphabet.PACKED : Alphabet.GSM);
                assertThat(ReadByOthers.together(parts)).as(as).isEqualTo(sent.getValue());
                for (ReadByOthers part : parts) {
                    if (part.shift() + part.lock() > 0) {
                        boolean both = part.shift() > 0 && part.lock() > 0;
                        tables.add(part.shift() + "/" + part.lock());
                        // 140 octets less the header: its length, 3 octets a table, and 5 or 6 of the place.
                        int header = (both ? 7 : 4) + (parts.size() == 1 ? 0 : method == Method.UDH8 ? 5 : 6);
                        assertThat(part.units()).as(as).isLessThanOrEqualTo((140 - header) * 8 / 7);
                    }
                }
                message++;
            }
            assertThat(tables)
                    .contains("1/0", "2/0", "3/0")
                    .anyMatch(used -> used.endsWith("/1") || used.endsWith("/6"));
        }
    }

    private String nationalText(Tongue tongue) {
        int share = 2 + random.nextInt(10);
        boolean asia = tongue.identifier == 6;
        int length = 1 + random.nextInt(500);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            boolean own = asia ? random.nextInt(8) > 0 : random.nextInt(share) == 0;
            text.append(
                    own
                            ? tongue.own.charAt(random.nextInt(tongue.own.length()))
                            : asia ? ' ' : (char) ('a' + random.nextInt(26)));
        }
        return text.append(tongue.own.charAt(0)).toString();
    }

    @Test
    @Tag("C54")
    void a_text_of_too_many_parts_is_refused_with_their_number_and_nothing_of_it_is_on_the_wire() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 4).each("max-parts", "4");
        for (int smsc = 0; smsc < 4; smsc++) {
            plan.of(smsc, "long-message", Method.values()[smsc].key);
        }
        CloudhopperSmsc smsc = new CloudhopperSmsc(0x34);
        try (Sending sending = new Sending(plan, Collections.nCopies(4, smsc.port()), List.of(smsc))) {
            for (int i = 0; i < 4; i++) {
                int room = i == 0 || i == 3 ? 153 : 152;
                sending.text(i, "x".repeat(4 * room + 1));
                sending.text(i, "я".repeat(4 * (room - 85) + (i == 1 || i == 2 ? -4 : 0) + 1));
                sending.text(i, "x".repeat(4 * room));
            }
            List<SendOutcome> outcomes = sending.handOver();
            int message = 0;
            for (Map.Entry<String, String> sent : sending.texts.entrySet()) {
                if (message % 3 == 2) {
                    assertThat(ReadByOthers.together(ReadByOthers.all(sending.arrived(sent.getKey()), Alphabet.GSM)))
                            .isEqualTo(sent.getValue());
                } else {
                    assertThat(outcomes.get(message)).isInstanceOf(SendOutcome.Invalid.class);
                    assertThat(((SendOutcome.Invalid) outcomes.get(message)).reason())
                            .contains("text", "5", "4");
                    assertThat(sending.arrived(sent.getKey())).isEmpty();
                }
                message++;
            }
        }
    }

    /** Where data_coding 0 is UTF-8, what the air carries in 160 septets may take 255 octets. */
    @Test
    @Tag("C58")
    void a_short_message_has_255_octets_to_an_smsc_of_5_and_at_most_254_to_one_of_3_4() throws Exception {
        CloudhopperSmsc of34 = new CloudhopperSmsc(0x34);
        CloudhopperSmsc of50 = new CloudhopperSmsc(0x50);
        // s0: both 3.4. s1: both 5.0. s2: the bridge announces 5.0, the SMSC 3.4.
        CarrierBed.Plan plan = CarrierBed.with(directory, 3)
                .each("alphabet", "UTF-8")
                .of(1, "version", "5.0")
                .of(2, "version", "5.0")
                .of(2, "transport", "jsmpp");
        List<Integer> ports = List.of(of34.port(), of50.port(), of34.port());
        try (Sending sending = new Sending(plan, ports, List.of(of34, of50))) {
            String text = "Ω".repeat(95) + "a".repeat(65);
            assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize(255);
            assertThat(septets(text)).isEqualTo(160);
            for (int smsc = 0; smsc < 3; smsc++) {
                sending.text(smsc, text);
            }
            sending.handOver();
            List<String> numbers = List.copyOf(sending.texts.keySet());
            List<SubmitSm> wide = sending.arrived(numbers.get(0));
            assertThat(wide).hasSize(3).allMatch(it -> it.getDataCoding() == 8 && it.getShortMessageLength() <= 254);
            assertThat(ReadByOthers.together(ReadByOthers.all(wide, Alphabet.UTF_8)))
                    .isEqualTo(text);

            SubmitSm full = sending.arrived(numbers.get(1)).get(0);
            assertThat(full.getShortMessageLength()).isEqualTo(255);
            SubmitSm payload = sending.arrived(numbers.get(2)).get(0);
            assertThat(payload.getShortMessageLength()).isZero();
            for (int smsc = 1; smsc < 3; smsc++) {
                assertThat(ReadByOthers.together(ReadByOthers.all(sending.arrived(numbers.get(smsc)), Alphabet.UTF_8)))
                        .isEqualTo(text);
            }
        }
    }
}
