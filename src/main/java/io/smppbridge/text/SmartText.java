package io.smppbridge.text;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.text.EncodeResult.Encoded;
import java.util.HashMap;
import java.util.Map;

/**
 * Replaces typographic characters by plain ones, but only where the whole message becomes shorter by it: fewer parts, or as many and fewer
 * octets. Letters are never touched but for those of full width and ligatures, nor is what joins or directs other characters. Stateless: any thread.
 */
public final class SmartText {
    private static final Map<Character, String> PLAIN = plainOnes();
    /** Behind a character that may be shown either way, as phones write the trade mark sign: they go with it. */
    private static final char AS_TEXT = '\uFE0E';

    private static final char AS_EMOJI = '\uFE0F';

    /**
     * @param sms as it was, or with other words
     * @param result how it travels; names what was replaced
     */
    public record Outcome(OutboundSms sms, EncodeResult result) {}

    private SmartText() {}

    /** As {@link Segmenter#encode}, with replacements where they help. */
    public static Outcome encode(OutboundSms sms, TextProfile profile, int reference) {
        EncodeResult result = Segmenter.encode(sms, profile, reference);
        boolean open = sms.hint().isEmpty() || sms.hint().get() == Encoding.GSM7;
        if (sms.isBinary() || !open || Bodies.fitsDefault(sms.text(), profile)) {
            return new Outcome(sms, result);
        }
        StringBuilder replaced = new StringBuilder();
        String plain = plain(sms.text(), replaced);
        if (replaced.isEmpty() || plain.isEmpty()) {
            return new Outcome(sms, result);
        }
        OutboundSms other = sms.withText(plain);
        EncodeResult tried = Segmenter.encode(other, profile, reference);
        return tried instanceof Encoded shorter && !(result instanceof Encoded now && !isShorter(shorter, now))
                ? new Outcome(other, shorter.withReplaced(replaced.toString()))
                : new Outcome(sms, result);
    }

    private static String plain(String text, StringBuilder replaced) {
        StringBuilder plain = new StringBuilder(text.length());
        String other = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean stale = other != null && (c == AS_TEXT || c == AS_EMOJI);
            // What every SMS can hold stays, even where a plainer one exists.
            other = stale ? "" : GsmAlphabet.septets(c) > 0 ? null : PLAIN.get(c);
            if (other == null) {
                plain.append(c);
            } else {
                plain.append(other);
                if (replaced.indexOf(String.valueOf(c)) < 0) {
                    replaced.append(c);
                }
            }
        }
        return plain.toString();
    }

    private static boolean isShorter(Encoded one, Encoded other) {
        int parts = one.parts().size() - other.parts().size();
        return parts < 0 || parts == 0 && air(one) < air(other);
    }

    private static int air(Encoded encoded) {
        int octets = 0;
        for (Part part : encoded.parts()) {
            int header = part.udhi() ? 1 + (part.octets()[0] & 0xFF) : 0;
            int body = part.octets().length - header;
            octets += header + (encoded.encoding() == Encoding.GSM7 ? (body * 7 + 7) / 8 : body);
        }
        return octets;
    }

    private static Map<Character, String> plainOnes() {
        Map<Character, String> plain = new HashMap<>();
        put(plain, "\"", "“”„‟″«»〝〞＂");
        put(plain, "'", "‘’‚‛′`´ʹʻʼ＇");
        put(plain, "-", "‐‑‒–—―−﹘﹣－");
        put(plain, " ", "\t\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000");
        put(plain, "", "\u00AD\u200B\u2060\uFEFF");
        put(plain, "\n", "\u0085\u2028\u2029");
        put(plain, "...", "…");
        put(plain, "..", "‥");
        put(plain, "<", "‹");
        put(plain, ">", "›");
        put(plain, "*", "•‣∙");
        put(plain, "/", "⁄∕");
        put(plain, "^", "ˆ");
        put(plain, "~", "˜∼");
        put(plain, "!!", "‼");
        put(plain, "1/4", "¼");
        put(plain, "1/2", "½");
        put(plain, "3/4", "¾");
        put(plain, "x", "×");
        put(plain, "(c)", "©");
        put(plain, "(r)", "®");
        put(plain, "TM", "™");
        put(plain, "No", "№");
        put(plain, "fi", "ﬁ");
        put(plain, "fl", "ﬂ");
        for (char wide = '！'; wide <= '～'; wide++) {
            plain.putIfAbsent(wide, String.valueOf((char) (wide - '！' + '!')));
        }
        return Map.copyOf(plain);
    }

    private static void put(Map<Character, String> all, String plain, String characters) {
        for (char c : characters.toCharArray()) {
            all.put(c, plain);
        }
    }
}
