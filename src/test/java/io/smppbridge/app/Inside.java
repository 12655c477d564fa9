package io.smppbridge.app;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the objects of one class that something of ours is made of, however deep. */
final class Inside {
    private Inside() {}

    static <T> List<T> of(Object whole, Class<T> wanted) throws IllegalAccessException {
        List<T> found = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(whole));
        while (!open.isEmpty()) {
            Object one = open.pop();
            if (!seen.add(one)) {
                continue;
            }
            if (wanted.isInstance(one)) {
                found.add(wanted.cast(one));
            } else {
                open.addAll(parts(one));
            }
        }
        return found;
    }

    private static Collection<Object> parts(Object one) throws IllegalAccessException {
        List<Object> parts = new ArrayList<>();
        if (one instanceof Map<?, ?> map) {
            parts.addAll(map.values());
        } else if (one instanceof Collection<?> collection) {
            parts.addAll(collection);
        } else if (one instanceof Optional<?> optional) {
            optional.ifPresent(parts::add);
        } else {
            for (Class<?> type = one.getClass(); isOurs(type); type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()) {
                        field.setAccessible(true);
                        parts.add(field.get(one));
                    }
                }
            }
        }
        parts.removeIf(part -> part == null);
        return parts;
    }

    private static boolean isOurs(Class<?> type) {
        return type != null && type.getName().startsWith("io.smppbridge.");
    }
}
