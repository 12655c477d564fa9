package io.smppbridge.text;

/** What the parts of one message carry on the wire. */
public interface Carried {
    /** How many parts, at least one. */
    int count();

    /** The user data of one of them, UDH first when there is one; shared, not to be changed. */
    byte[] octets(int part);

    /** Whether each begins with a UDH. */
    boolean udhi();
}
