// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bitvox.zarr.Store;

/** A file for each block that is done, with what it gave; the block's own files are there then. */
final class Markers {
  static final String FOLDER = "done";
  private static final int MOST_BYTES = 1 << 28;

  private final Store store;

  Markers(Store store) {
    this.store = store;
  }

  private static String key(int number) {
    return FOLDER + "/" + number;
  }

  /** What a block gave that is done; null if it is not. */
  PartResult get(int number) throws IOException {
    byte[] text = store.read(key(number), MOST_BYTES);
    return text == null ? null : PartResult.parse(number, new String(text, StandardCharsets.UTF_8));
  }

  void put(PartResult result) throws IOException {
    store.write(key(result.block()), List.of(result.text().getBytes(StandardCharsets.UTF_8)));
  }
}
