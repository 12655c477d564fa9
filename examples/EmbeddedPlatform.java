import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.admin.LogSetup;
import io.smppbridge.app.Bridge;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A platform with the bridge inside its own process: no HTTP between them.
 *
 * <pre>
 * ./bridge smsc-sim --port 2775,2776 --mo-rate 1          (in another terminal)
 * java -cp 'target/smpp-bridge.jar:target/lib/*' examples/EmbeddedPlatform.java config/bridge.properties +46701234567
 * </pre>
 *
 * <p>In a project of your own, depend on io.smppbridge:smpp-bridge. Your own logging stays as it is: the bridge speaks SLF4J.
 */
public class EmbeddedPlatform {
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments.length > 0 ? arguments[0] : "config/bridge.properties");
        String number = arguments.length > 1 ? arguments[1] : "+46701234567";
        LogSetup.quiet(); // only because this example has no log of its own; a platform leaves this out
        CountDownLatch ended = new CountDownLatch(1);
        try (Bridge bridge = Bridge.start(file)) {
            MiddleWare sms = bridge.middleWare();
            sms.listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {
                    // Comes again if this method throws: put it somewhere safe, or do nothing that can fail.
                    System.out.println("a subscriber wrote: " + message.text());
                }

                @Override
                public void onReceipt(Receipt receipt) {
                    System.out.println("receipt: " + receipt.message() + " is " + receipt.state());
                    if (receipt.state().isFinal()) {
                        ended.countDown();
                    }
                }
            });

            // The short way: default sender, default route. The future completes when the message is safe on disk.
            tell(sms.send(number, "Hello from the platform").join());

            // The long way, and many at once: outcome i belongs to message i.
            List<OutboundSms> many = List.of(
                    OutboundSms.to(number).text("Your code is 4711").receipt(ReceiptWish.FINAL).build(),
                    OutboundSms.to(number).text("Ваш код 4711").clientRef("order-" + System.nanoTime()).build());
            sms.send(many).join().forEach(EmbeddedPlatform::tell);

            if (!ended.await(10, TimeUnit.SECONDS)) {
                System.out.println("no receipt within 10 s: is an SMSC there? The message waits on disk for the next start.");
            }
        }
        System.exit(0);
    }

    private static void tell(SendOutcome outcome) {
        if (outcome instanceof SendOutcome.Acceptance accepted) {
            System.out.println(accepted.id() + " is safe; " + accepted.parts() + " part(s), " + accepted.encoding());
        } else if (outcome instanceof SendOutcome.Refusal refused) {
            System.out.println("refused: " + refused.reason());
        }
    }
}
