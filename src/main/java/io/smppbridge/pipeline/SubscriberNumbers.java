package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.routing.Numbers;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;

/** The one form of a subscriber's number by which wishes are kept: international where the country is known, else as written. */
@ThreadSafe
final class SubscriberNumbers {
    private final String region;
    private final Optional<Numbers> numbers;

    /** @param region where a number without country code is meant, ISO 3166; empty when that is not known */
    SubscriberNumbers(String region) {
        this.region = region;
        // The tables are read now, and not while a message waits; and only for those who use them.
        this.numbers = region.isEmpty() ? Optional.empty() : Optional.of(new Numbers());
        of(Address.of("1234567"));
    }

    /** Digits without a plus. */
    String of(Address written) {
        String digits = digits(written);
        return numbers.flatMap(known -> known.international(new Address(digits, written.ton(), written.npi()), region))
                .map(Address::number)
                .orElse(digits);
    }

    /** As it was written, without a plus. */
    static String digits(Address address) {
        String number = address.number();
        return number.startsWith("+") ? number.substring(1) : number;
    }
}
