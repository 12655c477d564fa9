package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.Chronicle;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.MessageSearch;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.Story;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.Trail;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator who looks into a journal from outside is told of a message. */
class MessageSearchTest {
    private static final long T0 = 1_760_000_000_000L;
    private static final Address NUMBER = Address.of("46701234567");

    @TempDir
    Path directory;

    private Chronicle.Kept journal(Consumer<Journal> written) {
        BridgeConfig config = PipelineRig.config(directory);
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            written.accept(journal);
            journal.write();
            journal.force();
        }
        return new Chronicle.Kept(config.journal().directory(), JournalKeys.NONE);
    }

    private static AcceptRecord accept(long id, String to, String ref, long atMs) {
        OutboundSms sms = OutboundSms.to(to).text("hello").clientRef(ref).build();
        return new AcceptRecord(
                id,
                atMs,
                T0 + 3_600_000,
                atMs,
                0,
                1,
                io.smppbridge.Encoding.GSM7,
                "a",
                "",
                "acme",
                RefKey.NONE,
                StreamPlace.NONE,
                sms,
                Trail.of("default", "", false),
                Optional.empty());
    }

    private static void put(Journal journal, byte type, Consumer<java.nio.ByteBuffer> record) {
        record.accept(journal.openRecord(type, 4_096));
        journal.closeRecord();
    }

    private static List<String> steps(MessageSearch.Result result) {
        assertThat(result.messages()).hasSize(1);
        return result.messages().get(0).steps().stream()
                .map(MessageSearch.Step::what)
                .toList();
    }

    private static MessageSearch.Asked to(Address number) {
        return new MessageSearch.Asked(number, "", Instant.EPOCH);
    }

    private static ProgressRecord step(ProgressRecord.Kind kind, long atMs, int status, String text) {
        return new ProgressRecord(8, 0, kind, atMs, 0, status, 1, 1, 0, text);
    }

    @Test
    void each_thing_that_happened_is_told_once_and_in_order_also_of_what_compaction_has_written_anew() {
        Chronicle.Kept kept = journal(journal -> {
            put(journal, RecordType.ACCEPT, accept(8, "46701234567", "", T0)::encode);
            List<ProgressRecord> begun = List.of(
                    step(ProgressRecord.Kind.REFUSED, T0 + 1, 0x58, ""),
                    step(ProgressRecord.Kind.UNANSWERED, T0 + 2, 0, ""),
                    step(ProgressRecord.Kind.HELD, T0 + 3, 0, ""),
                    step(ProgressRecord.Kind.RELEASED, T0 + 4, 0, ""));
            begun.forEach(each -> put(journal, RecordType.PROGRESS, each::encode));
            Story anew = new Story(accept(8, "46701234567", "", T0), begun, List.of(), List.of());
            put(journal, RecordType.CARRY, anew::pack);
            put(journal, RecordType.PROGRESS, step(ProgressRecord.Kind.REROUTED, T0 + 5, 0, "b")::encode);
            put(journal, RecordType.PROGRESS, step(ProgressRecord.Kind.DELETING, T0 + 6, 1, "")::encode);
            put(
                    journal,
                    RecordType.CLOSE,
                    new CloseRecord(8, 0, MessageState.CANCELLED, T0 + 9, T0 + 7, 0, 0, "0aff", "as asked")::encode);
        });
        assertThat(steps(MessageSearch.in(kept, to(NUMBER))))
                .containsExactly(
                        "accepted, one part, by default for a",
                        "a refused part 1 for a time: command_status 0x58 RTHROTTLED",
                        "no answer from a to part 1",
                        "held for an operator's word: no answer from a to part 1",
                        "let go again by an operator",
                        "goes on to b",
                        "b is asked to delete it",
                        "taken by b as 0aff",
                        "ended: CANCELLED, as asked");
    }

    @Test
    void only_what_is_asked_for_is_found_and_of_very_much_the_latest() {
        Chronicle.Kept kept = journal(journal -> {
            put(journal, RecordType.ACCEPT, accept(8, "46701234567", "one", T0)::encode);
            put(journal, RecordType.ACCEPT, accept(9, "46701234568", "two", T0 + 5)::encode);
            LongStream.range(100, 100 + MessageSearch.MOST + 3)
                    .forEach(id -> put(journal, RecordType.ACCEPT, accept(id, "46700000001", "", T0 + 6)::encode));
        });
        assertThat(MessageSearch.in(kept, new MessageSearch.Asked(Address.NONE, "two", Instant.EPOCH))
                        .messages())
                .singleElement()
                .extracting(MessageSearch.Found::id)
                .isEqualTo(new TaskId(9));
        assertThat(MessageSearch.in(kept, new MessageSearch.Asked(NUMBER, "two", Instant.EPOCH))
                        .messages())
                .isEmpty();
        Instant later = Instant.ofEpochMilli(T0 + 1);
        assertThat(MessageSearch.in(kept, new MessageSearch.Asked(NUMBER, "", later))
                        .messages())
                .isEmpty();
        MessageSearch.Result many = MessageSearch.in(kept, to(Address.of("46700000001")));
        assertThat(many.messages()).hasSize(MessageSearch.MOST);
        assertThat(many.messages().get(0).id()).isEqualTo(new TaskId(103));
        assertThat(many.more()).isTrue();
    }

    @Test
    void what_is_held_since_a_start_is_not_told_as_unanswered() {
        Chronicle.Kept kept = journal(journal -> {
            put(journal, RecordType.ACCEPT, accept(8, "46701234567", "", T0)::encode);
            put(journal, RecordType.PROGRESS, ProgressRecord.heldAtStart(8, 0, T0 + 1)::encode);
        });
        assertThat(steps(MessageSearch.in(kept, to(NUMBER))))
                .containsExactly("accepted, one part, by default for a", "held for an operator's word since a start");
    }

    @Test
    void what_compaction_writes_anew_takes_no_later_message_its_place() {
        Chronicle.Kept kept = journal(journal -> {
            LongStream.range(100, 100 + MessageSearch.MOST + 3)
                    .forEach(id -> put(journal, RecordType.ACCEPT, accept(id, "46701234567", "", T0)::encode));
            LongStream.range(100, 105).forEach(id -> {
                Story anew = new Story(accept(id, "46701234567", "", T0), List.of(), List.of(), List.of());
                put(journal, RecordType.CARRY, anew::pack);
            });
        });
        MessageSearch.Result many = MessageSearch.in(kept, to(NUMBER));
        assertThat(many.messages())
                .extracting(MessageSearch.Found::id)
                .startsWith(new TaskId(103))
                .hasSize(MessageSearch.MOST);
        assertThat(many.more()).isTrue();
    }

    /** Nothing at all had been told, as all headers are read before the first record. */
    @Test
    void what_stands_before_a_segment_with_a_damaged_header_is_told() throws IOException {
        Chronicle.Kept kept = journal(journal -> {
            put(journal, RecordType.ACCEPT, accept(8, "46701234567", "", T0)::encode);
            await().pollInSameThread().until(journal::nextSegment);
            put(journal, RecordType.ACCEPT, accept(9, "46701234567", "", T0)::encode);
        });
        Path second = kept.directory().resolve("segment-0000000002.log");
        byte[] octets = Files.readAllBytes(second);
        octets[20] ^= 1;
        Files.write(second, octets);
        MessageSearch.Result result = MessageSearch.in(kept, to(NUMBER));
        assertThat(result.messages()).extracting(MessageSearch.Found::id).containsExactly(new TaskId(8));
        assertThat(result.broken())
                .hasValueSatisfying(damage -> assertThat(damage).hasMessageContaining("segment-0000000002.log"));
    }
}
