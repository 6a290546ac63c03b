package wenlu.client.models;

/**
 * An edit of a character, a mark or a word.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param type 别字, 缺字, 多字, 标点 or 用词
 * @param original As it stands in the essay; empty where something is missing
 * @param correction Empty where something is to be left out
 * @param position a-b: code points of the essay, the start included, the end excluded
 * @param explanation In the language of Accept-Language
 */
public record WordError(String type, String original, String correction, String position, String explanation) {}
