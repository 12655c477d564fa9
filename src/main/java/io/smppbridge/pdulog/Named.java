package io.smppbridge.pdulog;

import java.util.Locale;

/** The mandatory fields of all PDUs, as SMPP calls them. */
public enum Named {
    SYSTEM_ID(Kind.WORD),
    PASSWORD(Kind.PASSWORD),
    SYSTEM_TYPE(Kind.WORD),
    INTERFACE_VERSION(Kind.BITS),
    ADDR_TON(Kind.NUMBER),
    ADDR_NPI(Kind.NUMBER),
    ADDRESS_RANGE(Kind.ADDRESS),
    SERVICE_TYPE(Kind.WORD, 5),
    SOURCE_ADDR_TON(Kind.NUMBER),
    SOURCE_ADDR_NPI(Kind.NUMBER),
    SOURCE_ADDR(Kind.ADDRESS),
    DEST_ADDR_TON(Kind.NUMBER),
    DEST_ADDR_NPI(Kind.NUMBER),
    DESTINATION_ADDR(Kind.ADDRESS),
    ESME_ADDR_TON(Kind.NUMBER),
    ESME_ADDR_NPI(Kind.NUMBER),
    ESME_ADDR(Kind.ADDRESS),
    ESM_CLASS(Kind.BITS),
    PROTOCOL_ID(Kind.NUMBER),
    PRIORITY_FLAG(Kind.NUMBER),
    SCHEDULE_DELIVERY_TIME(Kind.WORD, 16),
    VALIDITY_PERIOD(Kind.WORD, 16),
    REGISTERED_DELIVERY(Kind.BITS),
    REPLACE_IF_PRESENT_FLAG(Kind.NUMBER),
    DATA_CODING(Kind.BITS),
    SM_DEFAULT_MSG_ID(Kind.NUMBER),
    SM_LENGTH(Kind.NUMBER),
    SHORT_MESSAGE(Kind.TEXT),
    MESSAGE_ID(Kind.WORD),
    FINAL_DATE(Kind.WORD),
    MESSAGE_STATE(Kind.NUMBER),
    ERROR_CODE(Kind.NUMBER),
    NUMBER_OF_DESTS(Kind.NUMBER),
    DEST_FLAG(Kind.NUMBER),
    DL_NAME(Kind.WORD),
    NO_UNSUCCESS(Kind.NUMBER),
    ERROR_STATUS_CODE(Kind.BITS),
    /** What cannot be read. */
    REST(Kind.REST),
    /** The text, which is in short_message or in message_payload. */
    MESSAGE(Kind.TEXT);

    final String word;
    final Kind kind;
    private final int most;

    Named(Kind kind) {
        this(kind, Integer.MAX_VALUE);
    }

    Named(Kind kind, int most) {
        this.word = name().toLowerCase(Locale.ROOT);
        this.kind = kind;
        this.most = most;
    }

    /** What it is taken for when it has so many octets: with more than SMPP gives it, it may hold what its name does not say. */
    Kind kind(int length) {
        return length > most ? Kind.OPAQUE : kind;
    }

    /** An address's place: each has three fields. */
    public enum Place {
        SOURCE(SOURCE_ADDR_TON, SOURCE_ADDR_NPI, SOURCE_ADDR),
        DEST(DEST_ADDR_TON, DEST_ADDR_NPI, DESTINATION_ADDR);

        final Named ton;
        final Named npi;
        final Named number;

        Place(Named ton, Named npi, Named number) {
            this.ton = ton;
            this.npi = npi;
            this.number = number;
        }
    }
}
