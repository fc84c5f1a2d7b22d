// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a block gives beside voxels. It travels between computers and is kept as text.
 *
 * @param block its number
 * @param numbers of the operation
 * @param backend that did the work, or empty
 * @param note about it, or empty
 * @param seen what is known of the voxels that were written
 * @param missing how many chunks of each input begin in the block and are missing
 */
public record PartResult(
    int block, long[] numbers, String backend, String note, int seen, long[] missing)
    implements Serializable {
  private static final long serialVersionUID = 1;
  private static final String END = "end";

  /** Lines, the last of which says that none is missing. */
  String text() {
    return String.join(
        "\n", backend, note.replace('\n', ' '), "" + seen, words(missing), words(numbers), END, "");
  }

  /** That of a block; null if the text is not whole. */
  static PartResult parse(int block, String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length != 7 || !lines[5].equals(END)) {
      return null;
    }
    return new PartResult(
        block,
        numbers(lines[4]),
        lines[0],
        lines[1],
        Integer.parseInt(lines[2]),
        numbers(lines[3]));
  }

  private static String words(long[] numbers) {
    return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
  }

  private static long[] numbers(String words) {
    return words.isEmpty()
        ? new long[0]
        : Arrays.stream(words.split(" ")).mapToLong(Long::parseLong).toArray();
  }
}
