package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.smppbridge.threads.OwnedBy;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Netty's decoder without its leniencies: what another server on the way might read as two requests is none here (RFC 9112 §11.2). Netty
 * itself still repairs a Content-Length beside a Transfer-Encoding, joins folded lines (§5.2), skips control characters before a
 * request line, takes any white space in it for the one space (§3) and any case of {@code HTTP} (§2.3), and counts no line's end.
 */
@OwnedBy("the connection's event loop")
final class StrictRequestDecoder extends HttpRequestDecoder {
    private static final int MAX_CHUNK = 64 << 10;

    /** Octets of the empty line behind a head, which is no header line. */
    private static final int END = 2;

    private final BooleanSupplier mayGoOn;
    private final int maxHeader;
    private boolean inHead = true;
    private boolean started;
    private byte last = '\n';

    /** Spaces of the request line until now; after that line what its header lines have taken, in octets, with their ends. */
    private int count;

    private boolean inLines;
    private String offence = "";

    private boolean held;

    /** @param mayGoOn asked before each request: while it says no, what has been read stays as it came, until {@link #isHeld} is over */
    StrictRequestDecoder(int maxLine, int maxHeader, BooleanSupplier mayGoOn) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(maxLine)
                .setMaxHeaderSize(maxHeader)
                .setMaxChunkSize(MAX_CHUNK)
                .setInitialBufferSize(256)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setValidateHeaders(true));
        this.maxHeader = maxHeader;
        this.mayGoOn = mayGoOn;
    }

    /** Whether a request, or its beginning, waits here although it has come. */
    boolean isHeld() {
        return held;
    }

    /** Whether octets of a request have come that make no head yet. */
    boolean hasPartialHead() {
        return inHead && !held && (started || actualReadableBytes() > 0);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        held = inHead && !started && !mayGoOn.getAsBoolean();
        if (held) {
            return;
        }
        int from = in.readerIndex();
        int before = out.size();
        super.decode(ctx, in, out);
        if (inHead && offence.isEmpty()) {
            inspect(in, from, in.readerIndex());
        }
        for (int i = before; i < out.size(); i++) {
            emitted(out.get(i));
        }
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
    }

    private void emitted(Object message) {
        if (message instanceof HttpRequest request) {
            if (!offence.isEmpty() && request.decoderResult().isSuccess()) {
                request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(offence)));
            } else if (inLines
                    && count - END > maxHeader
                    && request.decoderResult().isSuccess()) {
                request.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException(count + " octets")));
            }
            inHead = false;
            started = false;
            inLines = false;
            count = 0;
        }
        if (message instanceof LastHttpContent) {
            inHead = true;
            last = '\n';
        }
    }

    /** Looks at the octets that Netty has taken as part of a head; the lines of one head may come in several calls. */
    private void inspect(ByteBuf in, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = in.getByte(i);
            if (!started) {
                if (b == '\r' || b == '\n') {
                    continue; // an empty line before a request is allowed (RFC 9112 §2.2)
                }
                started = true;
                if (b < 'A' || b > 'Z') {
                    offence = "request line does not start with a method";
                    return;
                }
            } else if (!inLines) {
                offence = ofLine(b);
            } else {
                count++;
                if (last == '\n' && (b == ' ' || b == '\t')) {
                    offence = "folded header line";
                }
            }
            if (!offence.isEmpty()) {
                return;
            }
            last = b;
        }
    }

    /** What is wrong with an octet of the request line behind its first. Octets beyond ASCII, as some write into a query, are left to the path. */
    private String ofLine(byte b) {
        if (b == '\n') {
            inLines = true;
            count = 0;
            return "";
        }
        boolean control = b >= 0 && b < ' ' && b != '\r' || b == 0x7f;
        if (control || last == '\r') {
            return "control character in the request line";
        }
        if (b == ' ') {
            count++;
            return last == ' ' ? "two spaces in the request line" : "";
        }
        return count == 2 && b >= 'a' && b <= 'z' ? "HTTP is written in capitals" : "";
    }
}
