// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import org.bitvox.FrameSource;

/**
 * The frames of a movie: the slices of a stack, or the frames of a time series. They are read one
 * after the other, so that a file or a virtual stack need not fit the memory.
 */
public final class Movie implements FrameSource {
  private final InputImage image;

  private Movie(InputImage image) {
    this.image = image;
  }

  /**
   * The frames of an image; nothing is read yet.
   *
   * @param mosaic whether its frames are those of a camera with a mosaic, and of 8 bits, else RGB
   * @throws IllegalArgumentException if they are not
   */
  public static Movie of(InputImage image, boolean mosaic) {
    check(image);
    if (image.isRgb() && mosaic) {
      throw new IllegalArgumentException(
          image.name()
              + " has colours; mosaic= is for the 8-bit frames of a camera, so leave it out");
    }
    if (!image.isRgb() && !mosaic) {
      throw new IllegalArgumentException(
          image.name()
              + " is grey; give mosaic= if it is as a camera with a Bayer mosaic gave it, or convert"
              + " it (Image>Type>RGB Color)");
    }
    return new Movie(image);
  }

  /** Throws unless it is one, with colours or with a mosaic. */
  static void check(InputImage image) {
    if (!image.isRgb() && image.bitDepth() != Byte.SIZE) {
      throw new IllegalArgumentException(
          image.name()
              + " has "
              + image.bitDepth()
              + " bits; frames must be RGB, or 8-bit as a camera with a Bayer mosaic gives them");
    }
    if (!image.isRgb() && image.channels() > 1) {
      throw new IllegalArgumentException(
          image.name()
              + " has "
              + image.channels()
              + " channels; frames must be RGB, so convert it (Image>Type>RGB Color)");
    }
    if (image.depth() > 1 && image.frames() > 1) {
      throw new IllegalArgumentException(
          image.name()
              + " has "
              + image.depth()
              + " slices in each of "
              + image.frames()
              + " frames; a movie has one slice per frame, so extract one (Image>Duplicate...)");
    }
  }

  @Override
  public int width() {
    return image.width();
  }

  @Override
  public int height() {
    return image.height();
  }

  /** Of the slices and the frames one are 1. */
  @Override
  public int depth() {
    return Math.multiplyExact(image.depth(), image.frames());
  }

  @Override
  public Object pixels(int frame) throws IOException {
    int z = frame % image.depth();
    int t = frame / image.depth();
    Object pixels = image.isRgb() ? image.colours(t, z) : image.slice(0, t, z);
    if (image.isRgb() ? !(pixels instanceof int[]) : !(pixels instanceof byte[])) {
      throw new IllegalArgumentException(
          image.numbered(frame) + " is of another type; all frames of a movie must be alike");
    }
    return pixels;
  }

  /** Throws unless this is one frame, of the width and height of another movie. */
  public void requireFrameOf(Movie movie) {
    String own = image.name() + " has ";
    if (depth() != 1) {
      throw new IllegalArgumentException(own + depth() + " frames; a background is one frame");
    }
    if (width() != movie.width() || height() != movie.height()) {
      throw new IllegalArgumentException(
          own
              + size()
              + " pixels, "
              + movie.image.name()
              + " "
              + movie.size()
              + "; a background has the size of the frames");
    }
  }

  private String size() {
    return width() + " x " + height();
  }
}
