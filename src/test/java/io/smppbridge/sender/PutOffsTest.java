package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.QuietHours;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PutOffsTest {
    private static final QuietHours ELSEWHERE = new QuietHours(List.of(), ZoneId.of("Europe/Stockholm"));
    private static final QuietHours HERE = new QuietHours(List.of(), ZoneOffset.UTC);

    private final PutOffs putOffs = new PutOffs();
    private final List<Long> changed = new ArrayList<>();

    private List<Long> heard() {
        List<Long> heard = List.copyOf(changed);
        changed.clear();
        return heard;
    }

    @Test
    void what_was_put_off_until_another_time_is_looked_at_anew() {
        putOffs.add("acme", HERE, 100, changed::add);
        putOffs.add("acme", HERE, 100, changed::add);
        putOffs.add("other", HERE, 150, changed::add);
        assertThat(heard()).isEmpty();
        putOffs.add("acme", HERE, 200, changed::add);
        assertThat(heard()).containsExactly(100L);
        putOffs.add("acme", ELSEWHERE, 200, changed::add);
        assertThat(heard()).isEmpty();
        putOffs.look(account -> account.equals("acme") ? HERE : ELSEWHERE, 120, changed::add);
        assertThat(heard()).containsExactlyInAnyOrder(200L, 150L);
    }

    @Test
    void hours_that_hold_still_and_times_that_have_come_are_nobody_s_news() {
        putOffs.add("acme", HERE, 100, changed::add);
        putOffs.look(account -> HERE, 99, changed::add);
        putOffs.look(account -> ELSEWHERE, 100, changed::add);
        putOffs.look(account -> ELSEWHERE, 99, changed::add);
        assertThat(heard()).isEmpty();
    }
}
