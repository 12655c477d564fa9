package io.smppbridge;

import io.smppbridge.tlv.Said;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * What an SMSC's delivery receipt says, in the SMSC's own words. With nothing but TLVs it is what the SMSC's answer to the submission carried.
 *
 * @param stat the {@code stat:} word, or the name of the message_state TLV when the text had none; empty when neither came
 * @param err the {@code err:} field as it came; empty when there was none
 * @param networkError network_error_code: the type in the upper 8 of 24 bits, the code in the lower 16; -1 when there was none
 * @param submitDate when the SMSC took the message, as it says, read by {@code smsc.<name>.time-zone}; {@link Instant#EPOCH} when not given
 * @param doneDate when the state was reached, as the SMSC says; {@link Instant#EPOCH} when not given
 * @param tlvs what its TLVs say: by name where the SMSC knows them, else by tag and in hexadecimal; empty when it has none
 */
public record CarrierReport(
        String stat, String err, int networkError, Instant submitDate, Instant doneDate, Map<String, String> tlvs) {
    /** No receipt, or one that says nothing. */
    public static final CarrierReport NONE = new CarrierReport("", "", -1, Instant.EPOCH, Instant.EPOCH);

    /** Without TLVs. */
    public CarrierReport(String stat, String err, int networkError, Instant submitDate, Instant doneDate) {
        this(stat, err, networkError, submitDate, doneDate, Map.of());
    }

    public CarrierReport {
        Objects.requireNonNull(stat, "stat");
        Objects.requireNonNull(err, "err");
        Objects.requireNonNull(submitDate, "submitDate");
        Objects.requireNonNull(doneDate, "doneDate");
        tlvs = Said.of(tlvs);
    }

    /** The same with what its TLVs say. */
    public CarrierReport withTlvs(Map<String, String> said) {
        return new CarrierReport(stat, err, networkError, submitDate, doneDate, said);
    }

    /** Whether nothing is said at all. */
    public boolean isNone() {
        return !isReceipt() && tlvs.isEmpty();
    }

    /** Whether a receipt says it, not only the TLVs of an answer. */
    public boolean isReceipt() {
        return !stat.isEmpty()
                || !err.isEmpty()
                || networkError != -1
                || !submitDate.equals(Instant.EPOCH)
                || !doneDate.equals(Instant.EPOCH);
    }

    /** The network's type of SMPP 3.4 §5.3.2.31, such as 3 for GSM; -1 when none came. */
    public int networkErrorType() {
        return networkError < 0 ? -1 : networkError >>> 16 & 0xFF;
    }

    /** The network's own code; -1 when none came. */
    public int networkErrorCode() {
        return networkError < 0 ? -1 : networkError & 0xFFFF;
    }

    /** In one line for people: {@code stat:UNDELIV err:027 network:3/17}. */
    public String words() {
        StringBuilder words = new StringBuilder(32);
        words.append("stat:").append(stat.isEmpty() ? "UNSTATED" : stat);
        if (!err.isEmpty()) {
            words.append(" err:").append(err);
        }
        if (networkError >= 0) {
            words.append(" network:").append(networkErrorType()).append('/').append(networkErrorCode());
        }
        return words.toString();
    }
}
