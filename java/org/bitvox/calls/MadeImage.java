// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Values;

/** A binary volume that was made of an image and lies where the image lies. */
final class MadeImage extends InputImage {
  private final InputImage image;
  private final BinaryVolume volume;

  /** The volume stays open; who made it closes it. */
  MadeImage(InputImage image, BinaryVolume volume, Values values, ProgressListener progress) {
    super(values, progress);
    this.image = image;
    this.volume = volume;
  }

  @Override
  public String name() {
    return image.name();
  }

  @Override
  String title() {
    return image.title();
  }

  @Override
  public int width() {
    return volume.width();
  }

  @Override
  public int height() {
    return volume.height();
  }

  @Override
  public int depth() {
    return volume.depth();
  }

  @Override
  public int bitDepth() {
    return 8;
  }

  /** Sizes alone: grey values mean nothing here. */
  @Override
  public Calibration calibration() {
    Calibration calibration = image.calibration().copy();
    calibration.disableDensityCalibration();
    return calibration;
  }

  @Override
  public boolean isRgb() {
    return false;
  }

  @Override
  public int[] colours(int frame, int z) {
    throw withoutColours();
  }

  @Override
  public Object slice(int z) {
    byte[] pixels = new byte[Math.multiplyExact(width(), height())];
    volume.readSlice(z, pixels, progress::isStopped);
    return pixels;
  }

  @Override
  String label(int z) {
    return image.label(z);
  }

  @Override
  public boolean invertedLut() {
    return false;
  }

  @Override
  public List<Path> files() {
    return Collections.emptyList();
  }

  @Override
  BinaryVolume load(Foreground foreground) {
    return volume;
  }

  @Override
  public GreyImage greySlices(int first, int count, ProgressListener listener) {
    Object[] slices = new Object[count];
    Arrays.setAll(slices, z -> slice(first + z));
    return new GreyStack(width(), height(), count, slices);
  }

  @Override
  public GreyImage allSlices() {
    return greySlices(0, depth(), progress);
  }

  @Override
  GreyImage loadRaw(int channel, int frame, ProgressListener listener) {
    return greySlices(0, depth(), listener);
  }

  @Override
  GreyVolume loadAs(int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    throw new IllegalStateException("a binary volume has no other values than 0 and 255");
  }
}
