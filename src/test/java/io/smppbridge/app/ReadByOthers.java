package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudhopper.commons.charset.CharsetUtil;
import com.cloudhopper.commons.charset.GSMBitPacker;
import com.cloudhopper.commons.gsm.GsmUtil;
import com.cloudhopper.smpp.SmppConstants;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.tlv.TlvConvertException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What arrived, read by others' code: PDU, TLVs, user data header and GSM characters by cloudhopper, UTF-16 by the JDK, and the national
 * tables by those of gsmcodecs, a Python package. None of it is the bridge's.
 *
 * @param place which part it is, from 1
 * @param total of how many
 * @param reference of its message
 * @param shift national single shift table that its header names, or 0
 * @param lock national locking shift table, or 0
 * @param units septets, or UTF-16 units, or octets, that stand behind the header
 * @param text what they say
 */
record ReadByOthers(int place, int total, int reference, int shift, int lock, int units, String text) {
    private static final int ESCAPE = 0x1B;
    private static final Map<String, Map<Integer, Character>> NATIONAL = national();

    /** What data_coding 0 holds. */
    enum Alphabet {
        GSM,
        PACKED,
        UTF_8
    }

    /** The parts of one message, in their order. */
    static List<ReadByOthers> all(List<SubmitSm> submits, Alphabet alphabet) throws Exception {
        List<ReadByOthers> parts = new ArrayList<>();
        for (SubmitSm submit : submits) {
            parts.add(of(submit, alphabet));
        }
        parts.sort(Comparator.comparingInt(ReadByOthers::place));
        for (int i = 0; i < parts.size(); i++) {
            assertThat(parts.get(i).place).isEqualTo(i + 1);
            assertThat(parts.get(i).total).isEqualTo(parts.size());
            assertThat(parts.get(i).reference).isEqualTo(parts.get(0).reference);
        }
        return parts;
    }

    /** Their texts, one behind the other. */
    static String together(List<ReadByOthers> parts) {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text));
        return text.toString();
    }

    private static ReadByOthers of(SubmitSm submit, Alphabet alphabet) throws Exception {
        boolean payload = submit.hasOptionalParameter(SmppConstants.TAG_MESSAGE_PAYLOAD);
        byte[] shortMessage = submit.getShortMessage() == null ? new byte[0] : submit.getShortMessage();
        assertThat(shortMessage.length).isEqualTo(submit.getShortMessageLength());
        assertThat(payload && shortMessage.length > 0).isFalse();
        byte[] userData = payload
                ? submit.getOptionalParameter(SmppConstants.TAG_MESSAGE_PAYLOAD).getValue()
                : shortMessage;
        boolean udhi = (submit.getEsmClass() & 0x40) != 0;
        byte[] header = udhi ? GsmUtil.getShortMessageUserDataHeader(userData) : new byte[0];
        byte[] body = udhi ? GsmUtil.getShortMessageUserData(userData) : userData;
        int[] place = {1, 1, 0};
        int[] tables = {0, 0};
        elements(header, place, tables);
        sar(submit, place);
        if (submit.getDataCoding() == 8) {
            assertThat(body.length % 2).as("octets of UCS-2").isZero();
            String text = StandardCharsets.UTF_16BE
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return new ReadByOthers(place[0], place[1], place[2], 0, 0, body.length / 2, text);
        }
        assertThat(submit.getDataCoding()).isZero();
        if (alphabet == Alphabet.UTF_8) {
            return new ReadByOthers(place[0], place[1], place[2], 0, 0, body.length, utf8(body));
        }
        byte[] septets = alphabet == Alphabet.PACKED ? unpacked(userData, header.length) : body;
        String text = tables[0] + tables[1] == 0 ? gsm(septets) : national(septets, tables[0], tables[1]);
        return new ReadByOthers(place[0], place[1], place[2], tables[0], tables[1], septets.length, text);
    }

    private static String utf8(byte[] body) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(body))
                .toString();
    }

    /** Element by element, as 3GPP TS 23.040 §9.2.3.24 has them. */
    private static void elements(byte[] header, int[] place, int[] tables) {
        for (int at = 1; at < header.length; at += 2 + header[at + 1]) {
            switch (header[at]) {
                case 0x00 -> {
                    assertThat(header[at + 1]).isEqualTo((byte) 3);
                    place[2] = header[at + 2] & 0xFF;
                    place[1] = header[at + 3] & 0xFF;
                    place[0] = header[at + 4] & 0xFF;
                }
                case 0x08 -> {
                    assertThat(header[at + 1]).isEqualTo((byte) 4);
                    place[2] = (header[at + 2] & 0xFF) << 8 | header[at + 3] & 0xFF;
                    place[1] = header[at + 4] & 0xFF;
                    place[0] = header[at + 5] & 0xFF;
                }
                case 0x24 -> tables[0] = header[at + 2];
                case 0x25 -> tables[1] = header[at + 2];
                default -> throw new AssertionError("element " + header[at] + " was not asked for");
            }
        }
    }

    private static void sar(SubmitSm submit, int[] place) throws TlvConvertException {
        if (submit.hasOptionalParameter(SmppConstants.TAG_SAR_SEGMENT_SEQNUM)) {
            assertThat(place[1]).as("a place in the header and in TLVs").isOne();
            place[0] = submit.getOptionalParameter(SmppConstants.TAG_SAR_SEGMENT_SEQNUM)
                    .getValueAsUnsignedByte();
            place[1] = submit.getOptionalParameter(SmppConstants.TAG_SAR_TOTAL_SEGMENTS)
                    .getValueAsUnsignedByte();
            place[2] = submit.getOptionalParameter(SmppConstants.TAG_SAR_MSG_REF_NUM)
                    .getValueAsUnsignedShort();
        }
    }

    /** Septets behind a header begin at the first septet boundary behind it, so header and septets are unpacked as one. */
    private static byte[] unpacked(byte[] userData, int headerLength) {
        byte[] all = GSMBitPacker.unpack(userData);
        int end = userData.length * 8 / 7;
        assertThat(all.length).isBetween(end - 1, end);
        end = all.length;
        int from = (headerLength * 8 + 6) / 7;
        if (userData.length * 8 % 7 == 0
                && end == userData.length * 8 / 7
                && (all[end - 1] == 0 || all[end - 1] == '\r')) {
            end--; // seven bits that fill up the last octet; the texts here have neither @ nor CR at their end
        }
        return Arrays.copyOfRange(all, from, end);
    }

    private static String gsm(byte[] septets) {
        for (int at = 0; at < septets.length; at++) {
            assertThat(septets[at]).isNotNegative();
        }
        int escapes = 0;
        while (escapes < septets.length && septets[septets.length - 1 - escapes] == ESCAPE) {
            escapes++;
        }
        assertThat(escapes)
                .as("an escape at the end of a part, its character in the next")
                .isZero();
        return CharsetUtil.decode(septets, CharsetUtil.CHARSET_GSM);
    }

    private static String national(byte[] septets, int shift, int lock) {
        Map<Integer, Character> first = lock == 0 ? Map.of() : NATIONAL.get("lock " + lock);
        Map<Integer, Character> second = shift == 0 ? Map.of() : NATIONAL.get("shift " + shift);
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < septets.length; at++) {
            if (septets[at] == ESCAPE) {
                at++;
                assertThat(at).as("an escape at the end of a part").isLessThan(septets.length);
                Character there = second.get((int) septets[at]);
                text.append(there == null ? gsm(new byte[] {ESCAPE, septets[at]}) : there.toString());
            } else {
                Character there = first.get((int) septets[at]);
                text.append(there == null ? gsm(new byte[] {septets[at]}) : there.toString());
            }
        }
        return text.toString();
    }

    /** By "shift 1" or "lock 1", what each septet means. */
    private static Map<String, Map<Integer, Character>> national() {
        Map<String, Map<Integer, Character>> tables = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                ReadByOthers.class.getResourceAsStream("/gsmcodecs-tables.txt"), StandardCharsets.US_ASCII))) {
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("lock ") || line.startsWith("shift ")) {
                    name = line.strip();
                } else if (line.indexOf('=') == 2) {
                    Map<Integer, Character> table = tables.computeIfAbsent(name, it -> new HashMap<>());
                    for (String word : line.split(" ")) {
                        table.put(Integer.parseInt(word, 0, 2, 16), (char) Integer.parseInt(word, 3, 7, 16));
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("gsmcodecs-tables.txt", e);
        }
        return tables;
    }
}
