package wenlu.client;

import java.net.http.HttpClient;
import java.time.Duration;

/**
 * How a client calls the service.
 *
 * @param apiKey null for a client that calls only what needs no token
 * @param timeout of each attempt, from its begin to the last byte of the answer
 * @param retries attempts after the first
 * @param backoff the wait before the first retry, doubled with each
 * @param language of messages and reasons, {@code zh} or {@code en}; null leaves it to the service
 */
record Settings(
        HttpClient http,
        Addresses addresses,
        String apiKey,
        Duration timeout,
        int retries,
        Duration backoff,
        String language) {}
