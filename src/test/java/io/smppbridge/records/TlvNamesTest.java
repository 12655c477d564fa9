package io.smppbridge.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.tlv.Tlvs;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TlvNamesTest {
    @Test
    void tlvs_are_written_the_same_with_their_names_kept() {
        byte[] octets = {0, 0x1E, 0, 3, '4', '7', 0, 4, 0x27, 0, 1, 2, 0x15, 0, 0, 1, 7};
        TlvNames names = new TlvNames();
        for (int i = 0; i < 3; i++) {
            Map<String, String> said = Tlvs.STANDARD.decode(octets);
            assertThat(said).hasSize(3);
            ByteBuffer plain = ByteBuffer.allocate(200);
            Strings.putMap(plain, said);
            ByteBuffer kept = ByteBuffer.allocate(200);
            names.putMap(kept, said);
            assertThat(kept).isEqualTo(plain);
            assertThat(kept.array()).isEqualTo(plain.array());
        }
    }
}
