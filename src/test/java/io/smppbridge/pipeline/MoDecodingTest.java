package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Piece;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.MessageRecord;
import io.smppbridge.text.Assembled;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.MoPart;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoDecodingTest {
    private final ByteBuffer buffer = ByteBuffer.allocate(Books.LONGEST_RECORD);

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void a_message_made_of_a_delivery_keeps_what_stood_on_it(boolean dataSm, boolean tlvsLeftOut) {
        Delivery delivery = new Delivery(
                -5,
                dataSm,
                new Address("46701234567", 1, 1),
                new Address("Acme", 5, 0),
                0xC4,
                0xF5,
                new byte[] {1, 2, (byte) 0xFF},
                "abc",
                -1,
                new byte[] {3, 0, 1},
                65_535,
                255,
                254,
                new byte[] {0x14, 0, 0, 1, 7},
                tlvsLeftOut,
                "WAP",
                0xFF,
                3,
                0);
        InboundRecord record = new InboundRecord(1, 2, "telia", delivery);
        MessageRecord message = MoDecoding.single(record, Optional.empty());
        message.encode(buffer);
        MessageRecord read = MessageRecord.decode(buffer.flip());
        assertThat(read).usingRecursiveComparison().isEqualTo(message);
        assertThat(read.pieces().get(0).marks()).isEqualTo(new Piece.Marks("WAP", 0xC4, 0xFF, 3));
        assertThat(read.message().flaws().contains("tlvs-left-out")).isEqualTo(tlvsLeftOut);
    }

    @ParameterizedTest
    @CsvSource({"32, false, false", "33, false, true", "2, true, true"})
    @Tag("C08")
    void a_message_says_when_tlvs_of_its_parts_are_missing(int count, boolean tlvsLeftOut, boolean said) {
        List<MoPart> parts = IntStream.rangeClosed(1, count)
                .mapToObj(i -> new MoPart(
                        i,
                        "telia",
                        Address.of("+46701234567"),
                        Address.of("72404"),
                        Decoder.open(new Incoming(0, false, new byte[] {'a'}, 7, count, i)),
                        Instant.EPOCH,
                        new byte[2_048],
                        tlvsLeftOut && i == 1,
                        MoPart.Marks.NONE))
                .toList();
        long[] ids = parts.stream().mapToLong(MoPart::id).toArray();
        Assembled whole = new Assembled(Assembled.Why.COMPLETE, parts.get(0), parts.get(count - 1), parts, count, ids);
        assertThat(MoDecoding.of(99, whole, Optional.empty()).message().flaws())
                .isEqualTo(said ? List.of("tlvs-left-out") : List.of());
    }
}
