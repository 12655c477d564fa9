package io.smppbridge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.audit.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class SoakReportTest {
    private static final long MIB = 1 << 20;

    private static Chapter chapter(int life, int minute, long heap) {
        return new Chapter(life, minute * 60, 1_000, 1_000, 0, 0, 0, new Health(heap, 0, 30, 70, 0));
    }

    /** Two chapters of a first life, and so many of a second. */
    private static List<Chapter> lives(int second, IntToLongFunction heap) {
        List<Chapter> all = new ArrayList<>(List.of(chapter(1, 1, 500 * MIB), chapter(1, 2, 10 * MIB)));
        for (int i = 0; i < second; i++) {
            all.add(chapter(2, 3 + i, heap.applyAsLong(i)));
        }
        return all;
    }

    private static SoakReport report(List<Chapter> chapters, Map<Fault, Long> faults, String broken) {
        return new SoakReport(60, 0, 100, 1, 0, 0, 100, faults, Map.of(), chapters, broken);
    }

    private static SoakReport report(List<Chapter> chapters) {
        return report(chapters, Map.of(), "");
    }

    @Test
    void a_heap_that_wavers_has_not_grown() {
        SoakReport report = report(lives(20, i -> (30 + i % 3) * MIB));
        assertThat(report.complaints()).isEmpty();
        assertThat(report.isGood()).isTrue();
    }

    @Test
    void a_heap_that_rises_from_chapter_to_chapter_has_grown() {
        assertThat(report(lives(20, i -> (30 + 2 * i) * MIB)).complaints())
                .containsExactly("the heap has grown by 120 MiB an hour");
    }

    @Test
    void what_a_life_takes_to_warm_up_is_no_growth() {
        assertThat(report(lives(20, i -> Math.min(i, 4) * 40 * MIB)).complaints())
                .isEmpty();
    }

    @Test
    void of_too_few_chapters_nothing_is_said() {
        SoakReport report = report(lives(2, i -> (30 + 100 * i) * MIB));
        assertThat(report.isGood()).isTrue();
        assertThat(report.figures()).containsEntry("heap slope, MiB an hour", "too short to tell");
    }

    @Test
    void threads_and_descriptors_that_pile_up_are_told_of() {
        List<Chapter> chapters = new ArrayList<>(lives(3, i -> MIB));
        chapters.add(new Chapter(2, 3600, 1, 1, 0, 0, 0, new Health(MIB, 0, 60, 300, 0)));
        assertThat(report(chapters).complaints()).containsExactly("threads: 30, then 60", "descriptors: 70, then 300");
    }

    @Test
    void threads_that_wait_for_each_other_are_told_of() {
        List<Chapter> chapters = List.of(new Chapter(1, 60, 1, 1, 0, 0, 0, new Health(MIB, 0, 30, 70, 2)));
        assertThat(report(chapters).complaints()).containsExactly("2 threads waited for each other");
    }

    @Test
    void more_duplicates_than_the_broken_windows_allow_are_told_of() {
        List<Chapter> chapters = List.of(new Chapter(1, 60, 1, 102, 101, 101, 0, new Health(MIB, 0, 30, 70, 0)));
        assertThat(report(chapters).complaints()).containsExactly("101 came twice, expected at most 100");
    }

    @Test
    void a_lost_message_and_a_bridge_that_ends_by_itself_are_told_of() {
        SoakReport report = report(lives(3, i -> MIB), Map.of(Fault.LOST, 1L), "the bridge has ended by itself");
        assertThat(report.complaints())
                .containsExactly("the bridge has ended by itself", "1 lost: " + Fault.LOST.meaning());
        assertThat(report.page("./bridge soak")).contains("**Something is wrong.**", "| lost | 1 |");
    }

    @Test
    void a_soak_that_heard_no_too_often_is_not_good() {
        List<Chapter> chapters = List.of(chapter(1, 1, MIB));
        SoakReport report = new SoakReport(60, 0, 100, 1, 251, 0, 0, Map.of(), Map.of(), chapters, "");
        assertThat(report.complaints()).containsExactly("251 were refused, more than one in 5: the rate is too high");
    }

    @Test
    void a_soak_or_a_chapter_that_accepted_nothing_is_not_good() {
        Chapter empty = new Chapter(1, 120, 0, 0, 0, 0, 0, new Health(MIB, 0, 30, 70, 0));
        assertThat(report(List.of()).isGood()).isFalse();
        assertThat(report(List.of(chapter(1, 1, MIB), empty)).complaints())
                .containsExactly("nothing was accepted, or nothing in one of the chapters");
    }
}
