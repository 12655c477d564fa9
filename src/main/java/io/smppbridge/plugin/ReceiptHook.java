package io.smppbridge.plugin;

import io.smppbridge.MessageState;
import io.smppbridge.TaskId;

/** Hears of receipts that have found their message; changes nothing. Not told again: what it misses by being late or throwing is missed. */
public interface ReceiptHook extends Plugin {
    /** @param words the receipt's own, such as {@code stat:UNDELIV err:027} */
    void onReceipt(TaskId message, String smsc, MessageState state, String words);
}
