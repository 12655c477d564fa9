package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void a_collector_or_sizes_that_are_asked_for_are_not_contradicted() {
        assertThat(ChildJvm.collector(List.of())).contains("-XX:+UseParallelGC", "-Xms112m");
        assertThat(ChildJvm.collector(List.of("-XX:+UseGCOverheadLimit"))).hasSize(6);
        assertThat(ChildJvm.collector(List.of("-Xms64m"))).containsExactly("-XX:+UseParallelGC");
        assertThat(ChildJvm.collector(List.of("-XX:MaxNewSize=32m"))).containsExactly("-XX:+UseParallelGC");
        assertThat(ChildJvm.collector(List.of("-XX:+UseG1GC"))).isEmpty();
    }
}
