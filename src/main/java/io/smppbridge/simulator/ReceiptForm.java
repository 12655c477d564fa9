package io.smppbridge.simulator;

/** In which shape a port writes its receipts. */
public enum ReceiptForm {
    /** The text of appendix B, with receipted_message_id and message_state. */
    STANDARD,
    /** As SMPPSim writes it: {@code Text:} with a capital, with the TLVs. */
    SMPPSIM,
    /** No text: TLVs only. */
    TLV_ONLY,
    /** The text of appendix B without TLVs. */
    TEXT_ONLY,
    /** {@code id:… stat:…} and nothing else, without TLVs. */
    BARE
}
