package io.smppbridge.smpp;

import io.smppbridge.Address;
import io.smppbridge.connector.Submission;
import io.smppbridge.threads.ThreadSafe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line in the process's log for each PDU of one SMSC, on the logger {@code io.smppbridge.smpp.pdu.<smsc>} at debug: direction, bind,
 * command, sequence, status, masked addresses, length; never a text or a password. While it is off it costs one check for each PDU. What
 * operators call the PDU log has files of its own: {@link io.smppbridge.pdulog.PduLogs}.
 */
@ThreadSafe
final class PduTrace {
    private final Logger log;

    PduTrace(String smsc) {
        log = LoggerFactory.getLogger("io.smppbridge.smpp.pdu." + smsc);
    }

    void in(String bind, int command, int status, int sequence, int length) {
        if (log.isDebugEnabled()) {
            log.debug(
                    "{} < {} sequence {} status 0x{} length {}",
                    bind,
                    CommandId.nameOf(command),
                    Integer.toUnsignedString(sequence),
                    Integer.toHexString(status),
                    length);
        }
    }

    void out(String bind, int command, int status, int sequence) {
        if (log.isDebugEnabled()) {
            log.debug(
                    "{} > {} sequence {} status 0x{}",
                    bind,
                    CommandId.nameOf(command),
                    Integer.toUnsignedString(sequence),
                    Integer.toHexString(status));
        }
    }

    void submitted(String bind, int sequence, Submission s) {
        if (log.isDebugEnabled()) {
            log.debug(
                    "{} > submit_sm sequence {} from {} to {} data_coding {} octets {}",
                    bind,
                    sequence,
                    s.from,
                    s.to,
                    s.dataCoding,
                    s.octets.length);
        }
    }

    void delivered(String bind, int sequence, Address from, Address to) {
        if (log.isDebugEnabled()) {
            log.debug("{} < delivery sequence {} from {} to {}", bind, Integer.toUnsignedString(sequence), from, to);
        }
    }
}
