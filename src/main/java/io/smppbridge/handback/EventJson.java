package io.smppbridge.handback;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.InboundSms;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Events as JSON; the fields are documented in {@code docs/webhooks.md}. */
final class EventJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Octets of one, about. */
    private static final int A_RECEIPT = 512;

    private EventJson() {}

    /** One event as an object. */
    static byte[] single(Event event) {
        return write(1, (json, times) -> event(json, times, event));
    }

    /** Events as {@code {"events":[…]}}, in order. */
    static byte[] batch(List<Event> events) {
        return write(events.size(), (json, times) -> {
            json.writeStartObject();
            json.writeArrayFieldStart("events");
            for (Event event : events) {
                event(json, times, event);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static byte[] write(int events, Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(A_RECEIPT * events);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.to(json, new InstantTexts());
        } catch (IOException e) {
            throw new UncheckedIOException("an event could not be written as JSON", e);
        }
        return out.toByteArray();
    }

    private static void event(JsonGenerator json, InstantTexts times, Event event) throws IOException {
        json.writeStartObject();
        if (event instanceof Event.State state) {
            state(json, times, state.receipt());
        } else if (event instanceof Event.Inbound inbound) {
            inbound(json, inbound.message());
        } else if (event instanceof Event.Alert told) {
            alert(json, told.alert());
        }
        json.writeEndObject();
    }

    private static void state(JsonGenerator json, InstantTexts times, Receipt receipt) throws IOException {
        json.writeStringField("type", "message.state");
        json.writeStringField("eventId", receipt.eventId().toString());
        json.writeStringField("messageId", receipt.message().toString());
        if (!receipt.clientRef().isEmpty()) {
            json.writeStringField("clientRef", receipt.clientRef());
        }
        json.writeStringField("state", receipt.state().name());
        json.writeBooleanField("final", receipt.state().isFinal());
        json.writeStringField("smsc", receipt.smsc());
        json.writeStringField("to", written(receipt.to()));
        json.writeNumberField("parts", receipt.parts());
        if (!receipt.detail().isEmpty()) {
            json.writeStringField("detail", receipt.detail());
        }
        if (!receipt.report().isNone()) {
            json.writeObjectFieldStart("report");
            report(json, times, receipt.report());
            json.writeEndObject();
        }
        parts(json, times, receipt.partReports());
        if (receipt.before().isPresent()) {
            json.writeStringField("previousState", receipt.before().get().name());
        }
        json.writeBooleanField("possibleDuplicate", receipt.possibleDuplicate());
        if (!receipt.submittedAt().equals(Instant.EPOCH)) {
            json.writeStringField("submittedAt", times.of(receipt.submittedAt()));
        }
        json.writeStringField("at", times.of(receipt.at()));
        strings(json, "tags", receipt.tags());
    }

    private static void parts(JsonGenerator json, InstantTexts times, List<PartReport> parts) throws IOException {
        if (parts.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("partReports");
        for (PartReport part : parts) {
            json.writeStartObject();
            json.writeNumberField("part", part.part());
            if (!part.messageId().isEmpty()) {
                json.writeStringField("smscMessageId", part.messageId());
            }
            json.writeStringField("state", part.state().name());
            report(json, times, part.report());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void report(JsonGenerator json, InstantTexts times, CarrierReport report) throws IOException {
        if (!report.stat().isEmpty()) {
            json.writeStringField("stat", report.stat());
        }
        if (!report.err().isEmpty()) {
            json.writeStringField("err", report.err());
        }
        if (report.networkError() >= 0) {
            json.writeNumberField("networkErrorType", report.networkErrorType());
            json.writeNumberField("networkErrorCode", report.networkErrorCode());
        }
        if (!report.submitDate().equals(Instant.EPOCH)) {
            json.writeStringField("submitDate", times.of(report.submitDate()));
        }
        if (!report.doneDate().equals(Instant.EPOCH)) {
            json.writeStringField("doneDate", times.of(report.doneDate()));
        }
        strings(json, "tlvs", report.tlvs());
    }

    private static void strings(JsonGenerator json, String name, Map<String, String> values) throws IOException {
        if (!values.isEmpty()) {
            json.writeObjectFieldStart(name);
            for (Map.Entry<String, String> value : values.entrySet()) {
                json.writeStringField(value.getKey(), value.getValue());
            }
            json.writeEndObject();
        }
    }

    private static void inbound(JsonGenerator json, InboundSms sms) throws IOException {
        json.writeStringField("type", "message.inbound");
        json.writeStringField("eventId", sms.eventId().toString());
        json.writeStringField("smsc", sms.smsc());
        json.writeStringField("from", written(sms.from()));
        json.writeStringField("to", written(sms.to()));
        boolean undecoded = sms.text().isEmpty() && sms.binary().length > 0;
        if (undecoded) {
            json.writeFieldName("binary");
            json.writeBinary(sms.binary());
        } else {
            json.writeStringField("text", sms.text());
        }
        json.writeStringField("encoding", sms.encoding().name());
        json.writeNumberField("dataCoding", sms.dataCoding());
        json.writeNumberField("parts", sms.parts());
        json.writeBooleanField("complete", sms.complete());
        json.writeStringField("receivedAt", sms.receivedAt().toString());
        strings(json, "tlvs", sms.tlvs());
        if (!sms.flaws().isEmpty()) {
            json.writeArrayFieldStart("flaws");
            for (String flaw : sms.flaws()) {
                json.writeString(flaw);
            }
            json.writeEndArray();
        }
    }

    private static void alert(JsonGenerator json, SubscriberAlert alert) throws IOException {
        json.writeStringField("type", "subscriber.alert");
        json.writeStringField("eventId", alert.eventId().toString());
        json.writeStringField("smsc", alert.smsc());
        json.writeStringField("subscriber", written(alert.subscriber()));
        json.writeStringField("to", written(alert.to()));
        json.writeStringField("availability", alert.availability().name());
        json.writeStringField("at", alert.at().toString());
    }

    /** As {@link Address#of} reads it. */
    private static String written(Address address) {
        return address.ton() == 1 && address.isNumeric() ? "+" + address.number() : address.number();
    }

    @FunctionalInterface
    private interface Content {
        void to(JsonGenerator json, InstantTexts times) throws IOException;
    }
}
