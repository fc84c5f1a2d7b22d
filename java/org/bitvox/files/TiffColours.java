// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** How ImageJ shows the values of a page. */
final class TiffColours {
  private static final int WHITE_IS_ZERO = 0;
  private static final int BLACK_IS_ZERO = 1;
  private static final int ENTRIES = 256;

  private TiffColours() {}

  /** Whether nothing becomes brighter as values rise: ImageJ's inverting LUT. */
  static boolean inverted(TiffDirectory page) throws IOException {
    boolean map =
        page.has(TiffTag.COLOR_MAP) && page.entry(TiffTag.COLOR_MAP).count() == 3 * ENTRIES;
    if (!map) {
      return page.number(TiffTag.PHOTOMETRIC, BLACK_IS_ZERO) == WHITE_IS_ZERO;
    }
    long[] colours = page.numbers(TiffTag.COLOR_MAP, 3 * ENTRIES); // reds, greens, blues
    for (int i = 1; i < ENTRIES - 1; i++) {
      if (brightness(colours, i) > brightness(colours, i - 1)) {
        return false;
      }
    }
    return true;
  }

  private static long brightness(long[] colours, int i) {
    return (colours[i] >> 8) + (colours[ENTRIES + i] >> 8) + (colours[2 * ENTRIES + i] >> 8);
  }
}
