package io.smppbridge.smpp;

/** Whatever a peer sends, the reader over Netty ends only with the stream or with a length that cannot be. */
class NettyInboundFuzzTest extends InboundFuzzTest {
    @Override
    PduFuzz reader() {
        return new PduFuzz(true);
    }
}
