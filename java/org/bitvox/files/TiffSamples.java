// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** The type of a page's values, if it is one that can be read. */
final class TiffSamples {
  private static final int UNSIGNED = 1;
  private static final int SIGNED = 2;
  private static final int FLOATING_POINT = 3;
  private static final int UNKNOWN = 4;
  private static final int UNTOLD = 0;

  private TiffSamples() {}

  static SampleType type(TiffDirectory page) throws IOException {
    long bits = page.uniform(TiffTag.BITS_PER_SAMPLE, 1);
    long format = page.uniform(TiffTag.SAMPLE_FORMAT, UNSIGNED);
    SampleType type = format == FLOATING_POINT ? floating(bits) : whole(bits, format);
    if (type == null) {
      throw page.in.problem(TiffMessages.values(bits, format));
    }
    return type;
  }

  private static SampleType floating(long bits) {
    return bits == 16
        ? SampleType.HALF
        : bits == 32 ? SampleType.FLOAT : bits == 64 ? SampleType.DOUBLE : null;
  }

  /** ImageJ takes signed bytes as unsigned and unsigned ints as signed, which is wrong. */
  private static SampleType whole(long bits, long format) {
    if (format != UNSIGNED && format != SIGNED && format != UNKNOWN && format != UNTOLD) {
      return null;
    }
    for (SampleType type : SampleType.values()) {
      boolean sign = type.signed() == (format == SIGNED) || bits == 1;
      if (type.bits == bits && sign && !type.floating()) {
        return type;
      }
    }
    return null;
  }
}
