// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.process.ImageProcessor;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.Phase;

/** Pictures of a byte a pixel to lay over an image. */
final class PreviewPicture {
  private static final int COLOURS = 256;

  /** The image is seen through red and the colours of labels. */
  private static final int ALPHA = 150;

  private static final int OVER_RED = 190;

  private PreviewPicture() {}

  /** A slice as ImageJ shows it, where it shows low as black and high as white. */
  static BufferedImage of(ImageProcessor slice, double low, double high) {
    boolean bytes = slice.getBitDepth() == 8;
    byte[] grey = new byte[COLOURS];
    for (int i = 0; i < COLOURS; i++) {
      double white = bytes ? (i - low) / (high - low) : i / (COLOURS - 1.0);
      int shown = (int) Math.round((COLOURS - 1) * Math.max(0, Math.min(1, white)));
      grey[i] = (byte) (slice.isInvertedLut() ? COLOURS - 1 - shown : shown);
    }
    if (!bytes) {
      slice.setMinAndMax(low, high);
    }
    byte[] pixels = (byte[]) slice.convertToByteProcessor(true).getPixels();
    IndexColorModel colours = new IndexColorModel(8, COLOURS, grey, grey, grey);
    return picture(slice.getWidth(), slice.getHeight(), pixels, colours);
  }

  /** Labels in colours, from 0 to the largest one as in the window of a result; 0 is not seen. */
  static BufferedImage labels(ImageProcessor slice, IndexColorModel colours) {
    slice.resetMinAndMax();
    slice.setMinAndMax(0, Math.max(1, slice.getMax()));
    byte[] pixels = (byte[]) slice.convertToByteProcessor(true).getPixels();
    byte[][] channels = new byte[4][COLOURS];
    colours.getReds(channels[0]);
    colours.getGreens(channels[1]);
    colours.getBlues(channels[2]);
    Arrays.fill(channels[3], 1, COLOURS, (byte) ALPHA);
    return picture(slice.getWidth(), slice.getHeight(), pixels, colours(channels));
  }

  /**
   * The foreground of a slice in red.
   *
   * @param stopped when true, it ends with a CancellationException
   * @throws IllegalArgumentException if the foreground is that of a binary image, and this is none
   */
  static BufferedImage red(
      int width, int height, Object slice, Foreground foreground, BooleanSupplier stopped) {
    byte[] pixels = new byte[Math.multiplyExact(width, height)];
    try (BitVolume volume = new BitVolume(width, height, 1)) {
      volume.packSlice(0, slice, foreground, stopped);
      volume.unpackSlice(0, pixels);
    }
    byte[][] red = new byte[4][COLOURS];
    red[0][COLOURS - 1] = (byte) 255;
    red[3][COLOURS - 1] = (byte) ALPHA;
    return picture(width, height, pixels, colours(red));
  }

  /**
   * What is fluid in blue, also over what a live threshold shows in red.
   *
   * @param pixels of a slice: 255 for foreground, 0 for background
   * @param phase that is fluid
   */
  static BufferedImage blue(int width, int height, byte[] pixels, Phase phase) {
    int fluid = phase == Phase.FOREGROUND ? COLOURS - 1 : 0;
    byte[][] blue = new byte[4][COLOURS];
    blue[1][fluid] = (byte) 90;
    blue[2][fluid] = (byte) 255;
    blue[3][fluid] = (byte) OVER_RED;
    return picture(width, height, pixels, colours(blue));
  }

  /** Red, green, blue and alpha. */
  private static IndexColorModel colours(byte[][] all) {
    return new IndexColorModel(8, COLOURS, all[0], all[1], all[2], all[3]);
  }

  /** As large as possible in a picture of this size, with black beside it; itself if it has it. */
  static BufferedImage fitted(BufferedImage picture, int width, int height) {
    if (picture.getWidth() == width && picture.getHeight() == height) {
      return picture;
    }
    double zoom =
        Math.min((double) width / picture.getWidth(), (double) height / picture.getHeight());
    int wide = (int) Math.max(1, Math.round(zoom * picture.getWidth()));
    int high = (int) Math.max(1, Math.round(zoom * picture.getHeight()));
    BufferedImage fitted = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = fitted.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    graphics.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high, null);
    graphics.dispose();
    return fitted;
  }

  private static BufferedImage picture(
      int width, int height, byte[] pixels, IndexColorModel colours) {
    DataBuffer buffer = new DataBufferByte(pixels, pixels.length);
    return new BufferedImage(
        colours,
        Raster.createInterleavedRaster(buffer, width, height, width, 1, new int[] {0}, null),
        false,
        null);
  }
}
