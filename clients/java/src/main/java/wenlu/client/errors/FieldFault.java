package wenlu.client.errors;

import java.io.Serializable;

/**
 * What is wrong with one parameter of a call.
 *
 * @param field the parameter by its path, such as {@code answers[2].time_spent}
 * @param message the reason; for a word out of a list, the words that are allowed
 */
public record FieldFault(String field, String message) implements Serializable {}
