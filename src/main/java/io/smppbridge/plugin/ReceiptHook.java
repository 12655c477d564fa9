package io.smppbridge.plugin;

import io.smppbridge.MessageState;
import io.smppbridge.TaskId;

/** Hears of every receipt that has found its message; changes nothing. */
public interface ReceiptHook extends Plugin {
    /** @param words the receipt's own, such as {@code stat:UNDELIV err:027} */
    void onReceipt(TaskId message, String smsc, MessageState state, String words);
}
