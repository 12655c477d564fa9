package io.smppbridge.routing;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import io.smppbridge.Address;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;

/** Makes national numbers international (E.164). What is no valid number of any country, such as a short code, is left alone. */
@ThreadSafe
public final class Numbers {
    private static final int INTERNATIONAL = 1;
    private static final int E164 = 1;
    private static final String NO_REGION = "ZZ";

    private final PhoneNumberUtil library = PhoneNumberUtil.getInstance();

    /**
     * @param region where a number without country code is meant, ISO 3166
     * @return the number as the world dials it; empty when it is that already, or is no number
     */
    public Optional<Address> international(Address written, String region) {
        if (!written.isNumeric()) {
            return Optional.empty();
        }
        // A number that is valid as a national one and as an international one is taken for national, as people of the
        // region dial.
        return parsed(written.number(), region)
                .or(() -> parsed("+" + written.number(), region))
                .map(number -> new Address(number, INTERNATIONAL, E164))
                .filter(address -> !address.equals(written));
    }

    /** Whether it was written with a {@code +} and is a valid number of the country that it begins with: nothing is to be added. */
    public boolean isInternational(Address written) {
        return written.isWithPlus()
                && written.isNumeric()
                && parsed("+" + written.number(), NO_REGION).isPresent();
    }

    private Optional<String> parsed(String digits, String region) {
        try {
            PhoneNumber number = library.parse(digits, region);
            return library.isValidNumber(number)
                    ? Optional.of(library.format(number, PhoneNumberUtil.PhoneNumberFormat.E164)
                            .substring(1))
                    : Optional.empty();
        } catch (NumberParseException none) {
            return Optional.empty();
        }
    }
}
