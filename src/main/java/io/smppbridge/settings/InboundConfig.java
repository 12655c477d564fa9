package io.smppbridge.settings;

import java.time.Duration;
import java.util.List;

/**
 * What becomes of subscribers' messages (MO).
 *
 * @param routes in the order in which they are tried
 * @param consent how STOP and START are understood
 */
public record InboundConfig(List<Route> routes, Consent consent) {
    public InboundConfig {
        routes = List.copyOf(routes);
    }

    /**
     * Which MO go where ({@code inbound.<name>.*}); an empty list asks for nothing, everything that is asked for must hold.
     *
     * @param order the lowest is tried first ({@code inbound.<name>.order})
     * @param keywords first word of the text, in any case ({@code inbound.<name>.keyword})
     * @param to numbers it was sent to ({@code inbound.<name>.to})
     * @param from beginnings of the subscriber's number ({@code inbound.<name>.from})
     * @param smscs {@code inbound.<name>.smsc}
     * @param account whose webhook or listener takes it ({@code inbound.<name>.account}); empty when a webhook is named
     * @param webhook that takes it ({@code inbound.<name>.webhook}); empty when an account is named
     */
    public record Route(
            String name,
            int order,
            List<String> keywords,
            List<String> to,
            List<String> from,
            List<String> smscs,
            String account,
            String webhook) {
        public Route {
            keywords = List.copyOf(keywords);
            to = List.copyOf(to);
            from = List.copyOf(from);
            smscs = List.copyOf(smscs);
        }
    }

    /**
     * How subscribers say that they want no more messages ({@code consent.*}).
     *
     * @param enabled whether the words are looked for ({@code consent.enabled})
     * @param scope what a STOP is for ({@code consent.scope})
     * @param stop its words, and what is answered; empty for no answer ({@code consent.stop-words}, {@code consent.stop-reply})
     * @param start of the word that takes it back ({@code consent.start-words}, {@code consent.start-reply})
     * @param help of a question, which changes nothing ({@code consent.help-words}, {@code consent.help-reply})
     * @param account in whose name answers are sent ({@code consent.account}); empty for the one whose MO it is
     * @param answerAgain how long a STOP or START that changes nothing is not answered again ({@code consent.answer-again})
     * @param region where a number without country code is meant ({@code consent.region}); empty when that is not known
     */
    public record Consent(
            boolean enabled,
            Scope scope,
            Keyword stop,
            Keyword start,
            Keyword help,
            String account,
            Duration answerAgain,
            String region) {}

    /** Words, any of which a message must be as a whole, and what is answered. */
    public record Keyword(List<String> words, String reply) {
        public Keyword {
            words = List.copyOf(words);
        }
    }

    /** What a STOP is for. */
    public enum Scope {
        /** The number that it was sent to. */
        SENDER,
        /** All messages of the account whose MO it is. */
        ACCOUNT,
        /** Everything. */
        ALL
    }
}
