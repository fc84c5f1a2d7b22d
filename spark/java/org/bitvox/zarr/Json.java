// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/** Metadata, of bounded size and depth. */
final class Json {
  /** Bytes of a file of metadata. */
  static final int MOST_BYTES = 16 << 20;

  private static final int DEEPEST = 100;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(100)
                          .build())
                  .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // python writes NaN so
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /** An object in a file; null if there is no such file. */
  static JsonNode read(Store store, String key) throws IOException {
    byte[] bytes = store.read(key, MOST_BYTES);
    return bytes == null ? null : parse(bytes, store.named(key));
  }

  /**
   * An object.
   *
   * @param file what the user calls it
   */
  static JsonNode parse(byte[] bytes, String file) throws ZarrException {
    JsonNode node;
    try {
      node = MAPPER.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new ZarrException(file, "is no JSON: " + reason(e), e);
    } catch (IOException e) {
      throw new ZarrException(file, "is no JSON", e);
    }
    if (node == null || !node.isObject()) {
      throw new ZarrException(file, "is no JSON object");
    }
    return node;
  }

  private static String reason(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    if (message.contains("nesting depth")) {
      return "it has more than " + DEEPEST + " levels";
    }
    String line = message.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    return line.length() > 120 ? line.substring(0, 120) + "..." : line;
  }

  static void write(Store store, String key, JsonNode node) throws IOException {
    store.write(key, List.of(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(node)));
  }
}
