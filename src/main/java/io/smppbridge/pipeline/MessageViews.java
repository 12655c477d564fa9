package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.Messages.PartView;
import io.smppbridge.TaskId;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.receipts.SharedId;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A message as its story tells it to who asks. */
final class MessageViews {
    private MessageViews() {}

    static MessageView of(MessageState state, Story story) {
        AcceptRecord accept = story.accept();
        List<PartView> parts = new ArrayList<>();
        for (int i = 0; i < accept.partCount(); i++) {
            parts.add(part(story, i));
        }
        Optional<ProgressRecord> last = story.lastAttempt();
        String detail = story.close()
                .map(CloseRecord::detail)
                .orElse(last.map(MessageViews::said).orElse(""));
        return new MessageView(
                new TaskId(accept.id()),
                state,
                story.smsc(),
                accept.sms().clientRef(),
                accept.partCount(),
                parts,
                story.refusals(),
                story.unanswered(),
                detail,
                Instant.ofEpochMilli(accept.acceptedMs()),
                story.submittedMs() == 0 ? Instant.EPOCH : Instant.ofEpochMilli(story.submittedMs()),
                story.close().map(c -> Instant.ofEpochMilli(c.atMs())).orElse(Instant.EPOCH));
    }

    private static PartView part(Story story, int part) {
        String messageId = story.messageId(part);
        String receipt = story.receipt(part).map(r -> r.report().words()).orElse("");
        return new PartView(part + 1, SharedId.plain(messageId), receipt, story.said(part));
    }

    private static String said(ProgressRecord step) {
        return step.commandStatus() != 0 ? StatusTable.describe(step.commandStatus()) : SharedId.plain(step.text());
    }
}
