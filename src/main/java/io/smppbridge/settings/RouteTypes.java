package io.smppbridge.settings;

import static io.smppbridge.settings.Types.type;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.RouteConfig.Hours;
import io.smppbridge.settings.RouteConfig.Share;
import io.smppbridge.settings.ValueType.BadValue;
import io.smppbridge.tlv.Tlvs;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;

/** The kinds of values that only routes have. */
final class RouteTypes {
    static final ValueType TIERS = type(
            "names of SMSCs by comma, with a weight 1..100 where they are not equal (a*3, b); > before the SMSCs that serve when none before can",
            RouteTypes::tiers);
    static final ValueType NETWORKS =
            type("MCC such as 240, or MCC and MNC such as 24001, several by comma", RouteTypes::networks);
    static final ValueType PATTERN =
            type("a regular expression of RE2 (no look-around, no back-references)", RouteTypes::pattern);
    static final ValueType REGION = type("a country of ISO 3166 such as SE", text -> {
        need(text.isEmpty() || List.of(Locale.getISOCountries()).contains(text));
        return text;
    });
    static final ValueType TLVS =
            type("names of TLVs, with = and a value where one is asked for, several by comma", RouteTypes::tlvs);
    static final ValueType HOURS = type(
            "hours such as mon-fri 08:00-18:00, sat 10:00-14:00; days alone or hours alone will do", RouteTypes::hours);
    static final ValueType FAILOVER = type(
            "several by comma of down, refused, rejected, unanswered, undelivered, no-receipt", RouteTypes::failover);

    static final ValueType HOP_TAG = type("a vendor's tag 0x1400..0x3fff, or empty", text -> {
        String tag = text.toLowerCase(Locale.ROOT);
        need(tag.isEmpty()
                || tag.matches("0x[0-9a-f]{4}")
                        && Integer.parseInt(tag.substring(2), 16) >= 0x1400
                        && Integer.parseInt(tag.substring(2), 16) <= 0x3FFF);
        return tag;
    });

    private static final java.util.regex.Pattern SHARE =
            java.util.regex.Pattern.compile("([a-z0-9-]{1,32})(?:\\s*\\*\\s*(\\d{1,3}))?");
    private static final java.util.regex.Pattern WHEN =
            java.util.regex.Pattern.compile("([a-z]{3}(?:-[a-z]{3})?)?\\s*(?:(\\d\\d:\\d\\d)-(\\d\\d:\\d\\d))?");
    private static final List<String> DAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    private RouteTypes() {}

    /** What may not be, without saying why: the type's own words do. */
    private static void need(boolean good) throws BadValue {
        if (!good) {
            throw new BadValue();
        }
    }

    private static List<String> elements(String text, String separator) {
        List<String> all = new ArrayList<>();
        for (String part : text.isBlank() ? new String[0] : text.split(separator, -1)) {
            all.add(part.strip());
        }
        return all;
    }

    private static List<List<Share>> tiers(String text) throws BadValue {
        List<List<Share>> tiers = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (String tier : elements(text, ">")) {
            List<Share> shares = new ArrayList<>();
            for (String one : elements(tier, ",")) {
                Matcher match = SHARE.matcher(one);
                need(match.matches() && Types.isName(match.group(1)) && seen.add(match.group(1)));
                int weight = match.group(2) == null ? 1 : Integer.parseInt(match.group(2));
                need(weight >= 1 && weight <= 100);
                shares.add(new Share(match.group(1), weight));
            }
            need(!shares.isEmpty());
            tiers.add(List.copyOf(shares));
        }
        need(!tiers.isEmpty());
        return List.copyOf(tiers);
    }

    private static List<String> networks(String text) throws BadValue {
        List<String> all = elements(text, ",");
        for (String one : all) {
            need(one.matches("\\d{3}(\\d{2,3})?"));
        }
        return List.copyOf(all);
    }

    private static String pattern(String text) throws BadValue {
        try {
            need(text.length() <= 1_000);
            Pattern.compile(text);
            return text;
        } catch (PatternSyntaxException bad) {
            throw new BadValue();
        }
    }

    private static List<RouteConfig.Tlv> tlvs(String text) throws BadValue {
        List<RouteConfig.Tlv> all = new ArrayList<>();
        for (String one : elements(text, ",")) {
            int equals = one.indexOf('=');
            String name = equals < 0 ? one : one.substring(0, equals).strip();
            need(!name.isEmpty() && equals != one.length() - 1);
            all.add(new RouteConfig.Tlv(
                    name, equals < 0 ? "" : one.substring(equals + 1).strip(), List.of(Tlvs.STANDARD)));
        }
        return List.copyOf(all);
    }

    private static List<Hours> hours(String text) throws BadValue {
        List<Hours> all = new ArrayList<>();
        for (String one : elements(text, ",")) {
            Matcher match = WHEN.matcher(one.toLowerCase(Locale.ROOT));
            need(!one.isEmpty() && match.matches());
            boolean always = match.group(2) == null;
            all.add(new Hours(
                    days(match.group(1)),
                    always ? LocalTime.MIDNIGHT : time(match.group(2)),
                    always ? LocalTime.MIDNIGHT : time(match.group(3))));
        }
        return List.copyOf(all);
    }

    private static Set<DayOfWeek> days(String text) throws BadValue {
        if (text == null) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        int first = DAYS.indexOf(text.substring(0, 3));
        int last = text.length() > 3 ? DAYS.indexOf(text.substring(4)) : first;
        need(first >= 0 && last >= 0);
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (int day = first; ; day = (day + 1) % DAYS.size()) {
            days.add(DayOfWeek.of(day + 1));
            if (day == last) {
                return days;
            }
        }
    }

    private static LocalTime time(String text) throws BadValue {
        try {
            return text.equals("24:00") ? LocalTime.MIDNIGHT : LocalTime.parse(text);
        } catch (DateTimeException noTime) {
            throw new BadValue();
        }
    }

    private static Set<Failover> failover(String text) throws BadValue {
        Set<Failover> all = new LinkedHashSet<>();
        for (String one : elements(text, ",")) {
            try {
                need(one.equals(one.toLowerCase(Locale.ROOT)));
                all.add(Failover.valueOf(one.toUpperCase(Locale.ROOT).replace('-', '_')));
            } catch (IllegalArgumentException unknown) {
                throw new BadValue();
            }
        }
        return Set.copyOf(all);
    }
}
