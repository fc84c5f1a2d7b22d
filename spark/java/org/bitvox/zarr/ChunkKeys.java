// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Names of the files of chunks.
 *
 * @param prefix before the numbers, with its separator
 * @param separator between the numbers
 */
record ChunkKeys(String prefix, String separator) {
  /** As Zarr 3 has them. */
  static ChunkKeys of3(String separator) {
    return new ChunkKeys("c" + separator, separator);
  }

  /** As Zarr 2 has them. */
  static ChunkKeys of2(String separator) {
    return new ChunkKeys("", separator);
  }

  /** That of a chunk. */
  String key(long... place) {
    return prefix
        + LongStream.of(place).mapToObj(Long::toString).collect(Collectors.joining(separator));
  }
}
