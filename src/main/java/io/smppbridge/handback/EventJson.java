package io.smppbridge.handback;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.InboundSms;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.http.JsonOut;
import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Events as JSON; the fields are documented in {@code docs/webhooks.md}. */
@OwnedBy("the lane it belongs to")
final class EventJson {
    private final JsonOut json = new JsonOut();
    private final InstantTexts times = new InstantTexts();

    /** One event as an object. */
    byte[] single(Event event) {
        json.clear();
        event(event);
        return json.toBytes();
    }

    /** Events as {@code {"events":[…]}}, in order. */
    byte[] batch(List<Event> events) {
        json.clear().object().name("events").array();
        for (Event event : events) {
            event(event);
        }
        return json.endArray().end().toBytes();
    }

    private void event(Event event) {
        json.object();
        if (event instanceof Event.State state) {
            state(state.receipt());
        } else if (event instanceof Event.Inbound inbound) {
            inbound(inbound.message());
        } else if (event instanceof Event.Alert told) {
            alert(told.alert());
        }
        json.end();
    }

    private void state(Receipt receipt) {
        json.field("type", "message.state").field("eventId", receipt.eventId()).field("messageId", receipt.message());
        said("clientRef", receipt.clientRef());
        json.field("state", receipt.state().name())
                .field("final", receipt.state().isFinal())
                .field("smsc", receipt.smsc())
                .field("to", written(receipt.to()))
                .field("parts", receipt.parts());
        said("detail", receipt.detail());
        if (!receipt.report().isNone()) {
            json.name("report").object();
            report(receipt.report());
            json.end();
        }
        parts(receipt.partReports());
        if (receipt.before().isPresent()) {
            json.field("previousState", receipt.before().get().name());
        }
        json.field("possibleDuplicate", receipt.possibleDuplicate());
        known("submittedAt", receipt.submittedAt());
        time("at", receipt.at());
        strings("tags", receipt.tags());
    }

    private void parts(List<PartReport> parts) {
        if (parts.isEmpty()) {
            return;
        }
        json.name("partReports").array();
        for (PartReport part : parts) {
            json.object().field("part", part.part());
            said("smscMessageId", part.messageId());
            json.field("state", part.state().name());
            report(part.report());
            json.end();
        }
        json.endArray();
    }

    private void report(CarrierReport report) {
        said("stat", report.stat());
        said("err", report.err());
        if (report.networkError() >= 0) {
            json.field("networkErrorType", report.networkErrorType())
                    .field("networkErrorCode", report.networkErrorCode());
        }
        known("submitDate", report.submitDate());
        known("doneDate", report.doneDate());
        strings("tlvs", report.tlvs());
    }

    private void inbound(InboundSms sms) {
        json.field("type", "message.inbound")
                .field("eventId", sms.eventId())
                .field("smsc", sms.smsc())
                .field("from", written(sms.from()))
                .field("to", written(sms.to()));
        boolean undecoded = sms.text().isEmpty() && sms.binary().length > 0;
        if (undecoded) {
            json.field("binary", Base64.getEncoder().encodeToString(sms.binary()));
        } else {
            json.field("text", sms.text());
        }
        json.field("encoding", sms.encoding().name())
                .field("dataCoding", sms.dataCoding())
                .field("parts", sms.parts())
                .field("complete", sms.complete());
        time("receivedAt", sms.receivedAt());
        strings("tlvs", sms.tlvs());
        if (!sms.flaws().isEmpty()) {
            json.name("flaws").array();
            sms.flaws().forEach(json::value);
            json.endArray();
        }
    }

    private void alert(SubscriberAlert alert) {
        json.field("type", "subscriber.alert")
                .field("eventId", alert.eventId())
                .field("smsc", alert.smsc())
                .field("subscriber", written(alert.subscriber()))
                .field("to", written(alert.to()))
                .field("availability", alert.availability().name());
        time("at", alert.at());
    }

    private void said(String name, String value) {
        if (!value.isEmpty()) {
            json.field(name, value);
        }
    }

    private void known(String name, Instant at) {
        if (!at.equals(Instant.EPOCH)) {
            time(name, at);
        }
    }

    private void time(String name, Instant at) {
        json.name(name);
        times.write(json, at);
    }

    private void strings(String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            json.name(name).object();
            values.forEach(json::entry);
            json.end();
        }
    }

    /** As {@link Address#of} reads it. */
    private static String written(Address address) {
        return address.ton() == 1 && address.isNumeric() ? "+" + address.number() : address.number();
    }
}
