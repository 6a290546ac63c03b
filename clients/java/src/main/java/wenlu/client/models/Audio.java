package wenlu.client.models;

import wenlu.client.json.MayBeAbsent;

/**
 * What a listening item plays: speech to be spoken by the browser's own voice, or a recorded file.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind one of speech, file
 */
public record Audio(String kind, @MayBeAbsent String text, @MayBeAbsent String pinyin, @MayBeAbsent String url) {}
