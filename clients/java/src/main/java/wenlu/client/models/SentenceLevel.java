package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Errors of sentences.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param grammarErrors Edits of structure, and others that are about a grammar point
 * @param vocabularyIssues Wrong words that are about no grammar point
 */
public record SentenceLevel(
        @JsonName("grammar_errors") long grammarErrors,
        @JsonName("vocabulary_issues") long vocabularyIssues) {}
