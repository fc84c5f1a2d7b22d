// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.ImagePlus;
import ij.measure.Calibration;
import ij.process.ColorProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/** An image that ImageJ has read: it is in the Java heap. */
final class ImageJStack extends StackFile {
  private static final int COLOURS = 3;

  private final ImagePlus image;
  private final boolean rgb;
  private final String note;

  ImageJStack(Path path, String name, ImagePlus image) {
    super(path, name);
    this.image = image;
    rgb = image.getBitDepth() == 24;
    note = Messages.openedByImageJ(name);
  }

  @Override
  public int width() {
    return image.getWidth();
  }

  @Override
  public int height() {
    return image.getHeight();
  }

  @Override
  public int depth() {
    return image.getStackSize() * (rgb ? COLOURS : 1);
  }

  @Override
  public int channels() {
    return image.getNChannels() * (rgb ? COLOURS : 1);
  }

  @Override
  public int frames() {
    return image.getNFrames();
  }

  @Override
  public boolean isRgb() {
    return rgb;
  }

  @Override
  public int[] readColours(int z) {
    return (int[]) image.getStack().getProcessor(z + 1).getPixels();
  }

  @Override
  public SampleType sampleType() {
    int bits = image.getBitDepth();
    return bits == 16 ? SampleType.UNSIGNED_SHORT : bits == 32 ? SampleType.FLOAT : SampleType.BYTE;
  }

  @Override
  public Calibration calibration() {
    return image.getCalibration();
  }

  @Override
  public boolean invertedLut() {
    return image.isInvertedLut();
  }

  @Override
  public List<String> notes() {
    return Collections.singletonList(note);
  }

  @Override
  long heap() {
    return sampleType().heap((long) width() * height());
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    ImageProcessor slice = image.getStack().getProcessor(z / (rgb ? COLOURS : 1) + 1);
    Object pixels = rgb ? ((ColorProcessor) slice).getChannel(z % COLOURS + 1) : slice.getPixels();
    PixelType type = PixelType.ofBits(rgb ? 8 : image.getBitDepth());
    ByteBuffer row = ByteBuffer.allocate(width() * type.bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int y = 0; y < height(); y++) {
      row.clear();
      type.put(row, pixels, y * width(), width());
      row.clear();
      target.put(row, y * width(), width());
    }
  }
}
