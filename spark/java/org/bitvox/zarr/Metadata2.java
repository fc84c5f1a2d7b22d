// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The metadata of an array of Zarr 2: the file .zarray. */
final class Metadata2 {
  private Metadata2() {}

  static ArrayLayout layout(JsonNode json, String array) throws ZarrException {
    if (json.path("zarr_format").asInt() != 2) {
      throw new ZarrException(array, "its .zarray is not of Zarr 2");
    }
    long[] shape = ArrayMetadata.numbers(json.path("shape"), "shape", array);
    int[] chunk = ArrayMetadata.sides(json.path("chunks"), shape.length, "chunks", array);
    JsonNode dtype = json.path("dtype");
    String word = dtype.isTextual() ? dtype.asText() : "";
    VoxelType type = word.matches("[<>|=][a-z][1248]") ? VoxelType.brief(word.substring(1)) : null;
    if (type == null) {
      throw ArrayMetadata.unknownType(dtype.isTextual() ? word : dtype.toString(), array);
    }
    JsonNode filters = json.path("filters");
    if (filters.size() > 0) {
      throw new ZarrException(
          array,
          "filter "
              + Text.quoted(filters.get(0).path("id").asText())
              + " is not known; write the image again without filters");
    }
    JsonNode compressor = json.path("compressor");
    List<Codec> codecs =
        compressor.isObject()
            ? List.of(Codecs.named(compressor.path("id").asText(), compressor, type, array))
            : List.of();
    String order = json.path("order").asText("C");
    if (!order.matches("[CF]")) {
      throw new ZarrException(array, "order " + Text.quoted(order) + " is not known; C and F are");
    }
    String separator = json.path("dimension_separator").asText(".");
    if (!separator.matches("[./]")) {
      throw new ZarrException(
          array, "dimension_separator " + Text.quoted(separator) + " is not known; . and / are");
    }
    return new ArrayLayout(
            2,
            shape,
            chunk,
            chunk,
            type,
            word.startsWith(">"),
            type.fill(json.path("fill_value"), array),
            order.equals("F") ? ByteOrders.reversed(shape.length) : null,
            codecs,
            null,
            ChunkKeys.of2(separator),
            null)
        .checked(array);
  }

  static ObjectNode json(ArrayLayout layout) {
    ObjectNode json = Json.object().put("zarr_format", 2);
    json.set("shape", Metadata3.list(layout.shape()));
    json.set("chunks", Metadata3.list(layout.chunk()));
    json.put("dtype", layout.type().dtype());
    json.set(
        "compressor", layout.codecs().isEmpty() ? null : Codecs.json(layout.codecs().get(0), 2));
    json.put("fill_value", 0).put("order", "C").putNull("filters");
    return json.put("dimension_separator", layout.keys().separator());
  }
}
