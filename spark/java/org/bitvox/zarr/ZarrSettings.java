// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.List;
import java.util.Locale;
import org.bitvox.parameters.UsageException;

/** What the command line says of images in OME-Zarr, beside a command's own keys. */
final class ZarrSettings {
  /** Those of this process, which runs one command. */
  static ZarrSettings current = new ZarrSettings();

  /** What computes images in blocks; null if they are read and written slice by slice. */
  BlockFormat blocks;

  /** The part of each image that is read; null for all of it. */
  Box window;

  int level;
  String dataset = "";
  int chunk = WriteOptions.USUAL.chunk();
  int shard;
  String codec = WriteOptions.USUAL.codec();
  String shuffle = WriteOptions.USUAL.shuffle();
  String version = "";
  String downsample = WriteOptions.USUAL.downsample();

  /**
   * Takes a value.
   *
   * @return whether the key is one of these
   */
  boolean take(String key, String value) {
    switch (key) {
      case "level" -> level = whole(key, value, 0, 63);
      case "dataset" -> dataset = value;
      case "chunk" -> chunk = whole(key, value, 1, 1024);
      case "shard" -> shard = whole(key, value, 1, 8192);
      case "codec" -> codec = oneOf(key, value, WriteOptions.CODECS);
      case "shuffle" -> shuffle = oneOf(key, value, WriteOptions.SHUFFLES);
      case "version" -> version = oneOf(key, value, WriteOptions.VERSIONS);
      case "downsample" ->
          downsample =
              oneOf(
                  key,
                  value.toLowerCase(Locale.ROOT),
                  List.of("auto", "majority", "max", "mode", "mean"));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** How to write: shards are of OME-Zarr 0.5, and of blosc's shuffles only blosc has any. */
  WriteOptions options() {
    if (shard % chunk != 0) {
      throw new UsageException(
          "shard="
              + shard
              + " is no multiple of chunk="
              + chunk
              + "; use one such as "
              + 4 * chunk);
    }
    if (shard > 0 && version.equals("0.4")) {
      throw new UsageException("version=0.4 has no shards; use version=0.5, or leave out shard=");
    }
    if (!shuffle.equals("auto") && !codec.startsWith("blosc")) {
      throw new UsageException("shuffle= is of blosc; use a codec=blosc-..., or leave it out");
    }
    String own = !version.isEmpty() ? version : shard > 0 ? "0.5" : "0.4";
    if (own.equals("0.5") && codec.equals("zlib")) {
      throw new UsageException("OME-Zarr 0.5 has no codec=zlib; use gzip, or version=0.4");
    }
    return new WriteOptions(chunk, shard, codec, shuffle, own, downsample);
  }

  static int whole(String key, String value, int least, int most) {
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw new UsageException(
          key + "=" + value + " is not allowed; use a whole number from " + least + " to " + most);
    }
    return number;
  }

  private static String oneOf(String key, String value, List<String> words) {
    if (!words.contains(value)) {
      throw new UsageException(
          key + "=" + value + " is not allowed; use " + String.join(", ", words));
    }
    return value;
  }
}
