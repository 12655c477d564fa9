package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Datagrams of several accounts that are worked at together. */
class DatagramWorkTest {
    private static final int SLOT_SIZE = 500;

    private final DatagramWork work = new DatagramWork(new DatagramWork.Given(
            null,
            null,
            SLOT_SIZE,
            List.of(),
            null,
            account -> null,
            new BridgeStats(),
            InstantSource.system(),
            Ticker.SYSTEM));

    /** One account's way in. */
    private static final class Way implements MiddleWare {
        final List<String> texts = new ArrayList<>();

        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            list.forEach(sms -> texts.add(sms.text()));
            SendOutcome[] outcomes = new SendOutcome[list.size()];
            Arrays.fill(outcomes, new SendOutcome.NoRoute("none"));
            done.accept(outcomes);
        }

        @Override
        public void listen(InboundListener listener) {}
    }

    private static DatagramSlot slot(Way way, String text) {
        byte[] json = ("{\"to\":\"46701234567\",\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
        DatagramSlot slot = new DatagramSlot(ByteBuffer.allocate(SLOT_SIZE).put(json));
        slot.length = json.length;
        slot.door = way;
        return slot;
    }

    @Test
    void each_goes_the_way_of_its_own_account_and_each_is_answered_once() {
        Way shop = new Way();
        Way bank = new Way();
        DatagramSlot[] slots = {
            slot(shop, "1"), slot(shop, "2"), slot(bank, "3"), slot(bank, "4"), slot(shop, "5"), slot(bank, "6")
        };
        List<DatagramSlot> done = new ArrayList<>();
        work.process(slots, slots.length, done::add);
        assertThat(shop.texts).containsExactly("1", "2", "5");
        assertThat(bank.texts).containsExactly("3", "4", "6");
        assertThat(done).containsExactly(slots);
    }
}
