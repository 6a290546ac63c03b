package wenlu.client;

/**
 * Where the three parts of the service answer, without a slash at the end.
 *
 * @param v1 {@code {base_url}} of the contract
 * @param speech {@code {speech_url}} of the contract
 * @param grammar {@code {grammar_url}} of the contract
 */
record Addresses(String v1, String speech, String grammar) {

    /** The addresses of a service; speech and grammar stand beside {@code /v1} where they are null. */
    static Addresses of(String baseUrl, String speechUrl, String grammarUrl) {
        String root = checked(baseUrl).replaceFirst("/v1$", "");
        return new Addresses(
                root + "/v1",
                speechUrl == null ? root + "/speech" : checked(speechUrl),
                grammarUrl == null ? root + "/grammar" : checked(grammarUrl));
    }

    /** The address of one part. */
    String of(Operation.Address part) {
        return switch (part) {
            case V1 -> v1;
            case SPEECH -> speech;
            case GRAMMAR -> grammar;
        };
    }

    /** An address without a slash at its end. */
    private static String checked(String address) {
        if (address.matches("[^:]*://[^/?#]*@.*")) {
            throw new IllegalArgumentException(
                    "The address of a server holds no user and no password: they would stand in logs.");
        }
        if (!address.matches("https?://[^/\\s]+[^\\s]*")) {
            throw new IllegalArgumentException(
                    "\"" + address + "\" is no address of a server: write it as https://wenlu.example.org.");
        }
        return address.replaceFirst("/+$", "");
    }
}
