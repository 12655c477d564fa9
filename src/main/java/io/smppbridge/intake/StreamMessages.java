package io.smppbridge.intake;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/** Reads the contents of a stream's frames as its login says: bare text for one number, or each a message as by HTTP. */
@OwnedBy("its connection's event loop")
final class StreamMessages {
    private final StreamLogin login;
    private final BodyReader reader;
    private final InstantSource clock;

    StreamMessages(StreamLogin login, BodyReader reader, InstantSource clock) {
        this.login = login;
        this.reader = reader;
        this.clock = clock;
    }

    /** Adds the message, or what is wrong with it. */
    void read(long id, byte[] content, StreamBatch into) {
        String reference = login.client().isEmpty() ? "" : login.client() + '#' + id;
        if (login.to() != Address.NONE) {
            if (!Utf8.isValid(content, 0, content.length)) {
                into.add(Problem.of(400, "not-utf-8", "the text is not UTF-8"));
                return;
            }
            into.add(OutboundSms.to(login.to())
                    .from(login.from())
                    .text(new String(content, StandardCharsets.UTF_8))
                    .clientRef(reference)
                    .build());
            return;
        }
        try {
            Batch one = reader.read(new BodyReader.Span(content, 0, content.length), false, reference, clock.instant());
            if (one.isBulk()) {
                into.add(Problem.of(400, "one-message", "a list, expected one message in a frame"));
            } else if (one.isFaulty(0)) {
                into.add(one.problem(0));
            } else {
                into.add(one.sound.get(0));
            }
        } catch (BodyReader.Refused refused) {
            into.add(refused.problem);
        }
    }
}
