// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/** Pages of a file that are of one size and type, as those of a stack are. */
final class TiffSeries {
  private final long width;
  private final long height;
  private final long bits;
  private final long format;
  private final long samples;
  private int[] pages = new int[4];
  private int count;

  private TiffSeries(TiffDirectory page) throws IOException {
    width = page.number(TiffTag.IMAGE_WIDTH);
    height = page.number(TiffTag.IMAGE_LENGTH);
    bits = page.uniform(TiffTag.BITS_PER_SAMPLE, 1);
    format = page.uniform(TiffTag.SAMPLE_FORMAT, 1);
    samples = page.number(TiffTag.SAMPLES_PER_PIXEL, 1);
  }

  /** A series without a page yet, for pages like this one. */
  static TiffSeries like(TiffDirectory page) throws IOException {
    return new TiffSeries(page);
  }

  /** Adds the number of a page, from 0. */
  void add(int page) {
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, 2 * count);
    }
    pages[count++] = page;
  }

  int count() {
    return count;
  }

  /** Numbers of its pages, from 0. */
  int[] pages() {
    return Arrays.copyOf(pages, count);
  }

  /** Of all its pages. */
  double voxels() {
    return (double) width * height * count;
  }

  /** "5 pages of 65 x 31 pixels of 8 bits". */
  String words() {
    return Messages.count(count, "page") + " of " + size();
  }

  /** "65 x 31 pixels of 8 bits". */
  String size() {
    return width
        + " x "
        + height
        + " pixels of "
        + bits
        + (bits == 1 ? " bit" : " bits")
        + (samples == 1 ? "" : " (" + samples + " values each)");
  }

  @Override
  public boolean equals(Object object) {
    if (!(object instanceof TiffSeries)) {
      return false;
    }
    TiffSeries other = (TiffSeries) object;
    return width == other.width
        && height == other.height
        && bits == other.bits
        && format == other.format
        && samples == other.samples;
  }

  @Override
  public int hashCode() {
    return Objects.hash(width, height, bits, format, samples);
  }
}
