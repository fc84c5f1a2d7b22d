// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** The pixels of a slice, as ImageJ has them: byte[] and short[], both unsigned, or float[]. */
public final class Pixels {
  private Pixels() {}

  /** The value of one of them. */
  public static float value(Object pixels, int i) {
    if (pixels instanceof byte[]) {
      return ((byte[]) pixels)[i] & 0xff;
    }
    return pixels instanceof short[] ? ((short[]) pixels)[i] & 0xffff : ((float[]) pixels)[i];
  }
}
