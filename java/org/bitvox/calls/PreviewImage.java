// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.GreyVolume;
import org.bitvox.PixelStack;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Values;

/** Some slices of an open image, which is not locked: who works on it goes on. */
final class PreviewImage extends InputImage {
  private final OpenImage image;
  private final int[] indices;

  /**
   * Takes slices of an image.
   *
   * @param indices of the slices, from 0
   */
  PreviewImage(OpenImage image, int[] indices, Values values, ProgressListener progress) {
    super(values, progress);
    this.image = image;
    this.indices = indices;
  }

  @Override
  public String name() {
    return image.name();
  }

  @Override
  public int width() {
    return image.width();
  }

  @Override
  public int height() {
    return image.height();
  }

  @Override
  public int depth() {
    return indices.length;
  }

  @Override
  public int bitDepth() {
    return image.bitDepth();
  }

  @Override
  public Calibration calibration() {
    return image.calibration();
  }

  @Override
  public Object slice(int z) {
    return image.slice(indices[z]);
  }

  @Override
  String label(int z) {
    return image.label(indices[z]);
  }

  @Override
  public boolean invertedLut() {
    return image.invertedLut();
  }

  @Override
  List<Path> files() {
    return Collections.emptyList(); // nothing is written
  }

  @Override
  BinaryVolume load(Foreground foreground) {
    return new PixelStack(width(), height(), depth(), slices(), foreground);
  }

  @Override
  GreyImage loadRaw() {
    return new GreyStack(width(), height(), depth(), slices());
  }

  @Override
  GreyVolume loadFloats(ShownValues values) {
    GreyVolume volume = kept(new GreyVolume(width(), height(), depth(), 32));
    BooleanSupplier stopped = progress::isStopped;
    for (int z = 0; z < depth(); z++) {
      volume.setSlice(z, values.of(slice(z), stopped), stopped);
    }
    return volume;
  }

  private Object[] slices() {
    Object[] slices = new Object[depth()];
    for (int z = 0; z < slices.length; z++) {
      progress.throwIfStopped();
      slices[z] = slice(z);
    }
    return slices;
  }
}
