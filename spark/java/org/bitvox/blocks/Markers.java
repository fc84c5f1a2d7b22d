// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bitvox.zarr.InParallel;
import org.bitvox.zarr.Store;

/** A file for each block that is done, with what it gave; the block's own files are there then. */
final class Markers {
  static final String FOLDER = "done";
  private static final int MOST_BYTES = 1 << 28;
  private static final int AT_ONCE = 64; // that are read, and then added

  private final Store store;

  Markers(Store store) {
    this.store = store;
  }

  private static String key(int number) {
    return FOLDER + "/" + number;
  }

  /** Blocks that have a marker. */
  Set<Integer> done() throws IOException {
    Set<Integer> numbers = new TreeSet<>();
    for (String name : store.files(FOLDER)) {
      if (name.matches("[0-9]{1,9}")) {
        numbers.add(Integer.parseInt(name));
      }
    }
    return numbers;
  }

  /**
   * Hands out what blocks gave that are done, in their order; a marker that is not whole is none.
   */
  void forEach(Consumer<PartResult> what) throws IOException {
    List<Integer> all = new ArrayList<>(done());
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<Integer> some = all.subList(from, Math.min(from + AT_ONCE, all.size()));
      PartResult[] results = new PartResult[some.size()];
      InParallel.run(results.length, () -> false, i -> results[i] = get(some.get(i)));
      for (PartResult result : results) {
        if (result != null) {
          what.accept(result);
        }
      }
    }
  }

  private PartResult get(int number) throws IOException {
    byte[] text = store.read(key(number), MOST_BYTES);
    return text == null ? null : PartResult.parse(number, new String(text, StandardCharsets.UTF_8));
  }

  void put(PartResult result) throws IOException {
    store.write(key(result.block()), List.of(result.text().getBytes(StandardCharsets.UTF_8)));
  }

  /** Lines of a text; empty if there is none. */
  static List<String> lines(Store store, String key) throws IOException {
    byte[] text = store.read(key, MOST_BYTES);
    return text == null ? List.of() : new String(text, StandardCharsets.UTF_8).lines().toList();
  }

  /** Writes lines. */
  static void write(Store store, String key, List<String> lines) throws IOException {
    store.write(key, List.of((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)));
  }
}
