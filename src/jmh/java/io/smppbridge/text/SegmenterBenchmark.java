package io.smppbridge.text;

import io.smppbridge.OutboundSms;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What encoding and cutting one message costs, and reading it back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class SegmenterBenchmark {
    private static final String SENTENCE = "Your code is 123456. It is valid for ten minutes; keep it. ";

    /** gsm60: one part; euro60: with an extension character; ucs2: one part; gsm400: three parts. */
    @Param({"gsm60", "euro60", "ucs2", "gsm400"})
    public String message;

    private final TextProfile profile = new TextProfile(
            LongMessage.UDH8, 10, io.smppbridge.settings.TextCoding.GSM, TextProfile.SHORT_MESSAGE_LIMIT);
    private OutboundSms sms;
    private Incoming incoming;

    @Setup
    public void prepare() {
        String text =
                switch (message) {
                    case "gsm60" -> SENTENCE + "!";
                    case "euro60" -> SENTENCE + "€";
                    case "ucs2" -> "Ваш код 123456. Он действует десять минут, берегите его!!!!!";
                    default -> SENTENCE.repeat(7).substring(0, 400);
                };
        sms = OutboundSms.of("46701234567", text);
        EncodeResult.Encoded encoded = (EncodeResult.Encoded) encode();
        Part first = encoded.parts().get(0);
        incoming = Incoming.of(encoded.dataCoding(), first.udhi(), first.octets());
    }

    @Benchmark
    public EncodeResult encode() {
        return Segmenter.encode(sms, profile, 7);
    }

    @Benchmark
    public Decoded decode() {
        return Decoder.decode(Decoder.open(incoming), profile);
    }
}
