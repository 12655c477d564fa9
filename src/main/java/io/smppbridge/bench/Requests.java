package io.smppbridge.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Requests rendered beforehand, so that the generator costs little more than its system calls. Each names other numbers. */
@OwnedBy("the event loop that sends them")
final class Requests {
    /** A usual text: 58 characters, one part. */
    static final String TEXT = "Your code is 123456. It is valid for ten minutes; keep it.";

    /** Five and ten prefixes get as many each. */
    private static final int VARIANTS = 60;

    private static final int FIRST = 700_000_000;
    private static final int OF_A_PREFIX = 1_000_000;

    private final ByteBuf[] rendered = new ByteBuf[VARIANTS];
    private final int prefixes;
    private final String more;
    private int next;

    /**
     * @param key of the account
     * @param batch messages in each; 1 for a single one that is no list
     */
    Requests(String key, int batch) {
        this(key, batch, 1, "");
    }

    /** The same to so many prefixes in turn ({@link #prefix}), each message with more fields. */
    Requests(String key, int batch, int prefixes, String more) {
        this.prefixes = prefixes;
        this.more = more;
        for (int variant = 0; variant < VARIANTS; variant++) {
            byte[] body = body(variant * batch, batch).getBytes(StandardCharsets.UTF_8);
            String head = "POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + key
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
            byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
            ByteBuffer whole = ByteBuffer.allocateDirect(bytes.length + body.length);
            whole.put(bytes).put(body).flip();
            rendered[variant] = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(whole));
        }
    }

    /** The beginning of the numbers that go there, counted from 0. */
    static String prefix(int number) {
        return "46" + (FIRST / OF_A_PREFIX + number);
    }

    /** The next one, to be written and not to be changed. */
    ByteBuf next() {
        next = (next + 1) % VARIANTS;
        return rendered[next].duplicate();
    }

    private String body(int first, int batch) {
        StringBuilder text = new StringBuilder(batch > 1 ? "[" : "");
        for (int i = 0; i < batch; i++) {
            text.append(i > 0 ? "," : "")
                    .append("{\"to\":\"+46")
                    .append(FIRST + (first + i) % prefixes * OF_A_PREFIX + first + i)
                    .append("\",\"from\":\"Acme\",\"text\":\"")
                    .append(TEXT)
                    .append('"')
                    .append(more)
                    .append('}');
        }
        return text.append(batch > 1 ? "]" : "").toString();
    }
}
