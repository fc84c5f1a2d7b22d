// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.CompositeImage;
import ij.ImagePlus;
import ij.process.LUT;

/** How ImageJ shows an image: the lookup table and the display range of every channel. */
public final class Looks {
  /** In files, by ImageJ's numbers of the modes. */
  private static final String[] MODES = {"", "composite", "color", "grayscale"};

  /** Reds, greens and blues of 256 shades, of every channel; null for ImageJ's own. */
  final byte[][] tables;

  /** Black and white of every channel; null for those that ImageJ chooses. */
  final double[] ranges;

  /** How channels are shown: a number of ImageJ's; 0 where there is only one. */
  private final int mode;

  private Looks(byte[][] tables, double[] ranges, int mode) {
    this.tables = tables;
    this.ranges = ranges;
    this.mode = mode;
  }

  /**
   * As a file has them.
   *
   * @param tables 768 bytes each, or null
   * @param ranges two numbers each, or null
   * @param mode its word, or null
   */
  static Looks of(byte[][] tables, double[] ranges, String mode) {
    int number = 0;
    for (int i = 1; i < MODES.length; i++) {
      number = MODES[i].equals(mode) ? i : number;
    }
    return new Looks(tables, ranges, number);
  }

  /** Of three channels that are red, green and blue, with one range from black to full colour. */
  public static Looks ofColours(double low, double high) {
    byte[][] tables = new byte[3][3 * 256];
    double[] ranges = new double[2 * tables.length];
    for (int channel = 0; channel < tables.length; channel++) {
      for (int i = 0; i < 256; i++) {
        tables[channel][256 * channel + i] = (byte) i;
      }
      ranges[2 * channel] = low;
      ranges[2 * channel + 1] = high;
    }
    return new Looks(tables, ranges, CompositeImage.COMPOSITE);
  }

  /** Those of an image. */
  public static Looks of(ImagePlus image) {
    LUT[] luts =
        image.isComposite()
            ? image.getLuts()
            : new LUT[] {(LUT) image.getProcessor().getLut().clone()};
    byte[][] tables = new byte[luts.length][];
    double[] ranges = new double[2 * luts.length];
    for (int channel = 0; channel < luts.length; channel++) {
      tables[channel] = luts[channel].getBytes();
      ranges[2 * channel] = image.isComposite() ? luts[channel].min : image.getDisplayRangeMin();
      ranges[2 * channel + 1] =
          image.isComposite() ? luts[channel].max : image.getDisplayRangeMax();
    }
    int mode = image.isComposite() ? ((CompositeImage) image).getMode() : 0;
    return new Looks(tables, ranges, mode);
  }

  /** The word for how channels are shown; empty where there is only one. */
  String mode() {
    return MODES[mode];
  }

  /** Gives them to an image; returns that which is to be shown. */
  public ImagePlus give(ImagePlus image) {
    int channels = image.getNChannels();
    boolean fits = tables != null && ranges != null && tables.length == channels;
    if (channels > 1) {
      CompositeImage composite =
          new CompositeImage(image, mode == 0 ? CompositeImage.COMPOSITE : mode);
      for (int channel = 0; fits && channel < channels; channel++) {
        composite.setChannelLut(lut(channel), channel + 1);
      }
      return composite;
    }
    if (fits) {
      LUT lut = lut(0);
      image.setLut(lut);
      image.setDisplayRange(lut.min, lut.max);
    }
    return image;
  }

  private LUT lut(int channel) {
    byte[][] parts = new byte[3][256];
    for (int part = 0; part < 3; part++) {
      System.arraycopy(tables[channel], 256 * part, parts[part], 0, 256);
    }
    LUT lut = new LUT(parts[0], parts[1], parts[2]);
    lut.min = ranges[2 * channel];
    lut.max = ranges[2 * channel + 1];
    return lut;
  }
}
