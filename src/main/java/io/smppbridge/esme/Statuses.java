package io.smppbridge.esme;

import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.wire.Status;

/** How the bridge's words are said in SMPP. */
final class Statuses {
    private Statuses() {}

    /**
     * What a refusal is answered with. {@code RMSGQFUL}: nothing is wrong with the message, try again later. The others are for good.
     */
    static int of(SendOutcome.Refusal refusal) {
        if (refusal instanceof SendOutcome.NoCredit || refusal instanceof SendOutcome.NotAccepting) {
            return Status.RMSGQFUL;
        }
        if (refusal instanceof SendOutcome.NoRoute) {
            return Status.RINVDSTADR;
        }
        if (refusal instanceof SendOutcome.Invalid invalid && !invalid.faults().isEmpty()) {
            SendOutcome.Fault fault = invalid.faults().get(0);
            return switch (fault.field()) {
                case "to" -> Status.RINVDSTADR;
                case "from" -> Status.RINVSRCADR;
                case "text", "binary" -> Status.RINVMSGLEN;
                case "validity" -> Status.RINVEXPIRY;
                case "schedule" -> Status.RINVSCHED;
                default -> fault.field().startsWith("tlvs") ? Status.RINVOPTPARAMVAL : Status.RSUBMITFAIL;
            };
        }
        return Status.RSUBMITFAIL;
    }

    /** The message_state of SMPP 3.4 §5.2.28. */
    static int state(MessageState state) {
        return switch (state) {
            case QUEUED, SCHEDULED, SENT, UNANSWERED -> 1;
            case DELIVERED -> 2;
            case EXPIRED -> 3;
            case CANCELLED -> 4;
            case UNDELIVERED -> 5;
            case ACCEPTED -> 6;
            case REJECTED -> 8;
            default -> 7;
        };
    }

    /**
     * That of a receipt: the SMSC's own where it has said one, from 1 to 9, that means the state which the bridge tells of; else what stands
     * for that state. 0 is of SMPP 5.0 only.
     */
    static int state(Receipt receipt) {
        ReceiptState said = ReceiptState.of(receipt.report().stat());
        return said.code() > 0 && said.messageState() == receipt.state() ? said.code() : state(receipt.state());
    }

    /** The word for it: of appendix B, or SKIPPED. */
    static String word(Receipt receipt) {
        return switch (state(receipt)) {
            case 1 -> "ENROUTE";
            case 2 -> "DELIVRD";
            case 3 -> "EXPIRED";
            case 4 -> "DELETED";
            case 5 -> "UNDELIV";
            case 6 -> "ACCEPTD";
            case 8 -> "REJECTD";
            case 9 -> "SKIPPED";
            default -> "UNKNOWN";
        };
    }
}
