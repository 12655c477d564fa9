package io.smppbridge.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AcceptKindTest {
    private static final StreamPlace NO_PLACE = StreamPlace.NONE;
    private static final long DUE = 50;

    private static OutboundSms sms() {
        return OutboundSms.to("+46701234567").from("Acme").text("Hello").build();
    }

    private static ByteBuffer record(
            long id,
            long dueAtMs,
            int parts,
            Encoding encoding,
            String smsc,
            String endpoint,
            RefKey ref,
            StreamPlace place,
            OutboundSms sms) {
        ByteBuffer out = ByteBuffer.allocate(256 * 1024);
        out.position(16); // it need not stand at the beginning
        new AcceptRecord(
                        id,
                        1_000,
                        2_000 + id,
                        dueAtMs,
                        0,
                        parts,
                        encoding,
                        smsc,
                        endpoint,
                        "shop",
                        ref,
                        place,
                        sms,
                        new Trail("sweden", List.of()),
                        Optional.empty())
                .encode(out);
        return out.limit(out.position()).position(16).asReadOnlyBuffer();
    }

    private static ByteBuffer plain(long id, String smsc, String endpoint, OutboundSms sms) {
        return record(id, 0, 1, Encoding.GSM7, smsc, endpoint, RefKey.NONE, NO_PLACE, sms);
    }

    private static AcceptKind kindOf(ByteBuffer in) {
        int start = in.position();
        AcceptRecord.Head head = AcceptRecord.head(in);
        assertThat(AcceptKind.isSimple(head)).isTrue();
        AcceptKind kind = AcceptKind.of(in, start, head, 3, 4);
        in.position(start);
        assertThat(kind.has(in)).isTrue();
        return kind;
    }

    private static boolean isSimple(ByteBuffer in) {
        return AcceptKind.isSimple(AcceptRecord.head(in));
    }

    @Test
    void records_that_differ_in_id_times_and_content_alone_are_of_one_kind() {
        AcceptKind kind = kindOf(plain(1, "telia", "webhook:shop", sms()));
        OutboundSms other =
                OutboundSms.to("+4712345678").from("Other").text("Another text").build();
        assertThat(kind.has(plain(2, "telia", "webhook:shop", other))).isTrue();
        assertThat(kind.lane()).isEqualTo(3);
        assertThat(kind.endpoint()).isEqualTo(4);
        assertThat(kind.wish()).isEqualTo(sms().wish());
    }

    @Test
    void whatever_else_differs_makes_another_kind() {
        AcceptKind kind = kindOf(plain(1, "telia", "webhook:shop", sms()));
        assertThat(kind.has(plain(2, "telib", "webhook:shop", sms()))).isFalse();
        assertThat(kind.has(plain(2, "telia", "webhook:shoq", sms()))).isFalse();
        assertThat(kind.has(plain(2, "telia", "", sms()))).isFalse();
        OutboundSms.Builder urgent = OutboundSms.to("+46701234567").from("Acme").text("Hello");
        assertThat(kind.has(plain(
                        2,
                        "telia",
                        "webhook:shop",
                        urgent.priority(Priority.HIGH).build())))
                .isFalse();
        OutboundSms.Builder wishing =
                OutboundSms.to("+46701234567").from("Acme").text("Hello");
        assertThat(kind.has(plain(
                        2,
                        "telia",
                        "webhook:shop",
                        wishing.receipt(ReceiptWish.ALL).build())))
                .isFalse();
        assertThat(kind.has(record(2, 0, 1, Encoding.UCS2, "telia", "webhook:shop", RefKey.NONE, NO_PLACE, sms())))
                .isFalse();
        assertThat(kind.has(record(2, 0, 2, Encoding.GSM7, "telia", "webhook:shop", RefKey.NONE, NO_PLACE, sms())))
                .isFalse();
        assertThat(kind.has(record(2, DUE, 1, Encoding.GSM7, "telia", "webhook:shop", RefKey.NONE, NO_PLACE, sms())))
                .isFalse();
        assertThat(kind.has(
                        record(2, 0, 1, Encoding.GSM7, "telia", "webhook:shop", new RefKey(1, 2, 3), NO_PLACE, sms())))
                .isFalse();
        StreamPlace place = new StreamPlace(new StreamKey(4, 5), 6);
        assertThat(kind.has(record(2, 0, 1, Encoding.GSM7, "telia", "webhook:shop", RefKey.NONE, place, sms())))
                .isFalse();
    }

    @Test
    void only_what_goes_at_once_in_one_part_under_no_name_is_simple() {
        assertThat(isSimple(plain(1, "telia", "", sms()))).isTrue();
        assertThat(isSimple(record(1, DUE, 1, Encoding.GSM7, "telia", "", RefKey.NONE, NO_PLACE, sms())))
                .isFalse();
        assertThat(isSimple(record(1, 0, 2, Encoding.GSM7, "telia", "", RefKey.NONE, NO_PLACE, sms())))
                .isFalse();
        assertThat(isSimple(record(1, 0, 1, Encoding.GSM7, "telia", "", new RefKey(1, 2, 3), NO_PLACE, sms())))
                .isFalse();
        StreamPlace place = new StreamPlace(new StreamKey(4, 5), 6);
        assertThat(isSimple(record(1, 0, 1, Encoding.GSM7, "telia", "", RefKey.NONE, place, sms())))
                .isFalse();
        OutboundSms urgent = OutboundSms.to("+46701234567")
                .from("Acme")
                .text("Hello")
                .priority(Priority.HIGH)
                .build();
        assertThat(isSimple(plain(1, "telia", "", urgent))).isFalse();
    }
}
