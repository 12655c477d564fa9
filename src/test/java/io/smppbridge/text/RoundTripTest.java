package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Tried;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Whatever is cut comes together again, character by character. */
@Tag("E-11")
@Tag("C47")
@Tag("C49")
class RoundTripTest {
    private static final long SEED = 20261120;
    private static final int TEXTS = 100_000;
    private static final String GSM = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€€€€€\f";
    private static final String LATIN = "abc@{}[]çáíóúâêô«»¼Þð ";

    private static final List<TextCoding> ALPHABETS = List.of(
            TextCoding.GSM,
            TextCoding.GSM,
            TextCoding.LATIN1,
            TextCoding.GSM_PACKED,
            TextCoding.IA5,
            TextCoding.of(Charset.forName("windows-1252")));

    private final Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final Reassembler reassembler = new Reassembler(Duration.ofHours(1), 1_000, () -> now);
    private final Random random = new Random(SEED);

    @Test
    void a_hundred_thousand_random_texts_come_back_identical(TestReporter reporter) {
        Map<Encoding, Integer> seen = new EnumMap<>(Encoding.class);
        for (int i = 0; i < TEXTS; i++) {
            String text = text(i % 3);
            TextCoding alphabet = ALPHABETS.get(random.nextInt(ALPHABETS.size()));
            if (alphabet == TextCoding.GSM_PACKED) {
                // At the end of packed septets, these two cannot be told from what fills up the last octet.
                text = text.replace('@', 'a').replace('\r', 'b');
            }
            LongMessage method = LongMessage.values()[random.nextInt(4)];
            TextProfile profile = new TextProfile(method, 255, alphabet, 254);
            Encoded encoded = (Encoded) Segmenter.encode(OutboundSms.of("46701234567", text), profile, i);
            Decoded read = back(i, encoded, profile);
            assertThat(read.text()).as("seed %d, text %d", SEED, i).isEqualTo(text);
            assertThat(read.flaws()).isEmpty();
            seen.merge(encoded.encoding(), 1, Integer::sum);
        }
        assertThat(seen).containsOnlyKeys(Encoding.GSM7, Encoding.LATIN1, Encoding.UCS2);
        int same = seen.values().stream().mapToInt(Integer::intValue).sum();
        Tried.times(TEXTS)
                .lost(TEXTS - same)
                .note("texts cut and joined: " + seen)
                .tell(reporter);
    }

    @Test
    void random_octets_come_back_identical() {
        for (int i = 0; i < 10_000; i++) {
            byte[] octets = new byte[1 + random.nextInt(1_000)];
            random.nextBytes(octets);
            TextProfile profile = new TextProfile(LongMessage.values()[random.nextInt(4)], 255, TextCoding.GSM, 254);
            OutboundSms sms = OutboundSms.to("46701234567").binary(octets).build();
            Decoded read = back(i, (Encoded) Segmenter.encode(sms, profile, i), profile);
            assertThat(read.octets()).as("seed %d, octets %d", SEED, i).isEqualTo(octets);
            assertThat(read.encoding()).isEqualTo(Encoding.BINARY);
        }
    }

    private Decoded back(int round, Encoded encoded, TextProfile profile) {
        List<Part> parts = new ArrayList<>(encoded.parts());
        Collections.shuffle(parts, random);
        Assembled whole = null;
        for (Part part : parts) {
            Incoming incoming = new Incoming(
                    encoded.dataCoding(),
                    part.udhi(),
                    part.octets(),
                    part.sarReference(),
                    part.sarTotal(),
                    part.sarSequence());
            // A sender for each message: 8-bit references come again soon.
            Address from = new Address("4670" + round, 1, 1);
            MoPart mo = new MoPart(round, "telia", from, Address.NONE, Decoder.open(incoming), now);
            List<Assembled> ended = reassembler.add(mo);
            whole = ended.isEmpty() ? whole : ended.get(0);
        }
        assertThat(whole).as("seed %d, round %d", SEED, round).isNotNull();
        assertThat(whole.complete()).isTrue();
        return whole.decode(profile);
    }

    private String text(int kind) {
        int length = random.nextInt(random.nextInt(10) == 0 ? 900 : 200);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            switch (kind) {
                case 0 -> text.append(GSM.charAt(random.nextInt(GSM.length())));
                case 1 -> text.append(LATIN.charAt(random.nextInt(LATIN.length())));
                default -> text.appendCodePoint(codePoint());
            }
        }
        return text.toString();
    }

    private int codePoint() {
        return switch (random.nextInt(4)) {
            case 0 -> 'a' + random.nextInt(26);
            case 1 -> 0x400 + random.nextInt(0x80);
            case 2 -> 0x1F300 + random.nextInt(0x300);
            default -> random.nextInt(Character.MIN_SURROGATE); // a half of a pair is no text
        };
    }
}
