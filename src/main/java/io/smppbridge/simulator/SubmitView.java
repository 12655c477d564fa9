package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the fields of the submit_sm or data_sm at hand lie in its buffer (SMPP 3.4, 4.4.1 and 4.7.1). One view serves all
 * messages of a port, one after the other; only what a message is asked for becomes an object.
 */
@OwnedBy("smsc-sim")
final class SubmitView {
    /** Of a data_sm, with its NUL. */
    private static final int LONGEST_ADDRESS = 65;

    /** All but the highest bit, of each octet. */
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private ByteBuf buffer;
    private int end;
    /** Of a submit_multi: where each destination's TON stands. */
    private int[] destinations = {};

    private int count;
    private int serviceType;
    private int source;
    private int sourceEnd;
    private int destination;
    private int destinationEnd;
    private int schedule;
    private int validity;
    private int protocolId;
    private int priority;
    private int text;
    private int textLength;
    private int tlvs;
    int esmClass;
    int registeredDelivery;
    int dataCoding;

    /** Looks at a PDU; gives the status that it deserves, 0 for a sound one. */
    int look(ByteBuf in, int at, int length, boolean dataSm) {
        buffer = in;
        end = at + length;
        serviceType = at + Smpp.HEADER;
        int longestAddress = dataSm ? LONGEST_ADDRESS : 21;
        int next = after(serviceType, 6);
        if (next < 0) {
            return SmppStatus.RINVSERTYP;
        }
        source = next;
        next = after(source + 2, longestAddress);
        if (next < 0) {
            return SmppStatus.RINVSRCADR;
        }
        sourceEnd = next;
        destination = next;
        next = after(destination + 2, longestAddress);
        if (next < 0 || next == destination + 3) {
            return SmppStatus.RINVDSTADR;
        }
        destinationEnd = next;
        if (end - next < (dataSm ? 3 : 9)) {
            return SmppStatus.RINVCMDLEN;
        }
        return dataSm ? restOfData(next) : restOfSubmit(next);
    }

    /** The same for a submit_multi (4.5.1) of at most so many destinations, of which {@link #choose} then picks one. */
    int lookMulti(ByteBuf in, int at, int length, int most) {
        buffer = in;
        end = at + length;
        serviceType = at + Smpp.HEADER;
        count = 0;
        int next = after(serviceType, 6);
        if (next < 0) {
            return SmppStatus.RINVSERTYP;
        }
        source = next;
        next = after(source + 2, 21);
        if (next < 0 || next == end) {
            return SmppStatus.RINVSRCADR;
        }
        sourceEnd = next;
        int wanted = buffer.getUnsignedByte(next++);
        if (wanted == 0 || wanted > most) {
            return SmppStatus.RINVNUMDESTS;
        }
        destinations = destinations.length < wanted ? new int[wanted] : destinations;
        while (count < wanted) {
            // Only SME addresses: distribution lists are kept at no simulator.
            int number = end - next < 4 || buffer.getByte(next) != 1 ? -1 : after(next + 3, 21);
            if (number < 0 || number == next + 4) {
                return SmppStatus.RINVDSTADR;
            }
            destinations[count++] = next + 1;
            next = number;
        }
        choose(0);
        return end - next < 9 ? SmppStatus.RINVCMDLEN : restOfSubmit(next);
    }

    /** How many the submit_multi at hand has. */
    int destinations() {
        return count;
    }

    /** One of its destinations, from 0: that of the message at hand from now on. */
    void choose(int index) {
        destination = destinations[index];
        destinationEnd = after(destination + 2, 21);
    }

    void writeDestination(ByteBuf out) {
        out.writeBytes(buffer, destination, destinationEnd - destination);
    }

    private int restOfData(int at) {
        esmClass = buffer.getUnsignedByte(at);
        registeredDelivery = buffer.getUnsignedByte(at + 1);
        dataCoding = buffer.getUnsignedByte(at + 2);
        schedule = validity = protocolId = priority = -1;
        text = tlvs = at + 3;
        textLength = 0;
        return soundTlvs() ? SmppStatus.ROK : SmppStatus.RINVOPTPARSTREAM;
    }

    private int restOfSubmit(int at) {
        esmClass = buffer.getUnsignedByte(at);
        protocolId = at + 1;
        priority = at + 2;
        schedule = at + 3;
        validity = afterTime(schedule);
        if (validity < 0) {
            return SmppStatus.RINVSCHED;
        }
        int next = afterTime(validity);
        if (next < 0) {
            return SmppStatus.RINVEXPIRY;
        }
        if (end - next < 5) {
            return SmppStatus.RINVCMDLEN;
        }
        registeredDelivery = buffer.getUnsignedByte(next);
        dataCoding = buffer.getUnsignedByte(next + 2);
        textLength = buffer.getUnsignedByte(next + 4);
        text = next + 5;
        tlvs = text + textLength;
        if (tlvs > end) {
            return SmppStatus.RINVMSGLEN;
        }
        return tlvs == end || soundTlvs() ? SmppStatus.ROK : SmppStatus.RINVOPTPARSTREAM;
    }

    /** Index after the NUL of a C-octet string of at most {@code most} octets with it; -1 if there is none. */
    private int after(int at, int most) {
        int limit = Math.min(end, at + most);
        int i = at;
        for (; i + Long.BYTES <= limit; i += Long.BYTES) {
            long zeros = zeros(buffer.getLong(i));
            if (zeros != 0) {
                return i + 1 + Long.numberOfLeadingZeros(zeros) / Byte.SIZE;
            }
        }
        for (; i < limit; i++) {
            if (buffer.getByte(i) == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /** The highest bit of each octet that is 0. */
    private static long zeros(long eight) {
        return ~((eight & LOW_BITS) + LOW_BITS | eight | LOW_BITS);
    }

    /** A time is empty or sixteen characters. */
    private int afterTime(int at) {
        int next = after(at, 17);
        return next == at + 1 || next == at + 17 ? next : -1;
    }

    private boolean soundTlvs() {
        int at = tlvs;
        while (at < end) {
            if (end - at < 4 || end - at - 4 < buffer.getUnsignedShort(at + 2)) {
                return false;
            }
            at += 4 + buffer.getUnsignedShort(at + 2);
        }
        return true;
    }

    String destinationAddress() {
        return string(destination + 2);
    }

    ReceivedSubmit.Party source() {
        return party(source);
    }

    ReceivedSubmit.Party destination() {
        return party(destination);
    }

    byte[] shortMessage() {
        byte[] bytes = new byte[textLength];
        buffer.getBytes(text, bytes);
        return bytes;
    }

    /** The first characters of the text, one octet each. */
    byte[] preview(int most) {
        byte[] bytes = new byte[Math.min(most, textLength)];
        buffer.getBytes(text, bytes);
        return bytes;
    }

    /** As a delivery about it has them on the wire: from its destination to its source. */
    byte[] addressesBack() {
        int to = destinationEnd - destination;
        int from = sourceEnd - source;
        byte[] both = new byte[to + from];
        buffer.getBytes(destination, both, 0, to);
        buffer.getBytes(source, both, to, from);
        return both;
    }

    Map<Integer, byte[]> tlvs() {
        if (tlvs == end) {
            return Map.of();
        }
        Map<Integer, byte[]> all = new HashMap<>();
        int at = tlvs;
        while (at < end) {
            byte[] value = new byte[buffer.getUnsignedShort(at + 2)];
            buffer.getBytes(at + 4, value);
            all.put(buffer.getUnsignedShort(at), value);
            at += 4 + value.length;
        }
        return all;
    }

    /** The optional parameters as they are on the wire. */
    byte[] tlvBytes() {
        byte[] bytes = new byte[end - tlvs];
        buffer.getBytes(tlvs, bytes);
        return bytes;
    }

    ReceivedSubmit record(long nanos, Session session, int sequence, int status, String messageId) {
        return new ReceivedSubmit(
                nanos,
                session.systemId(),
                session.number(),
                sequence,
                source(),
                destination(),
                esmClass,
                registeredDelivery,
                dataCoding,
                new ReceivedSubmit.Times(
                        string(serviceType), octet(protocolId), octet(priority), string(schedule), string(validity)),
                shortMessage(),
                tlvs(),
                status,
                messageId);
    }

    private int octet(int at) {
        return at < 0 ? 0 : buffer.getUnsignedByte(at);
    }

    private ReceivedSubmit.Party party(int at) {
        return new ReceivedSubmit.Party(buffer.getUnsignedByte(at), buffer.getUnsignedByte(at + 1), string(at + 2));
    }

    private String string(int at) {
        if (at < 0) {
            return "";
        }
        int nul = buffer.indexOf(at, end, (byte) 0);
        return buffer.toString(at, nul - at, StandardCharsets.ISO_8859_1);
    }
}
