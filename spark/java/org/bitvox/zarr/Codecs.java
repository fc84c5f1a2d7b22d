// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scalableminds.bloscjava.Blosc;
import java.util.List;

/** Codecs by their names in metadata. */
final class Codecs {
  private static final String KNOWN =
      "known are blosc, zstd, gzip, zlib and crc32c; write the image again with one of them";

  private static final List<String> SHUFFLES = List.of("noshuffle", "shuffle", "bitshuffle");

  private Codecs() {}

  /**
   * One of these.
   *
   * @param settings those of it, as Zarr 2 and Zarr 3 have them
   */
  static Codec named(String name, JsonNode settings, VoxelType type, String array)
      throws ZarrException {
    switch (name.replaceFirst("^numcodecs\\.", "")) {
      case "blosc":
        return blosc(settings, type, array);
      case "zstd":
        return new ZstdCodec(
            level(settings, "level", 0, -(1 << 17), 22, array),
            settings.path("checksum").asBoolean());
      case "gzip":
        return new DeflateCodec(true, level(settings, "level", 1, -1, 9, array));
      case "zlib":
        return new DeflateCodec(false, level(settings, "level", 1, -1, 9, array));
      case "crc32c":
        return new Crc32cCodec();
      default:
        throw new ZarrException(array, "codec " + Text.quoted(name) + " is not known; " + KNOWN);
    }
  }

  private static int level(
      JsonNode settings, String key, int usual, int least, int most, String array)
      throws ZarrException {
    JsonNode level = settings.path(key);
    if (level.isMissingNode() || level.isNull()) {
      return usual;
    }
    if (!level.isInt() || level.intValue() < least || level.intValue() > most) {
      throw new ZarrException(
          array, key + " " + Text.quoted(level.toString()) + " of its codec is not known");
    }
    return level.intValue();
  }

  private static Codec blosc(JsonNode settings, VoxelType type, String array) throws ZarrException {
    String name = settings.path("cname").asText("lz4");
    Blosc.Compressor algorithm = null;
    for (Blosc.Compressor one : Blosc.Compressor.values()) {
      algorithm = one.getValue().equals(name) ? one : algorithm;
    }
    if (algorithm == null) {
      throw new ZarrException(
          array, "algorithm " + Text.quoted(name) + " of blosc is not known; use lz4 or zstd");
    }
    JsonNode shuffle = settings.path("shuffle");
    int number = shuffle.isTextual() ? SHUFFLES.indexOf(shuffle.asText()) : shuffle.asInt(1);
    if (number == -1 && shuffle.isInt()) { // numcodecs: whatever suits the type
      number = type.bytes == 1 ? 2 : 1;
    }
    if (number < 0 || number >= SHUFFLES.size()) {
      throw new ZarrException(
          array, "shuffle " + Text.quoted(shuffle.toString()) + " of blosc is not known");
    }
    int size = level(settings, "typesize", type.bytes, 1, 255, array);
    return new BloscCodec(
        algorithm, level(settings, "clevel", 5, 0, 9, array), Blosc.Shuffle.fromInt(number), size);
  }

  /** What Zarr 3 says of a codec; Zarr 2 says it otherwise. */
  static ObjectNode json(Codec codec, int format) {
    ObjectNode settings = Json.object();
    String name;
    if (codec instanceof BloscCodec blosc) {
      name = "blosc";
      int shuffle = blosc.shuffle().getValue();
      settings.put("cname", blosc.algorithm().getValue()).put("clevel", blosc.level());
      if (format == 2) {
        settings.put("shuffle", shuffle).put("blocksize", 0);
      } else {
        settings.put("shuffle", SHUFFLES.get(shuffle));
        settings.put("typesize", blosc.typeSize()).put("blocksize", 0);
      }
    } else if (codec instanceof ZstdCodec zstd) {
      name = "zstd";
      settings.put("level", zstd.level());
      if (format == 3) {
        settings.put("checksum", zstd.checksum());
      }
    } else if (codec instanceof DeflateCodec deflate) {
      name = deflate.gzip() ? "gzip" : "zlib";
      settings.put("level", deflate.level());
    } else {
      name = "crc32c";
    }
    if (format == 2) {
      ObjectNode all = Json.object().put("id", name);
      all.setAll(settings);
      return all;
    }
    ObjectNode all = Json.object().put("name", name);
    if (!settings.isEmpty()) {
      all.set("configuration", settings);
    }
    return all;
  }
}
