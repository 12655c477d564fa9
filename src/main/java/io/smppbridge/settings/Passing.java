package io.smppbridge.settings;

import io.smppbridge.settings.ValueType.BadValue;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

/**
 * What of a message's own terms its SMSC is told, and how.
 *
 * @param times how times are written ({@code time-form})
 * @param zone whose local time absolute ones are in ({@code time-zone}); their distance from UTC goes with them
 * @param schedule whether the SMSC keeps scheduled messages until their time ({@code pass-schedule}); else the bridge does
 * @param fields what an ESME may tell it ({@code pass-fields})
 */
public record Passing(Times times, ZoneId zone, boolean schedule, List<Field> fields) {
    /** How validity_period and schedule_delivery_time are written (SMPP 3.4 §7.1.1). */
    public enum Times {
        RELATIVE,
        ABSOLUTE
    }

    /** What stands on a submit_sm beside its text. */
    public enum Field {
        SERVICE_TYPE,
        PROTOCOL_ID,
        REPLY_PATH,
        /** The wish for its notifications of states on the way, of a message whose platform wants to hear of all (registered_delivery, bit 4). */
        INTERMEDIATE
    }

    /** Unless told otherwise. */
    public static final Passing USUAL = new Passing(
            Times.RELATIVE, ZoneOffset.UTC, false, List.of(Field.SERVICE_TYPE, Field.PROTOCOL_ID, Field.REPLY_PATH));

    static final ValueType FIELDS =
            Types.list("service-type, protocol-id, reply-path, intermediate, several by comma", Passing::field);

    public Passing {
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(zone, "zone");
        fields = List.copyOf(fields);
    }

    /** Whether an ESME's field goes on. */
    public boolean passes(Field field) {
        return fields.contains(field);
    }

    private static Field field(String text) throws BadValue {
        return switch (text) {
            case "service-type" -> Field.SERVICE_TYPE;
            case "protocol-id" -> Field.PROTOCOL_ID;
            case "reply-path" -> Field.REPLY_PATH;
            case "intermediate" -> Field.INTERMEDIATE;
            default -> throw new BadValue();
        };
    }
}
