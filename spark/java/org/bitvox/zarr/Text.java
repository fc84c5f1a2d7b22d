// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Words and numbers in sentences. */
final class Text {
  private static final int LONGEST = 40;

  private Text() {}

  /** A word of a file, of which there may be a lot. */
  static String quoted(String word) {
    String plain = word.replaceAll("\\p{Cntrl}", "?");
    return "'" + (plain.length() > LONGEST ? plain.substring(0, LONGEST) + "..." : plain) + "'";
  }

  /** "64 x 64 x 32". */
  static String sizes(long[] sizes) {
    return Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(" x "));
  }
}
