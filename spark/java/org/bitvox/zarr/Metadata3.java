// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The metadata of an array of Zarr 3: the file zarr.json. */
final class Metadata3 {
  private final JsonNode json;
  private final String array;
  private final VoxelType type;
  private final long[] shape;
  private boolean bigEndian;
  private int[] order;

  private Metadata3(JsonNode json, String array) throws ZarrException {
    this.json = json;
    this.array = array;
    shape = ArrayMetadata.numbers(json.path("shape"), "shape", array);
    JsonNode word = json.path("data_type");
    type = word.isTextual() ? VoxelType.named(word.asText()) : null;
    if (type == null) {
      throw ArrayMetadata.unknownType(word.isTextual() ? word.asText() : word.toString(), array);
    }
  }

  static ArrayLayout layout(JsonNode json, String array) throws ZarrException {
    if (json.path("zarr_format").asInt() != 3) {
      throw new ZarrException(array, "its zarr.json is not of Zarr 3");
    }
    return new Metadata3(json, array).layout().checked(array);
  }

  private ArrayLayout layout() throws ZarrException {
    JsonNode transformers = json.path("storage_transformers");
    if (transformers.size() > 0) {
      throw new ZarrException(array, "storage transformers cannot be read");
    }
    JsonNode grid = json.path("chunk_grid");
    if (!name(grid).equals("regular")) {
      throw new ZarrException(
          array, "chunk grid " + Text.quoted(name(grid)) + " is not known; regular is");
    }
    JsonNode shape3 = grid.path("configuration").path("chunk_shape");
    int[] file = ArrayMetadata.sides(shape3, shape.length, "chunk_shape", array);
    int[] chunk = file;
    IndexLayout index = null;
    JsonNode codecs = json.path("codecs");
    JsonNode first = codecs.path(0);
    if (name(first).equals("sharding_indexed")) {
      if (codecs.size() > 1) {
        throw new ZarrException(
            array, "codec " + Text.quoted(name(codecs.get(1))) + " of whole shards is not known");
      }
      JsonNode shard = first.path("configuration");
      chunk = ArrayMetadata.sides(shard.path("chunk_shape"), shape.length, "chunk_shape", array);
      codecs = shard.path("codecs");
      index = index(shard);
    }
    List<Codec> packing = packing(codecs);
    return new ArrayLayout(
        3,
        shape,
        chunk,
        file,
        type,
        bigEndian,
        type.fill(json.path("fill_value"), array),
        order,
        packing,
        index,
        keys(),
        axes());
  }

  private static String name(JsonNode codec) {
    return codec.isTextual() ? codec.asText() : codec.path("name").asText();
  }

  private IndexLayout index(JsonNode shard) throws ZarrException {
    String place = shard.path("index_location").asText("end");
    if (!place.matches("start|end")) {
      throw new ZarrException(
          array, "index_location " + Text.quoted(place) + " is not known; start and end are");
    }
    boolean big = false;
    List<Codec> codecs = new ArrayList<>();
    for (JsonNode codec : shard.path("index_codecs")) {
      switch (name(codec)) {
        case "bytes" -> big = isBig(codec);
        case "crc32c" -> codecs.add(new Crc32cCodec());
        default ->
            throw new ZarrException(
                array,
                "codec "
                    + Text.quoted(name(codec))
                    + " of the index of shards is not known; bytes and crc32c are");
      }
      requireFew(codecs);
    }
    return new IndexLayout(place.equals("start"), big, codecs);
  }

  private List<Codec> packing(JsonNode codecs) throws ZarrException {
    List<Codec> packing = new ArrayList<>();
    boolean bytes = false;
    for (JsonNode codec : codecs) {
      switch (name(codec)) {
        case "transpose" -> {
          if (bytes || order != null) {
            throw new ZarrException(array, "its codec 'transpose' must be the first, and the only");
          }
          order = order(codec.path("configuration").path("order"));
        }
        case "bytes" -> {
          bigEndian = isBig(codec);
          bytes = true;
        }
        case "sharding_indexed" ->
            throw new ZarrException(array, "shards within shards cannot be read");
        default -> packing.add(Codecs.named(name(codec), codec.path("configuration"), type, array));
      }
      requireFew(packing);
    }
    if (!bytes) {
      throw new ZarrException(array, "its codecs lack 'bytes'");
    }
    return packing;
  }

  private void requireFew(List<Codec> codecs) throws ZarrException {
    if (codecs.size() > 8) {
      throw new ZarrException(array, "has more than 8 codecs");
    }
  }

  private boolean isBig(JsonNode codec) throws ZarrException {
    String endian = codec.path("configuration").path("endian").asText("little");
    if (!endian.matches("little|big")) {
      throw new ZarrException(
          array, "endian " + Text.quoted(endian) + " is not known; little and big are");
    }
    return endian.equals("big");
  }

  private int[] order(JsonNode list) throws ZarrException {
    if (list.asText().matches("[CF]")) { // of early writers
      return list.asText().equals("F") ? ByteOrders.reversed(shape.length) : null;
    }
    long[] numbers = ArrayMetadata.numbers(list, "order", array);
    int[] axes = new int[numbers.length];
    boolean[] seen = new boolean[shape.length];
    boolean fine = axes.length == shape.length;
    for (int i = 0; fine && i < axes.length; i++) {
      fine = numbers[i] >= 0 && numbers[i] < axes.length && !seen[(int) numbers[i]];
      if (fine) {
        axes[i] = (int) numbers[i];
        seen[axes[i]] = true;
      }
    }
    if (!fine) {
      throw new ZarrException(
          array, "order " + Text.quoted(list.toString()) + " of its transpose is none of its axes");
    }
    return axes;
  }

  private ChunkKeys keys() throws ZarrException {
    JsonNode keys = json.path("chunk_key_encoding");
    String name = name(keys);
    boolean three = name.equals("default");
    String separator = keys.path("configuration").path("separator").asText(three ? "/" : ".");
    if (!three && !name.equals("v2") || !separator.matches("[./]")) {
      throw new ZarrException(
          array, "chunk_key_encoding " + Text.quoted(keys.toString()) + " is not known");
    }
    return three ? ChunkKeys.of3(separator) : ChunkKeys.of2(separator);
  }

  private List<String> axes() {
    JsonNode names = json.path("dimension_names");
    if (names.size() != shape.length) {
      return null;
    }
    List<String> axes = new ArrayList<>();
    names.forEach(name -> axes.add(name.asText("")));
    return axes;
  }

  static ArrayNode list(long[] numbers) {
    ArrayNode list = Json.array();
    for (long number : numbers) {
      list.add(number);
    }
    return list;
  }

  static ArrayNode list(int[] numbers) {
    ArrayNode list = Json.array();
    for (int number : numbers) {
      list.add(number);
    }
    return list;
  }

  static ObjectNode json(ArrayLayout layout) {
    ObjectNode json = Json.object().put("zarr_format", 3).put("node_type", "array");
    json.set("shape", list(layout.shape()));
    json.put("data_type", layout.type().word());
    json.set("chunk_grid", configured("regular", "chunk_shape", list(layout.file())));
    ObjectNode separator = Json.object().put("separator", layout.keys().separator());
    json.set(
        "chunk_key_encoding", Json.object().put("name", "default").set("configuration", separator));
    json.put("fill_value", 0);
    ArrayNode codecs = Json.array().add(bytes(layout.type().bytes));
    layout.codecs().forEach(codec -> codecs.add(Codecs.json(codec, 3)));
    if (layout.index() == null) {
      json.set("codecs", codecs);
    } else {
      ObjectNode shard = Json.object();
      shard.set("chunk_shape", list(layout.chunk()));
      shard.set("codecs", codecs);
      ArrayNode index = Json.array().add(bytes(Long.BYTES));
      layout.index().codecs().forEach(codec -> index.add(Codecs.json(codec, 3)));
      shard.set("index_codecs", index);
      shard.put("index_location", layout.index().atStart() ? "start" : "end");
      json.set(
          "codecs",
          Json.array()
              .add(Json.object().put("name", "sharding_indexed").set("configuration", shard)));
    }
    ArrayNode names = Json.array();
    layout.axes().forEach(names::add);
    json.set("dimension_names", names);
    json.set("attributes", Json.object());
    return json;
  }

  private static ObjectNode bytes(int size) {
    ObjectNode bytes = Json.object().put("name", "bytes");
    return size == 1 ? bytes : bytes.set("configuration", Json.object().put("endian", "little"));
  }

  private static ObjectNode configured(String name, String key, JsonNode value) {
    return Json.object().put("name", name).set("configuration", Json.object().set(key, value));
  }
}
