package io.smppbridge.settings;

import io.smppbridge.tlv.Tlvs;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One rule of the routing table ({@code route.<name>.*}); routes are tried in the order of their {@code order}, then of the file.
 *
 * @param match which messages it is for
 * @param target where they go
 */
public record RouteConfig(String name, int order, Match match, Target target) {
    /**
     * What a message must be like; an empty list asks for nothing, everything that is asked for must hold.
     *
     * @param prefixes the destination starts with one of these digits ({@code route.<name>.prefix})
     * @param accounts {@code route.<name>.account}
     * @param senders {@code route.<name>.from}
     * @param operators MCC or MCC and MNC of the destination by the table of operators ({@code route.<name>.operator})
     * @param firstWords first word of the text, in any case ({@code route.<name>.first-word})
     * @param text a pattern of RE2 found somewhere in the text; empty for none ({@code route.<name>.text})
     * @param tlvs {@code route.<name>.tlv}
     * @param hours when the message is accepted ({@code route.<name>.time})
     * @param zone of these hours ({@code route.<name>.time-zone})
     */
    public record Match(
            List<String> prefixes,
            List<String> accounts,
            List<String> senders,
            List<String> operators,
            List<String> firstWords,
            String text,
            List<Tlv> tlvs,
            List<Hours> hours,
            ZoneId zone) {
        public Match {
            prefixes = List.copyOf(prefixes);
            accounts = List.copyOf(accounts);
            senders = List.copyOf(senders);
            operators = List.copyOf(operators);
            firstWords = List.copyOf(firstWords);
            tlvs = List.copyOf(tlvs);
            hours = List.copyOf(hours);
        }

        /** By destination, account and sender alone. */
        public static Match simple(List<String> prefixes, List<String> accounts, List<String> senders) {
            return new Match(
                    prefixes, accounts, senders, List.of(), List.of(), "", List.of(), List.of(), ZoneOffset.UTC);
        }
    }

    /**
     * A TLV that a message must carry.
     *
     * @param name as an SMSC of the route names it, or its tag
     * @param value as text; empty for any
     * @param known what the route's SMSCs know
     */
    public record Tlv(String name, String value, List<Tlvs> known) {
        public Tlv {
            known = List.copyOf(known);
        }

        /** Whether a message carries it, whatever it calls it. */
        public boolean isAmong(Map<String, String> carried) {
            return !carried.isEmpty() && known.stream().anyMatch(tlvs -> tlvs.carries(carried, name, value));
        }
    }

    /**
     * A part of the week, from the one time until just before the other; over midnight when the second is not after the first.
     *
     * @param days on which it begins
     */
    public record Hours(Set<DayOfWeek> days, LocalTime from, LocalTime until) {
        public Hours {
            days = Set.copyOf(days);
        }
    }

    /**
     * Where messages go.
     *
     * @param tiers SMSCs by preference: a later tier only serves when no SMSC of an earlier one can ({@code route.<name>.smsc})
     * @param cheapest within a tier the cheapest first, else by weight in turn ({@code route.<name>.pick})
     * @param failover what moves a message on to an SMSC of the route that has not had it ({@code route.<name>.failover})
     */
    public record Target(List<List<Share>> tiers, boolean cheapest, Set<Failover> failover) {
        public Target {
            tiers = tiers.stream().map(List::copyOf).toList();
            failover = Set.copyOf(failover);
        }

        /** All SMSCs, in the order of their tiers. */
        public List<String> smscs() {
            Set<String> names = new LinkedHashSet<>();
            tiers.forEach(tier -> tier.forEach(share -> names.add(share.smsc())));
            return List.copyOf(names);
        }
    }

    /** An SMSC and how many messages in turn it takes. */
    public record Share(String smsc, int weight) {}

    /** Why a message leaves its SMSC for another one. Their order is on disk: further ones come last. */
    public enum Failover {
        /** No bind stands, and none has for some time. */
        DOWN,
        /** Every attempt was refused for a time. */
        REFUSED,
        /** Refused for good. */
        REJECTED,
        /** No answer came: the SMSC may have taken it, so the subscriber may get it twice. */
        UNANSWERED,
        /** The receipt says that it was not delivered. */
        UNDELIVERED,
        /** No receipt came in time: the subscriber may have it already, so may get it twice. */
        NO_RECEIPT;

        /** Whether the subscriber may get the message twice. */
        public boolean mayDouble() {
            return this == UNANSWERED || this == NO_RECEIPT;
        }
    }

    /** A rule as simple as most are: one tier, equal shares. */
    public RouteConfig(
            String name,
            int order,
            List<String> prefixes,
            List<String> accounts,
            List<String> senders,
            List<String> smscs) {
        this(
                name,
                order,
                Match.simple(prefixes, accounts, senders),
                new Target(
                        List.of(smscs.stream().map(smsc -> new Share(smsc, 1)).toList()), false, Set.of()));
    }

    public List<String> smscs() {
        return target.smscs();
    }
}
