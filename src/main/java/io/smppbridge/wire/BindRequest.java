package io.smppbridge.wire;

/**
 * A bind_transmitter, bind_receiver or bind_transceiver (SMPP 3.4 §4.1).
 *
 * @param password never to be logged
 */
public record BindRequest(String systemId, String password, String systemType, int version, String addressRange) {
    /** Reads the body. A field longer than the specification has it is read: whether it opens is the gatekeeper's business. */
    public static BindRequest read(BodyReader in) throws MalformedBody {
        String systemId = in.text();
        String password = in.text();
        String systemType = in.text();
        int version = in.octet();
        in.octet();
        in.octet();
        return new BindRequest(systemId, password, systemType, version, in.text());
    }

    @Override
    public String toString() {
        return "bind of " + systemId;
    }
}
