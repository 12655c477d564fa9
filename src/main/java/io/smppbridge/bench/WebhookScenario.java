package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** HTTP in, SMPP out, a receipt for each message, and each receipt handed back by a webhook. */
@OwnedBy("the thread of the command")
final class WebhookScenario {
    static final String NAME = "http-receipts";

    /** Receipts that may be awaited before more is sent: what more would measure is how much the simulator can keep. */
    private static final int MOST_AWAITED = 50_000;

    private static final int BATCH = 500;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final String WISH = ",\"receipt\":\"final\"";

    private final Plan plan;

    WebhookScenario(Plan plan) {
        this.plan = plan;
    }

    Result run() throws IOException, InterruptedException {
        try (Hook hook = new Hook();
                Stage stage = Stage.open(plan, NAME, lines(hook));
                HttpLoad load = new HttpLoad(
                        stage.bridge().port(),
                        new Requests(stage.bridge().key(), Scenarios.BULK, 1, WISH),
                        plan.connectionsOr(Scenarios.BULK_CONNECTIONS))) {
            load.closedLoop(MOST_AWAITED, hook::messages);
            TimeUnit.NANOSECONDS.sleep(plan.warmup().toNanos());
            long accepted = load.tally().accepted();
            stage.begin();
            long messages = hook.messages();
            long batches = hook.batches();
            TimeUnit.NANOSECONDS.sleep(plan.measure().toNanos());
            HttpLoad.Tally tally = load.tally();
            double told = hook.messages() - messages;
            double batch = told / Math.max(1, hook.batches() - batches);
            stage.finish();
            accepted += tally.accepted();
            long missing = Scenarios.missing(stage, load, accepted);
            accepted = load.everAccepted();
            awaitEnds(hook, accepted);
            Result result = stage.result(NAME, tally, "");
            return result.noted(String.format(
                            Locale.ROOT,
                            "100 a request, a receipt for each message, by webhook in batches of %d (%.0f on average): %,.0f events a second",
                            BATCH,
                            batch,
                            told / stage.seconds())
                    + Scenarios.odd(tally, missing)
                    + odd(accepted - hook.messages(), hook.repeats()));
        }
    }

    private static List<String> lines(Hook hook) {
        return List.of(
                "webhook.bench.url = http://127.0.0.1:" + hook.port() + "/hook",
                "webhook.bench.secret = a-secret-for-measuring",
                "webhook.bench.allow-private = true",
                "webhook.bench.batch = " + BATCH,
                "account.bench.webhook = bench");
    }

    private static void awaitEnds(Hook hook, long accepted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (hook.messages() < accepted && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static String odd(long lost, long repeats) {
        return lost == 0 && repeats == 0
                ? ", each told once"
                : ", " + lost + " receipts MISSING, " + repeats + " told again";
    }
}
