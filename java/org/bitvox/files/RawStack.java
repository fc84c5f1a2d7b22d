// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** A raw volume: its slices lie behind one another, little-endian. */
final class RawStack extends StackFile {
  private final int width;
  private final int height;
  private final int depth;
  private final SampleType type;
  private final PlainPixels pixels;

  RawStack(Path path, String called, int width, int height, int depth, SampleType type) {
    super(path, called);
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.type = type;
    pixels = new PlainPixels(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int height() {
    return height;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public SampleType sampleType() {
    return type;
  }

  /** ImageJ holds signed values as unsigned ones with an offset. */
  @Override
  public Calibration calibration() {
    return Calibrations.of(type);
  }

  @Override
  long heap() {
    return type.heap(width * height);
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    try (FileBytes in = bytes(stopped)) {
      target.read(in, z * type.bytes(width * height), 0, width * height, pixels);
    }
  }
}
