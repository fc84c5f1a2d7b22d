// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.io.FileInfo;
import ij.io.FileOpener;
import ij.measure.Calibration;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * Calibrations as ImageJ sets them: ImageJ itself opens an image of one pixel that has what the
 * file says of scale and values, and nothing else of the file.
 */
final class TiffCalibration {
  private static final int COLORS = 256;

  /** Of Calibration's functions from STRAIGHT_LINE to EXP_RECOVERY. */
  private static final int[] COEFFICIENTS = {2, 3, 4, 5, 2, 2, 2, 4, 4, 3, 4, 3, 4, 3};

  private TiffCalibration() {}

  /** Of a page with a description, and what OME-XML says, if there is any: that goes first. */
  static Calibration of(
      TiffDirectory page, SampleType type, TiffDescription description, OmeImage ome)
      throws IOException {
    Calibration calibration = of(page, type, description);
    if (ome != null) {
      OmeScale.apply(ome, calibration, description.has("spacing"));
    }
    return calibration;
  }

  private static Calibration of(TiffDirectory page, SampleType type, TiffDescription description)
      throws IOException {
    FileInfo info = info(type);
    info.whiteIsZero = page.number(TiffTag.PHOTOMETRIC, 1) == 0 && type != SampleType.SIGNED_BYTE;
    info.description = description.text;
    scale(page, info);
    if (type == SampleType.BYTE && page.has(TiffTag.COLOR_MAP)) {
      colors(page, info);
    }
    check(page, description);
    Calibration calibration = opened(page, info);
    if (type == SampleType.SIGNED_BYTE && !calibration.calibrated()) {
      Calibrations.sign(calibration, type);
    }
    double depth = calibration.pixelDepth;
    if (Double.isNaN(depth) || Double.isInfinite(depth)) {
      throw page.in.problem(TiffMessages.size("spacing", depth));
    }
    return calibration;
  }

  private static FileInfo info(SampleType type) {
    FileInfo info = new FileInfo();
    info.width = 1;
    info.height = 1;
    info.fileType =
        type == SampleType.SIGNED_SHORT
            ? FileInfo.GRAY16_SIGNED
            : type.bitDepth == 8
                ? FileInfo.GRAY8
                : type.bitDepth == 16 ? FileInfo.GRAY16_UNSIGNED : FileInfo.GRAY32_FLOAT;
    info.inputStream = new ByteArrayInputStream(new byte[8]);
    return info;
  }

  private static Calibration opened(TiffDirectory page, FileInfo info) throws IOException {
    try {
      return open(info);
    } catch (RuntimeException e) {
      throw new IOException(
          page.in.problem(TiffMessages.description("ImageJ cannot use it")).getMessage(), e);
    }
  }

  private static Calibration open(FileInfo info) {
    return new FileOpener(info).openImage().getCalibration();
  }

  /** As TiffDecoder does it. */
  private static void scale(TiffDirectory page, FileInfo info) throws IOException {
    info.pixelWidth = pixelSize(page, TiffTag.X_RESOLUTION);
    info.pixelHeight = pixelSize(page, TiffTag.Y_RESOLUTION);
    switch ((int) page.number(TiffTag.RESOLUTION_UNIT, 0)) {
      case 1:
        info.unit = " ";
        break;
      case 2:
        if (info.pixelWidth == 1.0 / 72) { // which many programs write without meaning it
          info.pixelWidth = 1;
          info.pixelHeight = 1;
        } else {
          info.unit = "inch";
        }
        break;
      case 3:
        info.unit = "cm";
        break;
      default:
        break;
    }
  }

  private static double pixelSize(TiffDirectory page, TiffTag tag) throws IOException {
    double resolution = page.has(tag) ? page.entry(tag).fraction() : 0;
    double size = resolution == 0 ? 1 : 1 / resolution;
    return page.has(tag) && page.entry(tag).isFloat() ? ShortestDecimal.of((float) size) : size;
  }

  /** Along which of the axes x and y a resolution is told that cannot be. */
  static String axesWithoutSize(TiffDirectory page) throws IOException {
    return without(page, TiffTag.X_RESOLUTION, "x") + without(page, TiffTag.Y_RESOLUTION, "y");
  }

  private static String without(TiffDirectory page, TiffTag tag, String axis) throws IOException {
    return page.has(tag) && page.entry(tag).fraction() == 0 ? axis : "";
  }

  /** Of an inverted image optical densities are other ones. */
  private static void colors(TiffDirectory page, FileInfo info) throws IOException {
    long[] colors = page.numbers(TiffTag.COLOR_MAP, 3 * COLORS);
    info.lutSize = COLORS;
    info.reds = highBytes(colors, 0);
    info.greens = highBytes(colors, COLORS);
    info.blues = highBytes(colors, 2 * COLORS);
  }

  private static byte[] highBytes(long[] colors, int from) {
    byte[] bytes = new byte[COLORS];
    for (int i = 0; i < COLORS; i++) {
      bytes[i] = (byte) (colors[from + i] >> 8);
    }
    return bytes;
  }

  /** What ImageJ does not check. */
  private static void check(TiffDirectory page, TiffDescription description) throws IOException {
    int function = description.number("cf");
    int found = description.coefficients();
    if (description.has("cf")
        && description.has("vunit")
        && function >= 0
        && function < COEFFICIENTS.length) {
      int needed = COEFFICIENTS[function];
      if (found < needed) {
        throw page.in.problem(TiffMessages.coefficients(found, needed));
      }
    }
  }
}
