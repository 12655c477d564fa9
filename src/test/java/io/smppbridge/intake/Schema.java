package io.smppbridge.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** As much of JSON Schema as openapi.yaml uses; an unknown keyword is an error, so that nothing in it is silently unchecked. */
final class Schema {
    private static final List<String> NOTES =
            List.of("description", "default", "contentEncoding", "format", "examples");

    private final JsonNode document;

    Schema(JsonNode document) {
        this.document = document;
    }

    /** What is wrong with a value; empty when nothing is. */
    List<String> faults(JsonNode schema, JsonNode value) {
        List<String> faults = new ArrayList<>();
        check(schema, value, "", faults);
        return faults;
    }

    JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    private void check(JsonNode given, JsonNode value, String at, List<String> faults) {
        JsonNode schema = resolve(given);
        for (Iterator<Map.Entry<String, JsonNode>> it = schema.fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> rule = it.next();
            if (!holds(schema, rule.getKey(), rule.getValue(), value, at, faults)) {
                faults.add(at + " " + value + " breaks " + rule);
            }
        }
    }

    private boolean holds(
            JsonNode schema, String keyword, JsonNode rule, JsonNode value, String at, List<String> faults) {
        return switch (keyword) {
            case "type" -> isType(rule.asText(), value);
            case "enum" -> contains(rule, value);
            case "const" -> rule.equals(value);
            case "minLength" -> value.asText().length() >= rule.asInt();
            case "maxLength" -> value.asText().length() <= rule.asInt();
            case "pattern" ->
                Pattern.compile(rule.asText()).matcher(value.asText()).find();
            case "minimum" -> value.asLong() >= rule.asLong();
            case "maximum" -> value.asLong() <= rule.asLong();
            case "minItems" -> value.size() >= rule.asInt();
            case "maxProperties" -> value.size() <= rule.asInt();
            case "minProperties" -> value.size() >= rule.asInt();
            case "dependentRequired" -> dependents(rule, value);
            case "required" -> allThere(rule, value);
            case "oneOf" -> matches(rule, value) == 1;
            case "propertyNames" -> names(rule, value, at, faults);
            case "items" -> each(rule, value, at, faults);
            case "properties" -> properties(rule, value, at, faults);
            case "additionalProperties" -> additional(schema, rule, value, at, faults);
            case "format" -> !rule.asText().equals("date-time") || OffsetDateTime.parse(value.asText()) != null;
            default -> {
                if (!NOTES.contains(keyword)) {
                    throw new IllegalStateException("keyword " + keyword + " is not checked");
                }
                yield true;
            }
        };
    }

    private static boolean isType(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            default -> throw new IllegalStateException(type);
        };
    }

    private static boolean contains(JsonNode list, JsonNode value) {
        for (JsonNode one : list) {
            if (one.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean allThere(JsonNode names, JsonNode value) {
        for (JsonNode name : names) {
            if (!value.has(name.asText())) {
                return false;
            }
        }
        return true;
    }

    private static boolean dependents(JsonNode rule, JsonNode value) {
        for (Map.Entry<String, JsonNode> one : rule.properties()) {
            if (value.has(one.getKey()) && !allThere(one.getValue(), value)) {
                return false;
            }
        }
        return true;
    }

    private int matches(JsonNode schemas, JsonNode value) {
        int count = 0;
        for (JsonNode schema : schemas) {
            count += faults(schema, value).isEmpty() ? 1 : 0;
        }
        return count;
    }

    private boolean each(JsonNode schema, JsonNode value, String at, List<String> faults) {
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            check(schema, value.get(i), at + "/" + i, faults);
        }
        return true;
    }

    private boolean names(JsonNode schema, JsonNode value, String at, List<String> faults) {
        value.fieldNames().forEachRemaining(name -> check(schema, TextNode.valueOf(name), at, faults));
        return true;
    }

    private boolean properties(JsonNode schemas, JsonNode value, String at, List<String> faults) {
        schemas.fields().forEachRemaining(property -> {
            if (value.has(property.getKey())) {
                check(property.getValue(), value.get(property.getKey()), at + "/" + property.getKey(), faults);
            }
        });
        return true;
    }

    private boolean additional(JsonNode schema, JsonNode rule, JsonNode value, String at, List<String> faults) {
        value.fields().forEachRemaining(property -> {
            if (schema.path("properties").has(property.getKey())) {
                return;
            }
            if (rule.isBoolean()) {
                faults.add(at + "/" + property.getKey() + " is not allowed");
            } else {
                check(rule, property.getValue(), at + "/" + property.getKey(), faults);
            }
        });
        return true;
    }
}
