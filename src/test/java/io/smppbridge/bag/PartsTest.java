package io.smppbridge.bag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartsTest {
    private static final byte[] HELLO = {'h', 'e', 'l', 'l', 'o'};

    @Test
    void how_far_each_has_come_is_counted_for_one_as_for_several() {
        for (Parts parts : new Parts[] {
            Parts.plain("hello", 0),
            new Parts(HELLO, 0, false, false, -1),
            new Parts(new byte[3][5], 0, false, false, 7)
        }) {
            int count = parts.count();
            assertThat(parts.waiting()).isEqualTo(count);
            for (int part = 0; part < count; part++) {
                assertThat(parts.nextWaiting(0)).isEqualTo(part);
                parts.submitted(part);
            }
            assertThat(parts.nextWaiting(0)).isEqualTo(-1);
            assertThat(parts.inFlight()).isEqualTo(count);
            parts.returned(count - 1);
            assertThat(parts.waiting()).isEqualTo(1);
            assertThat(parts.nextWaiting(0)).isEqualTo(count - 1);
            for (int part = count - 1; part > 0; part--) {
                assertThat(parts.accepted(part)).isFalse();
                assertThat(parts.accepted(part)).as("twice").isFalse();
            }
            assertThat(parts.isAccepted(0)).isFalse();
            assertThat(parts.accepted(0)).isTrue();
            assertThat(parts.isAccepted(0)).isTrue();
            assertThat(parts.waiting() + parts.inFlight()).isZero();
        }
    }

    @Test
    void a_text_is_like_its_octets_and_like_no_other() {
        Parts text = Parts.plain("hello", 0);
        Parts octets = new Parts(HELLO, 0, false, false, -1);
        assertThat(text.isLike(octets)).isTrue();
        assertThat(octets.isLike(text)).isTrue();
        assertThat(text.isLike(Parts.plain("hello", 0))).isTrue();
        assertThat(text.isLike(Parts.plain("hellO", 0))).isFalse();
        assertThat(octets.isLike(new Parts(new byte[2][5], 0, false, false, -1)))
                .isFalse();
    }

    @Test
    void one_alone_says_that_it_is_the_first_of_one_and_one_among_others_its_place() {
        Parts alone = new Parts(HELLO, 0, false, false, 7);
        assertThat(alone.sarReference()).isEqualTo(7);
        assertThat(alone.sarTotal()).isEqualTo(1);
        assertThat(alone.sarSequence(0)).isEqualTo(1);
        Parts third = new Parts(HELLO, 0, false, false, 7).at(3, 5);
        assertThat(third.sarTotal()).isEqualTo(5);
        assertThat(third.sarSequence(0)).isEqualTo(3);
        Parts several = new Parts(new byte[3][5], 0, false, false, 7);
        several.sarReference(0x1_0008);
        assertThat(several.sarReference()).isEqualTo(8);
        assertThat(several.sarTotal()).isEqualTo(3);
        assertThat(several.sarSequence(2)).isEqualTo(3);
    }
}
