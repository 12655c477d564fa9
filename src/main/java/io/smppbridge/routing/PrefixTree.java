package io.smppbridge.routing;

import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Values by the digits that a number begins with: finding takes a step for each digit of the number, however many prefixes there are.
 * Filled once, then read by any thread.
 */
@ThreadSafe
final class PrefixTree<T> {
    private final Node<T> root = new Node<>();

    static final class Node<T> {
        @SuppressWarnings("unchecked") // an array of nothing but its own kind
        private final Node<T>[] digits = (Node<T>[]) new Node<?>[10];

        private Optional<T> value = Optional.empty();

        /** What was put under exactly the digits that lead here. */
        Optional<T> value() {
            return value;
        }
    }

    /** Puts a value; {@code merge} joins it with one that is there. */
    void put(String prefix, T value, BiFunction<T, T, T> merge) {
        Node<T> node = root;
        for (int i = 0; i < prefix.length(); i++) {
            int digit = prefix.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalArgumentException("route prefix \"" + prefix + "\", expected digits");
            }
            if (node.digits[digit] == null) {
                node.digits[digit] = new Node<>();
            }
            node = node.digits[digit];
        }
        node.value =
                Optional.of(node.value.map(known -> merge.apply(known, value)).orElse(value));
    }

    /** The value of the longest prefix. */
    Optional<T> longest(String number) {
        Optional<T> best = root.value;
        Node<T> node = root;
        for (int i = 0; i < number.length(); i++) {
            node = step(node, number.charAt(i));
            if (node == NO_NODE) {
                return best;
            }
            best = node.value.isPresent() ? node.value : best;
        }
        return best;
    }

    Node<T> root() {
        return root;
    }

    private static final Node<?> NO_NODE = new Node<>();

    /** The node a digit further; {@link #isEnd} when no prefix goes on that way. */
    @SuppressWarnings("unchecked") // the end holds nothing
    Node<T> step(Node<T> node, char c) {
        int digit = c - '0';
        Node<T> next = digit < 0 || digit > 9 ? null : node.digits[digit];
        return next == null ? (Node<T>) NO_NODE : next;
    }

    boolean isEnd(Node<T> node) {
        return node == NO_NODE;
    }
}
