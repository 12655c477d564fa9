package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.OnDisk;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole bridge whose journal is sealed. */
@Tag("S-52")
@Tag("crowd")
class SealedBridgeIT {
    private static final String ONE = "one " + "0123456789abcdef".repeat(4);
    private static final String TWO = "two " + "fedcba9876543210".repeat(4);
    private static final String TEXT = "a secret of four words";

    @TempDir
    Path directory;

    private void keys(String... lines) throws IOException {
        Path file = directory.resolve("journal.key");
        Files.write(file, List.of(lines));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Waits at an SMSC that nobody answers for. */
    private Path configuration() throws IOException {
        return CarrierBed.with(directory, 1)
                .node("journal.key-file", "journal.key")
                .write(List.of(1));
    }

    private TaskId send(Bridge bridge) throws Exception {
        OutboundSms sms =
                OutboundSms.to("+" + CarrierBed.prefix(0) + "1234").text(TEXT).build();
        SendOutcome outcome = bridge.middleWare().send(sms).get(10, TimeUnit.SECONDS);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private List<Path> filesWith(String word) throws IOException {
        return OnDisk.filesWith(directory.resolve("journal"), word);
    }

    @Test
    void what_waits_is_kept_over_a_restart_and_no_word_of_it_can_be_read_on_the_disk() throws Exception {
        keys(ONE);
        Path file = configuration();
        TaskId id;
        try (Bridge bridge = Bridge.start(file)) {
            id = send(bridge);
            assertThat(filesWith(TEXT)).isEmpty();
            assertThat(filesWith(CarrierBed.prefix(0) + "1234")).isEmpty();
        }
        try (Bridge bridge = Bridge.start(file)) {
            assertThat(bridge.messages().find(id).get(10, TimeUnit.SECONDS)).isPresent();
        }
        assertThat(filesWith(TEXT)).isEmpty();
    }

    @Test
    void the_same_search_finds_the_words_of_a_journal_in_clear() throws Exception {
        Path file = CarrierBed.with(directory, 1).write(List.of(1));
        try (Bridge bridge = Bridge.start(file)) {
            send(bridge);
            assertThat(filesWith(TEXT)).isNotEmpty();
        }
    }

    @Test
    void without_its_key_a_start_is_refused_as_a_fault_of_the_configuration() throws Exception {
        keys(ONE);
        Path file = configuration();
        try (Bridge bridge = Bridge.start(file)) {
            send(bridge);
        }
        keys(TWO);
        assertThatThrownBy(() -> Bridge.start(file))
                .isInstanceOfSatisfying(
                        BridgeException.class, e -> assertThat(e.exitCode()).isEqualTo(BridgeException.CONFIGURATION))
                .hasMessageContainingAll("segment-0000000001.log", "key one", "missing");
        keys(TWO, ONE);
        Bridge.start(file).close();
    }

    @Test
    void another_key_is_taken_by_reload_and_one_that_is_needed_may_not_go() throws Exception {
        keys(ONE);
        Path file = configuration();
        try (Bridge bridge = Bridge.start(file)) {
            send(bridge);
            keys(TWO);
            ReloadReport refused = bridge.reload();
            assertThat(refused.applied()).isFalse();
            assertThat(refused.lines()).singleElement().asString().contains("key one still opens");
            keys(TWO, ONE);
            assertThat(bridge.reload().applied()).isTrue();
        }
    }
}
