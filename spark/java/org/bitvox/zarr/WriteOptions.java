// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.scalableminds.bloscjava.Blosc;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * How an image is written.
 *
 * @param chunk voxels of a chunk along z, y and x
 * @param shard voxels of a shard; 0 for a file for each chunk
 * @param codec "zstd", "blosc-lz4" and the like, "none"
 * @param shuffle of blosc: "none", "byte", "bit", or "auto" for what suits the type
 * @param version of OME-Zarr: "0.4", which is Zarr 2, or "0.5", which is Zarr 3
 * @param downsample how levels are made: a word of {@link Reduction}, or "auto"
 */
public record WriteOptions(
    int chunk, int shard, String codec, String shuffle, String version, String downsample)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** What the key codec= takes. */
  static final List<String> CODECS =
      List.of(
          "none",
          "gzip",
          "zlib",
          "zstd",
          "blosc-lz4",
          "blosc-lz4hc",
          "blosc-blosclz",
          "blosc-zstd",
          "blosc-zlib");

  static final List<String> SHUFFLES = List.of("auto", "none", "byte", "bit");
  static final List<String> VERSIONS = List.of("0.4", "0.5");

  static final WriteOptions USUAL = new WriteOptions(128, 0, "zstd", "auto", "0.4", "auto");

  /** The same of another version of OME-Zarr. */
  WriteOptions withVersion(String other) {
    return new WriteOptions(chunk, shard, codec, shuffle, other, downsample);
  }

  /** Of Zarr. */
  int format() {
    return version.equals("0.4") ? 2 : 3;
  }

  /** The codecs of a chunk of values of a type. */
  List<Codec> codecs(VoxelType type) {
    return switch (codec) {
      case "none" -> List.of();
      case "gzip" -> List.of(new DeflateCodec(true, 1));
      case "zlib" -> List.of(new DeflateCodec(false, 1));
      case "zstd" -> List.of(new ZstdCodec(3, false));
      default -> List.of(blosc(type));
    };
  }

  private Codec blosc(VoxelType type) {
    String algorithm = codec.substring(codec.indexOf('-') + 1).toUpperCase(Locale.ROOT);
    Blosc.Shuffle by =
        switch (shuffle) {
          case "none" -> Blosc.Shuffle.NO_SHUFFLE;
          case "byte" -> Blosc.Shuffle.BYTE_SHUFFLE;
          case "bit" -> Blosc.Shuffle.BIT_SHUFFLE;
          default -> type.bytes == 1 ? Blosc.Shuffle.BIT_SHUFFLE : Blosc.Shuffle.BYTE_SHUFFLE;
        };
    return new BloscCodec(Blosc.Compressor.valueOf(algorithm), 5, by, type.bytes);
  }
}
