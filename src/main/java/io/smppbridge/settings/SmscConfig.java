package io.smppbridge.settings;

import io.smppbridge.tlv.Tlvs;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One account at one SMSC ({@code smsc.<name>.*}). */
public record SmscConfig(
        String name,
        Link link,
        Binds binds,
        Pace pace,
        Timers timers,
        Reconnect reconnect,
        Retry retry,
        Uncertain uncertain,
        Text text,
        Inbound inbound,
        Operations operations,
        Leaving leaving) {
    /** With nothing but the standard operations, and messages that leave as soon as they can. */
    public SmscConfig(
            String name,
            Link link,
            Binds binds,
            Pace pace,
            Timers timers,
            Reconnect reconnect,
            Retry retry,
            Uncertain uncertain,
            Text text,
            Inbound inbound) {
        this(
                name,
                link,
                binds,
                pace,
                timers,
                reconnect,
                retry,
                uncertain,
                text,
                inbound,
                Operations.STANDARD,
                Leaving.AT_ONCE);
    }

    /**
     * Whom to call and as whom.
     *
     * @param host {@code host}
     * @param port {@code port}
     * @param systemId {@code system-id}, at most 15 characters
     * @param password {@code password} or {@code password-file}, at most 8 characters unless {@code long-password = true}
     * @param systemType {@code system-type}
     * @param addressRange {@code address-range}
     * @param interfaceVersion 0x33, 0x34 or 0x50 ({@code version = 3.3|3.4|5.0})
     * @param tls how the link is encrypted ({@code tls = on}); empty for clear text
     * @param transport what carries it ({@code transport = jsmpp|netty})
     */
    public record Link(
            String host,
            int port,
            String systemId,
            Secret password,
            String systemType,
            String addressRange,
            int interfaceVersion,
            Optional<TlsConfig> tls,
            TransportKind transport) {
        /** In clear text, over jSMPP. */
        public Link(
                String host,
                int port,
                String systemId,
                Secret password,
                String systemType,
                String addressRange,
                int interfaceVersion) {
            this(
                    host,
                    port,
                    systemId,
                    password,
                    systemType,
                    addressRange,
                    interfaceVersion,
                    Optional.empty(),
                    TransportKind.JSMPP);
        }
    }

    /**
     * @param mode what the senders bind as ({@code bind = transmitter|transceiver})
     * @param receive how inbound comes ({@code receive = transceiver|receiver|poll|outbind|off})
     * @param senders sender workers ({@code senders})
     * @param binds sender binds, shared out over the workers ({@code binds}), never fewer than these
     * @param onDemand whether a bind is made for a bunch and given up after it ({@code session = persistent|on-demand})
     * @param idle how long an on-demand bind may stay without work ({@code idle})
     */
    public record Binds(Mode mode, Receive receive, int senders, int binds, boolean onDemand, Duration idle) {
        /** The command a sender binds with. */
        public enum Mode {
            TRANSMITTER,
            TRANSCEIVER
        }

        /** How MO and receipts come. */
        public enum Receive {
            /** On the senders' own binds. */
            TRANSCEIVER,
            /** On a receiver bind that is always on. */
            RECEIVER,
            /** On a receiver bind that is made, drained and given up again and again. */
            POLL,
            /** On a receiver bind that is made when the SMSC calls by outbind. */
            OUTBIND,
            /** Not at all. */
            OFF
        }
    }

    /**
     * @param rate submit_sm per second, summed over all binds ({@code rate}); fractions allowed; {@link Double#POSITIVE_INFINITY} for {@code unlimited}
     * @param burst submit_sm at once after a pause ({@code burst}), 1 or at most one second's worth
     * @param guard added to each second so that jitter on the way never makes it rate + 1 ({@code rate-guard})
     * @param window submit_sm without an answer, for each bind ({@code window}); a small rate lowers its default
     * @param bunch tasks a sender takes at once ({@code bunch})
     * @param bag messages that may wait ({@code bag})
     * @param partGap no part of a message goes out later after the one before it, as far as the rate allows ({@code part-gap-max})
     */
    public record Pace(double rate, int burst, Duration guard, int window, int bunch, int bag, Duration partGap) {
        /** With the usual bound between parts. */
        public Pace(double rate, int burst, Duration guard, int window, int bunch, int bag) {
            this(rate, burst, guard, window, bunch, bag, Duration.ofSeconds(10));
        }

        public boolean limited() {
            return rate != Double.POSITIVE_INFINITY;
        }
    }

    /**
     * @param connectWithin {@code connect-within}
     * @param bindWithin {@code bind-within}
     * @param answerWithin a submit_sm without an answer makes the bind suspect after ({@code answer-within})
     * @param answerTimers how many such times before the bind is given up ({@code answer-timers})
     * @param enquireLink silence before an enquire_link ({@code enquire-link})
     * @param unbindWithin {@code unbind-within}
     */
    public record Timers(
            Duration connectWithin,
            Duration bindWithin,
            Duration answerWithin,
            int answerTimers,
            Duration enquireLink,
            Duration unbindWithin) {
        /** Time for connection and bind together. */
        public Duration untilBound() {
            return connectWithin.plus(bindWithin);
        }
    }

    /**
     * @param min first pause ({@code reconnect-min})
     * @param max longest pause ({@code reconnect-max})
     * @param refused pause after refused credentials ({@code reconnect-refused})
     * @param stable how long a bind must hold for the pause to start small again ({@code reconnect-stable})
     */
    public record Reconnect(Duration min, Duration max, Duration refused, Duration stable) {}

    /**
     * @param attempts refused attempts before the message is given up ({@code retry-attempts})
     * @param min first pause of a refused message ({@code retry-min})
     * @param max longest pause ({@code retry-max})
     * @param throttleMin first pause of the lane after RTHROTTLED or RMSGQFUL ({@code throttle-min})
     * @param throttleMax longest ({@code throttle-max})
     * @param statuses command_status to class, over the default table ({@code status.0x58 = throttled})
     * @param budgets where attempts and pauses differ by command_status
     */
    public record Retry(
            int attempts,
            Duration min,
            Duration max,
            Duration throttleMin,
            Duration throttleMax,
            Map<Integer, StatusClass> statuses,
            RetryBudgets budgets) {}

    /** What a command_status means for the message. */
    public enum StatusClass {
        OK,
        /** The message itself is refused: no other attempt. */
        PERMANENT,
        /** Try the message again later. */
        TEMPORARY,
        /** The lane is too fast: pause it, try again, count nothing. */
        THROTTLED,
        /** The bind is not what we think: make it anew, try again. */
        REBIND
    }

    /**
     * @param policy what to do with a message whose answer never came ({@code uncertain = resend|hold|never})
     * @param max attempts after unanswered ones, under {@code resend} ({@code uncertain-max}), 0..3
     * @param settleWithin how long a late receipt may settle it before ({@code uncertain-wait})
     */
    public record Uncertain(Policy policy, int max, Duration settleWithin) {
        public enum Policy {
            /** Send again, marked as a possible duplicate. */
            RESEND,
            /** Wait for an operator's word. */
            HOLD,
            /** End as UNCERTAIN. */
            NEVER
        }
    }

    /**
     * @param longMessage how a text longer than one short message travels ({@code long-message = udh8|udh8-or-16|udh16|sar|payload})
     * @param maxParts {@code max-parts}
     * @param alphabet what data_coding 0 means ({@code alphabet}): never UCS-2 or octets
     * @param moAlphabets what a data_coding means in MO, where it is not what the standards say ({@code mo-alphabet.0x08 = latin1})
     * @param serviceType {@code service-type}
     * @param passValidity whether validity_period is sent ({@code pass-validity})
     * @param shaping what may be done to a text
     * @param addresses how senders and recipients are written
     * @param passing what of a message's own terms the SMSC is told
     */
    public record Text(
            LongMessage longMessage,
            int maxParts,
            TextCoding alphabet,
            Map<Integer, TextCoding> moAlphabets,
            String serviceType,
            boolean passValidity,
            Shaping shaping,
            Addresses addresses,
            Passing passing) {
        /**
         * @param nationalTables languages whose tables may be used where that makes a text shorter ({@code national-tables})
         * @param smart whether typographic characters are replaced where that makes a text shorter ({@code smart-encoding})
         * @param wholeGraphemes whether what people see as one character stays in one part ({@code whole-graphemes})
         */
        public record Shaping(List<Language> nationalTables, boolean smart, boolean wholeGraphemes) {
            public static final Shaping NONE = new Shaping(List.of(), false, false);

            public Shaping {
                nationalTables = List.copyOf(nationalTables);
            }
        }

        public enum LongMessage {
            UDH8,
            /** 16 bits for a message that finds all numbers of 8 bits in use. */
            UDH8_OR_16,
            UDH16,
            SAR,
            PAYLOAD
        }
    }

    /**
     * @param idForm how ids in answers and receipts compare ({@code message-id}): the form in the
     *     answer, then the form in the receipt
     * @param pollEvery pause between polls ({@code poll-every})
     * @param pollSilence a poll ends after this much silence ({@code poll-silence})
     * @param reassembleWithin how long the parts of an MO are awaited ({@code reassemble-within})
     * @param park how long a receipt that overtook its answer is kept in wait ({@code receipt-park})
     * @param zone the SMSC's clock ({@code time-zone})
     * @param byText whether a text makes a receipt of what esm_class calls a message ({@code receipts-by-text})
     * @param verdict how the receipts of its parts make a message's state ({@code receipt-verdict = all|any|first|last})
     * @param idPart how much of an id counts ({@code message-id-part})
     * @param repeatWithin how long the same MO again is a repeat of the SMSC's ({@code repeat-within}); zero for never
     * @param grammar how receipts are written, where not as usual ({@code receipt-pattern}, {@code receipt-fields} and so on)
     */
    public record Inbound(
            String idForm,
            Duration pollEvery,
            Duration pollSilence,
            Duration reassembleWithin,
            Duration park,
            ZoneId zone,
            boolean byText,
            Verdict verdict,
            IdPart idPart,
            Duration repeatWithin,
            ReceiptGrammar grammar) {}

    /** Which parts of a message must be delivered for it to be delivered. */
    public enum Verdict {
        /** Every one; the first failure is the message's. */
        ALL,
        /** One. */
        ANY,
        /** Part 1, for SMSCs that send a receipt for that one only. */
        FIRST,
        /** The last part, for SMSCs that send a receipt for that one only. */
        LAST
    }

    /**
     * What the SMSC takes beyond a plain submit_sm.
     *
     * @param tlvs the TLVs it knows by name ({@code tlv.<name>}), and those that each message carries ({@code tlv-default.<name>})
     * @param asks what may be asked of it about messages that it has taken ({@code operations = query, cancel, replace})
     * @param dataSm whether messages go to it by data_sm ({@code submit-with = data_sm})
     * @param submitMulti how many messages of one text may go in one submit_multi; 0 for none ({@code submit-multi})
     */
    public record Operations(Tlvs tlvs, Set<Asks> asks, boolean dataSm, int submitMulti) {
        public static final Operations STANDARD = new Operations(Tlvs.STANDARD, Set.of(), false, 0);

        public Operations {
            asks = Set.copyOf(asks);
        }

        /** What may be asked about a message. */
        public enum Asks {
            /** query_sm. */
            QUERY,
            /** cancel_sm. */
            CANCEL,
            /** replace_sm. */
            REPLACE
        }
    }
}
