package io.smppbridge.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of values that only the SMPP server has. */
final class EsmeTypes {
    static final ValueType PASSWORD_HASHES = Types.list(
            "pbkdf2:<rounds>:<salt>:<hash> as ./bridge key --password FILE prints it, several by comma",
            text -> of(text, PasswordHash.parse(text).isPresent()));
    static final ValueType ADDRESSES = Types.list(
            "addresses such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32, several by comma",
            text -> of(text, isRange(text)));

    static final ValueType RECEIPT_TEXT = Types.type(
            "at most 120 characters with {id} and {stat} or {state}, and any of "
                    + EsmeReceipts.FIELDS.stream()
                            .map(field -> "{" + field + "}")
                            .collect(Collectors.joining(", "))
                    + ", none twice",
            text -> of(text, isReceipt(text)));

    static final ValueType RECEIPT_DATES = Types.type(
            "usual (as esme.receipt says), seconds or milliseconds (since 1970), or letters such as yyyyMMddHHmmss",
            text -> of((String) ReceiptKeys.DATES.parse(text), isShort(text)));

    private static final int LONGEST_RECEIPT = 120;
    private static final int LONGEST_DATE = 32;
    /** Of many letters where names are written out. */
    private static final ZonedDateTime LONG_DAY = ZonedDateTime.of(2026, 9, 23, 22, 22, 22, 0, ZoneOffset.UTC);

    private static final Pattern FIELD = Pattern.compile("\\{([a-z]+)}");
    private static final Pattern IPV6 = Pattern.compile(
            "(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?=[0-9a-fA-F:]*::[0-9a-fA-F:]*$)(?!.*::.*::)(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}");

    private EsmeTypes() {}

    private static boolean isRange(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        String length = slash < 0 ? "0" : text.substring(slash + 1);
        int bits = Hosts.isAddress(address) ? 32 : bitsOfSix(address);
        return bits > 0 && length.matches("\\d{1,3}") && Integer.parseInt(length) <= bits;
    }

    /** As many as Java takes it for, 32 for an IPv4 address in IPv6's form; 0 when it is none. Nobody is asked. */
    private static int bitsOfSix(String address) {
        try {
            return IPV6.matcher(address).matches()
                    ? 8 * InetAddress.getByName(address).getAddress().length
                    : 0;
        } catch (UnknownHostException noAddress) {
            return 0;
        }
    }

    /** With two of them a receipt still is a short message. */
    private static boolean isShort(String dates) {
        boolean word = Set.of(ReceiptGrammar.USUAL_DATES, ReceiptGrammar.SECONDS, ReceiptGrammar.MILLISECONDS)
                .contains(dates);
        return word
                || DateTimeFormatter.ofPattern(dates, Locale.ENGLISH)
                                .format(LONG_DAY)
                                .length()
                        <= LONGEST_DATE;
    }

    /** Printable characters of ASCII, and fields. */
    private static boolean isReceipt(String text) {
        Set<String> named = new HashSet<>();
        Matcher fields = FIELD.matcher(text);
        while (fields.find()) {
            if (!EsmeReceipts.FIELDS.contains(fields.group(1)) || !named.add(fields.group(1))) {
                return false;
            }
        }
        String rest = fields.replaceAll("");
        return text.length() <= LONGEST_RECEIPT
                && named.contains("id")
                && (named.contains("stat") || named.contains("state"))
                && rest.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '{' && c != '}');
    }

    private static String of(String text, boolean good) throws ValueType.BadValue {
        if (!good) {
            throw new ValueType.BadValue();
        }
        return text;
    }
}
