package io.smppbridge.probe;

import io.smppbridge.OutboundSms;
import io.smppbridge.probe.ProbeBind.Came;
import io.smppbridge.probe.ProbeBind.Sent;
import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.SmscConfig.Text.Shaping;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The texts that a probe sends, and what their fate and their echo say of alphabets and long messages. */
@OwnedBy("whoever probes")
final class TextFindings {
    /** Characters that stand at other places in GSM than in Latin-1. */
    static final String TELLING = "@£_é";

    private static final int UDHI = 0x40;

    /** The plainest first. */
    private static final Map<String, TextCoding> ALPHABETS = alphabets();

    private final Map<String, Sent> alphabets = new LinkedHashMap<>();
    private final Map<LongMessage, List<Sent>> methods = new LinkedHashMap<>();

    private static Map<String, TextCoding> alphabets() {
        Map<String, TextCoding> all = new LinkedHashMap<>();
        all.put("gsm", TextCoding.GSM);
        all.put("latin1", TextCoding.LATIN1);
        all.put("gsm-packed", TextCoding.GSM_PACKED);
        all.put("UTF-8", TextCoding.of(StandardCharsets.UTF_8));
        all.put("ucs2", TextCoding.UCS2);
        return all;
    }

    private static TextProfile by(LongMessage method, TextCoding alphabet) {
        return new TextProfile(method, 10, alphabet, TextProfile.SHORT_MESSAGE_LIMIT, Shaping.NONE, Map.of());
    }

    /** A short text in one coding, to be sent; named so that whoever holds the handset can tell it. */
    static Encoded shortText(OutboundSms sms, TextCoding alphabet) {
        return (Encoded) Segmenter.encode(sms, by(LongMessage.UDH8, alphabet), 0);
    }

    static Encoded longText(OutboundSms sms, LongMessage method, int reference) {
        return (Encoded) Segmenter.encode(sms, by(method, TextCoding.GSM), reference);
    }

    void sent(String what, Sent sent) {
        alphabets.put(what, sent);
    }

    void sent(LongMessage method, List<Sent> parts) {
        methods.put(method, parts);
    }

    /** The parts of a long message that was taken whole; empty for none. */
    List<Sent> longParts() {
        return methods.values().stream()
                .filter(parts -> parts.size() > 1 && parts.stream().allMatch(Sent::taken))
                .findFirst()
                .orElse(List.of());
    }

    List<Finding> findings(List<Came> messages) {
        List<Finding> findings = new ArrayList<>();
        alphabets.forEach((what, sent) -> findings.add(Finding.told(what + ": " + Probe.fate(sent) + ".")));
        echoes(messages, findings);
        longMessages(findings);
        return findings;
    }

    private void longMessages(List<Finding> findings) {
        List<String> told = new ArrayList<>();
        methods.forEach((method, parts) -> {
            told.add(word(method) + " "
                    + String.join(
                            "/", parts.stream().map(Probe::fate).distinct().toList()));
        });
        if (told.isEmpty()) {
            return;
        }
        String seen = "Long texts: " + String.join("; ", told)
                + ". Taken is not shown right: look at the handset whether they came in one piece.";
        findings.add(proposed()
                .map(method -> new Finding("long-message", word(method), seen))
                .orElse(Finding.told(seen)));
    }

    /**
     * The plainest that was taken. References of 8 bits alone are for an SMSC that refuses those of 16: where these were not tried either,
     * the usual way stays, which prefers 8 bits too.
     */
    private Optional<LongMessage> proposed() {
        if (isTaken(LongMessage.UDH8)) {
            return isTaken(LongMessage.UDH16)
                    ? Optional.of(LongMessage.UDH8_OR_16)
                    : Optional.of(LongMessage.UDH8).filter(method -> methods.containsKey(LongMessage.UDH16));
        }
        return methods.keySet().stream().filter(this::isTaken).findFirst();
    }

    private boolean isTaken(LongMessage method) {
        List<Sent> parts = methods.getOrDefault(method, List.of());
        return !parts.isEmpty() && parts.stream().allMatch(Sent::taken);
    }

    static String word(LongMessage method) {
        return method.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void echoes(List<Came> messages, List<Finding> findings) {
        boolean unchanged = false;
        Map<Integer, String> read = new LinkedHashMap<>();
        for (Came one : messages) {
            byte[] octets = one.delivery().octets();
            if (alphabets.values().stream().anyMatch(sent -> Arrays.equals(sent.octets, octets))) {
                unchanged = true;
                continue;
            }
            int dataCoding = one.delivery().dataCoding();
            for (Map.Entry<String, TextCoding> alphabet : ALPHABETS.entrySet()) {
                if (text(one, alphabet.getValue()).contains(TELLING)) {
                    read.putIfAbsent(dataCoding, alphabet.getKey());
                    break;
                }
            }
        }
        if (unchanged) {
            findings.add(
                    Finding.told("What was sent came back unchanged, which tells nothing of the SMSC's alphabet."));
        }
        read.forEach((dataCoding, word) -> {
            String seen = "An MO with data_coding " + dataCoding + " read \"" + TELLING + "\" as " + word + ".";
            boolean standard =
                    word.equals(dataCoding == 8 ? "ucs2" : dataCoding == 3 || dataCoding == 1 ? "latin1" : "");
            if (dataCoding == 0 && !word.equals("ucs2")) {
                findings.add(new Finding("alphabet", word, seen));
            } else {
                findings.add(standard ? Finding.told(seen) : new Finding("mo-alphabet." + dataCoding, word, seen));
            }
        });
        if (messages.isEmpty()) {
            findings.add(
                    Finding.told(
                            "No MO came: which of the messages shows \"" + TELLING
                                    + "\" right on the handset tells whether alphabet is gsm or latin1; an answer from it tells mo-alphabet."));
        }
    }

    private static String text(Came one, TextCoding coding) {
        var d = one.delivery();
        Incoming incoming = new Incoming(0, (d.esmClass() & UDHI) != 0, d.octets(), 0, 0, 0);
        return Decoder.decode(
                        Decoder.open(incoming),
                        new TextProfile(LongMessage.UDH8, 10, TextCoding.GSM, 254, Shaping.NONE, Map.of(0, coding)))
                .text();
    }
}
