package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.records.CloseRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C70")
class GistTest {
    private static final CloseRecord END =
            new CloseRecord(1, 0, MessageState.DELIVERED, 1_000, 500, 2, 0, "", "stat:DELIVRD");

    private final Gist.Maker maker = new Gist.Maker();

    private Receipt told(String clientRef) {
        OutboundSms sms = OutboundSms.to("46701234567")
                .from("72404")
                .text("hello")
                .clientRef(clientRef)
                .build();
        Parts parts = new Parts(new byte[] {1}, 0, false, false, -1);
        Task task = new Task("acme", "telia", sms, Long.MAX_VALUE, parts).named(1);
        return maker.of(task, 500).receipt(END, CarrierReport.NONE);
    }

    @Test
    void what_is_kept_of_a_message_names_it_as_the_platform_does_whatever_came_before() {
        String name = "order 7";
        String wide = "заказ ".repeat(500);
        assertThat(told(name).clientRef()).isEqualTo(name);
        assertThat(told(wide).clientRef()).isEqualTo(wide);
        assertThat(told("").clientRef()).isEmpty();
        Receipt receipt = told(name);
        assertThat(receipt.clientRef()).isEqualTo(name);
        assertThat(receipt.from().number()).isEqualTo("72404");
        assertThat(receipt.to().number()).isEqualTo("46701234567");
        assertThat(receipt.smsc()).isEqualTo("telia");
    }
}
