package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            text/plain                             | text/plain | ''
            Text/Plain ; Charset=UTF-8             | text/plain | UTF-8
            text/plain; format=flowed;charset="koi8-r" | text/plain | koi8-r
            text/plain; charset=                   | text/plain | ''
            text/plain;                            | text/plain | ''
            ''                                     | ''         | ''
            """)
    void a_content_type_is_read_with_its_charset(String header, String name, String charset) {
        MediaType type = MediaType.of(header);
        assertThat(type.name()).isEqualTo(name);
        assertThat(type.charset().orElse("")).isEqualTo(charset);
    }
}
