// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;

/** The volume of one channel and one frame of a file, or some of its slices. */
final class PartOfStack extends DerivedStack {
  private final StackFile whole;
  private final int first;
  private final int step;
  private final int depth;

  /** Channel and frame from 0. */
  PartOfStack(StackFile whole, int channel, int frame) {
    this(
        whole,
        frame * whole.slices() * whole.channels() + channel,
        whole.channels(),
        whole.slices());
  }

  private PartOfStack(StackFile whole, int first, int step, int depth) {
    super(whole.path(), whole.called(), whole);
    this.whole = whole;
    this.first = first;
    this.step = step;
    this.depth = depth;
  }

  /** So many slices of a file of one volume, from one of them on. */
  static PartOfStack slices(StackFile whole, int first, int count) {
    return new PartOfStack(whole, first, 1, count);
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public List<String> notes() {
    return whole.notes();
  }

  @Override
  public List<Path> paths() {
    return whole.paths();
  }

  @Override
  public boolean isInBlocks() {
    return whole.isInBlocks();
  }

  @Override
  BitVolume load(int channel, int frame, Foreground foreground, ProgressListener listener)
      throws IOException {
    int channels = whole.channels();
    return depth() < whole.slices()
        ? null
        : whole.load(first % channels, first / channels / whole.slices(), foreground, listener);
  }

  @Override
  BinaryVolume inBlocks(int channel, int frame, Foreground foreground) {
    int channels = whole.channels();
    return whole.inBlocks(first % channels, first / channels / whole.slices(), foreground);
  }

  @Override
  GreyImage inBlocks(
      int channel, int frame, int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    int channels = whole.channels();
    return whole.inBlocks(first % channels, first / channels / whole.slices(), bits, values);
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    whole.read(first + z * step, target, stopped);
  }
}
