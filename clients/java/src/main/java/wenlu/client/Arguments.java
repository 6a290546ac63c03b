package wenlu.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** What a caller passes to an operation, by where it goes. What is null is not sent. */
final class Arguments {
    private final Map<String, String> path = new LinkedHashMap<>();
    private final Map<String, Object> query = new LinkedHashMap<>();
    private final Map<String, Object> content = new LinkedHashMap<>();

    /** Adds an identifier in the path. */
    Arguments path(String name, String value) {
        if (value.isEmpty() || value.equals(".") || value.equals("..")) {
            throw new IllegalArgumentException(name + " must be an identifier, not \"" + value + "\".");
        }
        path.put(name, value);
        return this;
    }

    /** Adds a parameter of the query. */
    Arguments query(String name, Object value) {
        return put(query, name, value);
    }

    /** Adds a field of the JSON body, or a part of the form. */
    Arguments content(String name, Object value) {
        return put(content, name, value);
    }

    private Arguments put(Map<String, Object> place, String name, Object value) {
        if (value == null) {
            place.remove(name);
        } else {
            place.put(name, value);
        }
        return this;
    }

    /** The fields of the JSON body, or the parts of the form. */
    Map<String, Object> content() {
        return content;
    }

    /** A path with its arguments filled in, and the query. */
    String target(String template) {
        String target = template;
        for (Map.Entry<String, String> argument : path.entrySet()) {
            target = target.replace("{" + argument.getKey() + "}", encoded(argument.getValue()));
        }
        if (query.isEmpty()) {
            return target;
        }
        StringJoiner parameters = new StringJoiner("&", target + "?", "");
        query.forEach((name, value) -> parameters.add(encoded(name) + "=" + encoded(value.toString())));
        return parameters.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
