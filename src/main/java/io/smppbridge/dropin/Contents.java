package io.smppbridge.dropin;

import io.smppbridge.OutboundSms;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Texts and octets of the messages of one request, each kept once however many of them have it: who names one text and thousands of receivers
 * would otherwise take memory for thousands of texts.
 */
@OwnedBy("whoever reads the request")
final class Contents {
    private final Map<String, String> texts = new HashMap<>();
    private final Map<ByteBuffer, byte[]> octets = new HashMap<>();

    /** The same message with the content of one before it, where that is alike. */
    OutboundSms once(OutboundSms message) {
        if (message.isBinary()) {
            byte[] own = message.binary();
            return message.withOctets(octets.computeIfAbsent(ByteBuffer.wrap(own), same -> own));
        }
        return message.withText(texts.computeIfAbsent(message.text(), same -> same));
    }
}
