package io.smppbridge.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The profiles that come with the bridge, in {@code profiles.properties}; whoever sets a key of one sets it over them. */
public final class ShippedProfiles {
    private static final String RESOURCE = "profiles.properties";

    private ShippedProfiles() {}

    /** The file as it is, with its comments: where each profile was taken from, and what in it is assumed. */
    public static String text() {
        try (InputStream in = ShippedProfiles.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing in this build of the bridge");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", failed);
        }
    }

    static Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        PropertiesText.read(text()).entries().forEach(entry -> entries.put(entry.key(), entry.value()));
        return entries;
    }
}
