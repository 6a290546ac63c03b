package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * The recording.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Quality(
        double seconds,
        @JsonName("speech_seconds") double speechSeconds,
        @JsonName("peak_dbfs") double peakDbfs,
        @JsonName("snr_db") Double snrDb,
        @JsonName("clipped_share") double clippedShare,
        List<Bilingual> warnings) {}
