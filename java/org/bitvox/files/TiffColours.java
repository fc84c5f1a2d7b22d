// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** What the values of a page mean: grey or not, and how ImageJ shows them. */
final class TiffColours {
  private static final int WHITE_IS_ZERO = 0;
  private static final int BLACK_IS_ZERO = 1;
  private static final int RGB = 2;
  private static final int OLD_JPEG = 6;
  private static final int MOST_ALPHAS = 2; // a number of ExtraSamples from 1 to this is alpha
  private static final int ENTRIES = 256;

  private TiffColours() {}

  /**
   * How many values each pixel has in the file.
   *
   * @throws IOException if they are no brightnesses, of the image or of its colours
   */
  static int samples(TiffDirectory page) throws IOException {
    long meaning = page.number(TiffTag.PHOTOMETRIC, BLACK_IS_ZERO);
    long samples = page.number(TiffTag.SAMPLES_PER_PIXEL, 1);
    if (meaning != RGB && !isGrey(meaning)) {
      long compression = page.number(TiffTag.COMPRESSION, 1);
      if (compression == OLD_JPEG || compression == Jpeg.NUMBER) {
        throw page.in.problem(TiffBlockMessages.compressedColours(compression));
      }
      String tag = TiffMessages.tag(TiffTag.PHOTOMETRIC, page.page);
      throw page.in.problem(TiffMessages.notGrey(tag, meaning, words(meaning)));
    }
    if (samples == 0 || samples > TiffDirectory.MOST_SAMPLES) {
      throw page.refused(TiffTag.SAMPLES_PER_PIXEL, samples);
    }
    return (int) samples;
  }

  /** Whether the first three values of a pixel are red, green and blue. */
  static boolean isRgb(TiffDirectory page) throws IOException {
    return page.number(TiffTag.PHOTOMETRIC, BLACK_IS_ZERO) == RGB;
  }

  /** How many of the values are brightnesses: the last may be how opaque a pixel is. */
  static int channels(TiffDirectory page) throws IOException {
    int samples = samples(page);
    if (samples == 1 || !page.has(TiffTag.EXTRA_SAMPLES)) {
      return samples;
    }
    TiffEntry extra = page.entry(TiffTag.EXTRA_SAMPLES);
    long[] kinds = extra.count() < samples ? extra.numbers() : new long[] {0};
    boolean alpha = kinds[kinds.length - 1] >= 1 && kinds[kinds.length - 1] <= MOST_ALPHAS;
    return alpha ? samples - 1 : samples;
  }

  private static boolean isGrey(long meaning) {
    return meaning == WHITE_IS_ZERO
        || meaning == BLACK_IS_ZERO
        || meaning == 3 // numbers of colours, which ImageJ takes as they are
        || meaning == 4 // a mask
        || meaning == 34892; // a camera's, without a colour filter
  }

  private static String words(long meaning) {
    return meaning == 5
        ? " (CMYK)"
        : meaning == 6
            ? " (YCbCr)"
            : meaning == 8 ? " (CIELab)" : meaning == 32803 ? " (behind a colour filter)" : "";
  }

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
