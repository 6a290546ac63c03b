package wenlu.client.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a JSON text (RFC 8259) into plain values: {@code Map<String, Object>} in the order of the text, {@code
 * List<Object>}, {@code String}, {@code Long} (a {@code BigInteger} where it is too long), {@code Double}, {@code Boolean}
 * and {@code null}.
 */
public final class JsonReader {
    /** Arrays and objects inside one another; a text that goes deeper is refused before it can exhaust the stack. */
    public static final int MOST_LEVELS = 512;

    private final String text;
    private int at;
    private int level;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * The value of a JSON text.
     *
     * @throws JsonException if the text is not JSON, or holds more than one value
     */
    public static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.fault("nothing more after the value");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        descend('{');
        if (!ends('}')) {
            do {
                skipSpace();
                String name = string();
                skipSpace();
                expect(':');
                object.put(name, value());
            } while (another('}'));
        }
        level--;
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        descend('[');
        if (!ends(']')) {
            do {
                array.add(value());
            } while (another(']'));
        }
        level--;
        return array;
    }

    private void descend(char opening) {
        expect(opening);
        if (++level > MOST_LEVELS) {
            throw fault("at most " + MOST_LEVELS + " levels");
        }
    }

    /** Whether the array or object ends here without another element; the bracket is then read. */
    private boolean ends(char closing) {
        skipSpace();
        if (peek() != closing) {
            return false;
        }
        at++;
        return true;
    }

    /** Whether a comma follows, and with it another element; else the closing bracket is read. */
    private boolean another(char closing) {
        if (ends(closing)) {
            return false;
        }
        expect(',');
        return true;
    }

    private String string() {
        expect('"');
        int start = at;
        while (peek() != '"' && peek() != '\\') {
            next();
        }
        if (peek() == '"') { // no escape in it: the usual case
            return text.substring(start, at++);
        }
        StringBuilder read = new StringBuilder(text.substring(start, at));
        while (peek() != '"') {
            char character = next();
            read.append(character == '\\' ? escaped() : character);
        }
        at++;
        return read.toString();
    }

    /** A character of a string. A control character must be escaped there. */
    private char next() {
        char character = peek();
        if (character < 0x20) {
            throw fault("no control character");
        }
        at++;
        return character;
    }

    private char escaped() {
        char letter = peek();
        at++;
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw fault("no such escape");
        };
    }

    private char unicode() {
        int unit = 0;
        for (int end = at + 4; at < end; at++) {
            char letter = peek();
            int digit = letter < 0x80 ? Character.digit(letter, 16) : -1;
            if (digit < 0) {
                throw fault("four hexadecimal digits");
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw fault(word);
        }
        at += word.length();
        return value;
    }

    private Number number() {
        int start = at;
        skip('-');
        int leading = at;
        int digits = digits();
        if (digits > 1 && text.charAt(leading) == '0') {
            throw fault("no leading zero");
        }
        boolean whole = true;
        if (skip('.')) {
            whole = false;
            digits();
        }
        if (skip('e') || skip('E')) {
            whole = false;
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        String read = text.substring(start, at);
        if (!whole) {
            return Double.valueOf(read);
        }
        if (digits < 19) { // always fits
            return Long.valueOf(read);
        }
        BigInteger large = new BigInteger(read);
        return large.bitLength() < Long.SIZE ? (Number) large.longValue() : large;
    }

    private int digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw fault("a value");
        }
        return at - start;
    }

    private boolean skip(char character) {
        if (at < text.length() && text.charAt(at) == character) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char character) {
        if (peek() != character) {
            throw fault("'" + character + "'");
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw new JsonException("The text ends inside a value.");
        }
        return text.charAt(at);
    }

    private JsonException fault(String expected) {
        return new JsonException("Expected " + expected + " at character " + at + ".");
    }
}
