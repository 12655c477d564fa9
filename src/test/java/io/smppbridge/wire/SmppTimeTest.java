package io.smppbridge.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.Random;
import java.util.TimeZone;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Whatever time is written as SMPP has it, the same moment is read: around leap seconds, summer time and the ends of years and centuries, in every zone. */
@Tag("G-02")
@Tag("C79")
class SmppTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final int QUARTERS = 48;
    private static final int EACH = 500;
    private static final DateTimeFormatter SMPP = DateTimeFormatter.ofPattern("yyMMddHHmmss");

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A moment that two digits of a year can say, in tenths of a second; one in four near the end of a year. */
    private Instant moment() {
        if (random.nextInt(4) == 0) {
            Instant newYear = OffsetDateTime.of(2000 + random.nextInt(38), 1, 1, 0, 0, 0, 0, ZoneOffset.UTC)
                    .toInstant();
            return newYear.plusMillis(100L * (random.nextInt(1_000_000) - 1_000_000));
        }
        long tenths = Duration.between(Instant.parse("2000-01-02T00:00:00Z"), Instant.parse("2037-12-31T00:00:00Z"))
                        .toMillis()
                / 100;
        return Instant.parse("2000-01-02T00:00:00Z").plusMillis(100 * (long) (random.nextDouble() * tenths));
    }

    private static String written(LocalDateTime local, int quarters) {
        return SMPP.format(local)
                + local.getNano() / 100_000_000
                + String.format("%02d%s", Math.abs(quarters), quarters < 0 ? "-" : "+");
    }

    @Test
    void an_absolute_time_is_the_same_moment_at_every_distance_from_utc(TestReporter reporter) {
        int tried = 0;
        for (int quarters = -QUARTERS; quarters <= QUARTERS; quarters++) {
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(quarters * 900);
            for (int i = 0; i < EACH; i++) {
                Instant at = moment();
                LocalDateTime local = at.atOffset(offset).toLocalDateTime();
                if (local.getYear() >= 2000 && local.getYear() <= 2037) {
                    String text = written(local, quarters);
                    assertThat(SmppTime.parse(text, NOW))
                            .as("%s, seed %d", text, seed)
                            .contains(at);
                    assertThat(SmppTime.absolute(at, offset))
                            .as("seed %d", seed)
                            .isEqualTo(text);
                    tried++;
                }
            }
        }
        Tried.times(tried)
                .note("moments at 97 distances from UTC, seed " + seed)
                .tell(reporter);
    }

    /** What the spec says of a month and a year: 30 and 365 days. */
    @Test
    void a_relative_time_is_so_much_later_whatever_the_calendar_does_meanwhile(TestReporter reporter) {
        int tried = 20 * EACH;
        for (int i = 0; i < tried; i++) {
            int[] part = {
                random.nextInt(100), random.nextInt(100), random.nextInt(100),
                random.nextInt(100), random.nextInt(100), random.nextInt(100)
            };
            Instant now = moment();
            String text =
                    String.format("%02d%02d%02d%02d%02d%02d000R", part[0], part[1], part[2], part[3], part[4], part[5]);
            Duration later = Duration.ofDays(365L * part[0] + 30L * part[1] + part[2])
                    .plusHours(part[3])
                    .plusMinutes(part[4])
                    .plusSeconds(part[5]);
            assertThat(SmppTime.parse(text, now)).as("%s, seed %d", text, seed).contains(now.plus(later));
        }
        Tried.times(tried).note("seed " + seed).tell(reporter);
    }

    /** An hour that comes twice is told apart by its distance from UTC, one that is left out is never written. */
    @Test
    void around_each_change_of_each_zone_what_is_written_in_local_time_comes_back(TestReporter reporter) {
        int changes = 0;
        int tried = 0;
        for (String name : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            ZoneId zone = ZoneId.of(name);
            ZoneOffsetTransition change = zone.getRules().nextTransition(NOW);
            for (; change != null && change.getInstant().isBefore(Instant.parse("2037-12-01T00:00:00Z")); changes++) {
                for (int minutes = -90; minutes <= 90; minutes += 15) {
                    Instant at = change.getInstant().plusSeconds(60L * minutes - 1 + random.nextInt(3));
                    String text = SmppTime.absolute(at, zone);
                    assertThat(SmppTime.parse(text, at))
                            .as("%s in %s, seed %d", text, zone, seed)
                            .contains(at);
                    tried++;
                }
                change = zone.getRules().nextTransition(change.getInstant());
            }
        }
        assertThat(changes).isGreaterThan(1_000);
        Tried.times(tried)
                .faults(changes)
                .note("changes of summer time and zones until 2037")
                .tell(reporter);
    }

    /** The machine's own zone is none of SMPP's business. */
    @Test
    void the_zone_of_the_machine_changes_nothing() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String name : new String[] {"Pacific/Kiritimati", "Pacific/Niue", "Asia/Kathmandu", "Europe/Berlin"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(name));
                assertThat(SmppTime.parse("261025023000004+", NOW)).contains(Instant.parse("2026-10-25T01:30:00Z"));
                assertThat(SmppTime.parse("000000020000000R", NOW)).contains(NOW.plusSeconds(7_200));
                assertThat(SmppTime.absolute(Instant.parse("2026-10-25T01:30:00Z")))
                        .isEqualTo("261025013000000+");
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** A leap second has no number between 00 and 59 in SMPP, nor a moment of its own in the clocks of machines. */
    @Test
    void a_leap_second_is_no_time_and_those_beside_it_are_a_second_apart() {
        assertThat(SmppTime.parse("161231235960000+", NOW)).isEmpty();
        Instant before = SmppTime.parse("161231235959000+", NOW).orElseThrow();
        assertThat(SmppTime.parse("170101000000000+", NOW)).contains(before.plusSeconds(1));
    }

    /** By the rule of SMPP 3.4 until 2036; then the century that is nearest, so that 2038 comes after 2037 and 2106 after 2105. */
    @Test
    void years_that_run_on_past_2038_and_a_century_are_those_to_come(TestReporter reporter) {
        int tried = 0;
        for (int year = 2037; year <= 2130; year++) {
            for (int ahead = 0; ahead < 49; ahead++) {
                Instant now = OffsetDateTime.of(year, 12, 30, 23, 0, 0, 0, ZoneOffset.UTC)
                        .toInstant();
                OffsetDateTime until = OffsetDateTime.of(year + ahead, 12, 31, 23, 59, 59, 0, ZoneOffset.UTC);
                String text = written(until.toLocalDateTime(), 0);
                assertThat(SmppTime.parse(text, now)).as("%s in %d", text, year).contains(until.toInstant());
                tried++;
            }
        }
        Tried.times(tried)
                .note("validities up to 48 years ahead, from 2037 to 2130")
                .tell(reporter);
    }

    /** Of the years that two digits can mean, from fifty years back to forty-nine ahead; by the calendar at that distance from UTC. */
    @Test
    void the_nearest_century_is_told_by_the_year_over_there() {
        Instant in2040 = Instant.parse("2040-06-01T00:00:00Z");
        assertThat(SmppTime.parse("890101000000000+", in2040)).contains(Instant.parse("2089-01-01T00:00:00Z"));
        assertThat(SmppTime.parse("900101000000000+", in2040)).contains(Instant.parse("1990-01-01T00:00:00Z"));
        Instant in2080 = Instant.parse("2080-06-01T00:00:00Z");
        assertThat(SmppTime.parse("300101000000000+", in2080)).contains(Instant.parse("2030-01-01T00:00:00Z"));
        assertThat(SmppTime.parse("290101000000000+", in2080)).contains(Instant.parse("2129-01-01T00:00:00Z"));
        Instant newYear = Instant.parse("2036-12-31T23:30:00Z"); // and half past twelve one hour further east
        assertThat(SmppTime.parse("380101003000004+", newYear)).contains(Instant.parse("2037-12-31T23:30:00Z"));
        assertThat(SmppTime.parse("380101003000000+", newYear)).contains(Instant.parse("1938-01-01T00:30:00Z"));
    }

    @Test
    void whatever_else_comes_is_no_time_and_never_a_fault(TestReporter reporter) {
        int none = 0;
        int tried = 20 * EACH;
        for (int i = 0; i < tried; i++) {
            char[] text = written(LocalDateTime.ofInstant(moment(), ZoneOffset.UTC), random.nextInt(97) - 48)
                    .toCharArray();
            for (int n = random.nextInt(4); n >= 0; n--) {
                text[random.nextInt(text.length)] = "0123456789+-R x".charAt(random.nextInt(15));
            }
            none += SmppTime.parse(new String(text), NOW).isEmpty() ? 1 : 0;
        }
        assertThat(none).isBetween(tried / 4, tried - 1);
        Tried.times(tried).refused(none).note("mutated times, seed " + seed).tell(reporter);
    }
}
