package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes receipts in the grammars that carriers use (SMPP 3.4, appendix B). Dates are UTC. */
@OwnedBy("smsc-sim")
final class ReceiptText {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyMMddHHmm").withZone(ZoneOffset.UTC);
    private static final byte[] NONE = {};

    private long minute = -1;
    private String minuteText = "";

    byte[] text(ReceiptForm form, String id, Outcome outcome, Instant submitted, Instant done, String preview) {
        if (form == ReceiptForm.TLV_ONLY) {
            return NONE;
        }
        if (form == ReceiptForm.BARE) {
            return ("id:" + id + " stat:" + outcome).getBytes(StandardCharsets.ISO_8859_1);
        }
        String delivered = outcome.isSuccess() ? "001" : "000";
        String text = "id:" + id + " sub:001 dlvrd:" + delivered + " submit date:" + date(submitted) + " done date:"
                + date(done) + " stat:" + outcome + " err:" + outcome.error
                + (form == ReceiptForm.SMPPSIM ? " Text:" : " text:") + preview;
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    byte[] tlvs(ReceiptForm form, String id, Outcome outcome) {
        if (form == ReceiptForm.TEXT_ONLY || form == ReceiptForm.BARE) {
            return NONE;
        }
        ByteBuf out = Unpooled.buffer(32 + id.length());
        out.writeShort(Smpp.TAG_RECEIPTED_MESSAGE_ID).writeShort(id.length() + 1);
        out.writeCharSequence(id, StandardCharsets.ISO_8859_1);
        out.writeByte(0);
        out.writeShort(Smpp.TAG_MESSAGE_STATE).writeShort(1).writeByte(outcome.state);
        int error = Integer.parseInt(outcome.error);
        if (error != 0) {
            out.writeShort(Smpp.TAG_NETWORK_ERROR_CODE).writeShort(3);
            out.writeByte(3).writeShort(error); // a GSM error
        }
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private String date(Instant instant) {
        long m = Math.floorDiv(instant.getEpochSecond(), 60);
        if (m != minute) {
            minute = m;
            minuteText = DATE.format(instant);
        }
        return minuteText;
    }
}
