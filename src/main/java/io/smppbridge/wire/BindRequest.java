package io.smppbridge.wire;

/**
 * A bind_transmitter, bind_receiver or bind_transceiver (SMPP 3.4 §4.1).
 *
 * @param password never to be logged
 */
public record BindRequest(String systemId, String password, String systemType, int version, String addressRange) {
    private static final int SYSTEM_ID = 16;
    /** The specification has 9; accounts with longer passwords exist. */
    private static final int PASSWORD = 65;

    private static final int SYSTEM_TYPE = 13;
    private static final int ADDRESS_RANGE = 41;

    /** Reads the body. */
    public static BindRequest read(BodyReader in) throws MalformedBody {
        String systemId = in.text(SYSTEM_ID, Status.RINVSYSID);
        String password = in.text(PASSWORD, Status.RINVPASWD);
        String systemType = in.text(SYSTEM_TYPE, Status.RINVSYSTYP);
        int version = in.octet();
        in.octet();
        in.octet();
        return new BindRequest(systemId, password, systemType, version, in.text(ADDRESS_RANGE, Status.RBINDFAIL));
    }

    @Override
    public String toString() {
        return "bind of " + systemId;
    }
}
