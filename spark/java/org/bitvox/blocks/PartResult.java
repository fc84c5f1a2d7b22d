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
 */
public record PartResult(int block, long[] numbers, String backend, String note, int seen)
    implements Serializable {
  private static final long serialVersionUID = 1;
  private static final String END = "end";

  /** Lines, the last of which says that none is missing. */
  String text() {
    String all = Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
    return String.join("\n", backend, note.replace('\n', ' '), "" + seen, all, END, "");
  }

  /** That of a block; null if the text is not whole. */
  static PartResult parse(int block, String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length != 6 || !lines[4].equals(END)) {
      return null;
    }
    long[] numbers =
        lines[3].isEmpty()
            ? new long[0]
            : Arrays.stream(lines[3].split(" ")).mapToLong(Long::parseLong).toArray();
    return new PartResult(block, numbers, lines[0], lines[1], Integer.parseInt(lines[2]));
  }
}
