package wenlu.client.json;

import java.util.Iterator;
import java.util.Map;

/** Writes plain values (those of {@link JsonReader}) and records of models as JSON. */
public final class JsonWriter {
    private final StringBuilder written = new StringBuilder();

    private JsonWriter() {}

    /**
     * A value as JSON without white space.
     *
     * @throws JsonException if something in it has no form in JSON
     */
    public static String write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.written.toString();
    }

    private void value(Object value) {
        if (value instanceof Record model) {
            object(Records.fields(model));
        } else if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof Iterable<?> elements) {
            array(elements);
        } else if (value instanceof CharSequence text) {
            string(text);
        } else if (value instanceof Double || value instanceof Float) {
            fraction((Number) value);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            written.append(value);
        } else {
            throw new JsonException("A " + value.getClass().getName() + " has no form in JSON.");
        }
    }

    private void fraction(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw new JsonException(number + " has no form in JSON.");
        }
        written.append(number);
    }

    private void object(Map<?, ?> fields) {
        written.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = fields.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            string(String.valueOf(entry.getKey()));
            written.append(':');
            value(entry.getValue());
            written.append(entries.hasNext() ? "," : "");
        }
        written.append('}');
    }

    private void array(Iterable<?> elements) {
        written.append('[');
        Iterator<?> each = elements.iterator();
        while (each.hasNext()) {
            value(each.next());
            written.append(each.hasNext() ? "," : "");
        }
        written.append(']');
    }

    private void string(CharSequence text) {
        written.append('"');
        for (int at = 0; at < text.length(); at++) {
            character(text, at);
        }
        written.append('"');
    }

    private void character(CharSequence text, int at) {
        char character = text.charAt(at);
        switch (character) {
            case '"' -> written.append("\\\"");
            case '\\' -> written.append("\\\\");
            case '\n' -> written.append("\\n");
            case '\r' -> written.append("\\r");
            case '\t' -> written.append("\\t");
            default -> {
                if (character < 0x20 || isLoneSurrogate(text, at)) {
                    written.append(String.format("\\u%04x", (int) character));
                } else {
                    written.append(character);
                }
            }
        }
    }

    /** Whether half of a pair stands alone: UTF-8 would make a question mark of it, so it is written as an escape. */
    private static boolean isLoneSurrogate(CharSequence text, int at) {
        char character = text.charAt(at);
        if (Character.isHighSurrogate(character)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(character) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
