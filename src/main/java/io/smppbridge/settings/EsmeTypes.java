package io.smppbridge.settings;

import java.util.regex.Pattern;

/** The kinds of values that only the SMPP server has. */
final class EsmeTypes {
    static final ValueType PASSWORD_HASHES = Types.list(
            "pbkdf2:<rounds>:<salt>:<hash> as ./bridge key --password FILE prints it, several by comma",
            text -> of(text, PasswordHash.parse(text).isPresent()));
    static final ValueType ADDRESSES = Types.list(
            "addresses such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32, several by comma",
            text -> of(text, isRange(text)));

    private static final Pattern IPV6 = Pattern.compile(
            "(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?=[0-9a-fA-F:]*::[0-9a-fA-F:]*$)(?!.*::.*::)(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}");

    private EsmeTypes() {}

    private static boolean isRange(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        String length = slash < 0 ? "0" : text.substring(slash + 1);
        boolean four = Hosts.isAddress(address);
        boolean six = IPV6.matcher(address).matches();
        return (four || six) && length.matches("\\d{1,3}") && Integer.parseInt(length) <= (four ? 32 : 128);
    }

    private static String of(String text, boolean good) throws ValueType.BadValue {
        if (!good) {
            throw new ValueType.BadValue();
        }
        return text;
    }
}
