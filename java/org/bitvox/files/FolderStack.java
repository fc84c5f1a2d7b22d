// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;

/** An image that is a folder. */
final class FolderStack extends StackFile {
  /** Voxels between two questions whether to stop. */
  private static final int AT_ONCE = 1 << 22;

  private final FolderFormat.Source source;
  private final Calibration calibration;

  private FolderStack(Path path, String name, FolderFormat.Source source) throws IOException {
    super(path, name);
    this.source = source;
    calibration = Calibrations.of(sampleType(), source.calibration());
    long slice = (long) source.width() * source.height();
    double slices = (double) source.slices() * source.channels() * source.frames();
    if (slice > MOST_VOXELS / source.type().bytes(1)) {
      throw new IOException(name + ": " + SLICE_TOO_LARGE);
    }
    if (slices > Integer.MAX_VALUE) {
      throw new IOException(name + ": it has more than 2^31 slices of all channels and frames");
    }
    if (!isInBlocks() && heap() > Runtime.getRuntime().maxMemory()) {
      throw new IOException(Messages.heapOfFolder(name, heap()));
    }
  }

  /** Opens one. */
  static StackFile ofFolder(String name) throws IOException {
    FolderFormat format = FolderFormat.required(name);
    Path path = Names.required(name);
    return new FolderStack(path, name, format.open(path, name));
  }

  @Override
  public int width() {
    return source.width();
  }

  @Override
  public int height() {
    return source.height();
  }

  @Override
  public int depth() {
    return source.slices() * source.channels() * source.frames();
  }

  @Override
  public int channels() {
    return source.channels();
  }

  @Override
  public int frames() {
    return source.frames();
  }

  @Override
  public SampleType sampleType() {
    return source.type();
  }

  @Override
  public Calibration calibration() {
    return calibration;
  }

  @Override
  public String axesWithoutSize() {
    return source.axesWithoutSize();
  }

  @Override
  public Placement placement() {
    return source.placement();
  }

  @Override
  public String lateNote() {
    return source.lateNote();
  }

  @Override
  public boolean isInBlocks() {
    return source.isInBlocks();
  }

  @Override
  BitVolume load(int channel, int frame, Foreground foreground, ProgressListener listener)
      throws IOException {
    return source.load(channel, frame, foreground, listener);
  }

  @Override
  BinaryVolume inBlocks(int channel, int frame, Foreground foreground) {
    return source.inBlocks(channel, frame, foreground);
  }

  @Override
  GreyImage inBlocks(
      int channel, int frame, int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    return source.inBlocks(channel, frame, bits, values);
  }

  @Override
  long heap() {
    return source.heap() + sampleType().heap((long) width() * height());
  }

  /** Slices are in ImageJ's order: the channel is the fastest, then come z and the frame. */
  @Override
  void read(int slice, SliceTarget target, BooleanSupplier stopped) throws IOException {
    int channel = slice % channels();
    int z = slice / channels() % slices();
    ByteBuffer values = source.read(channel, slice / channels() / slices(), z, stopped);
    int bytes = sampleType().bits / Byte.SIZE;
    int count = width() * height();
    for (int done = 0; done < count; done += AT_ONCE) {
      int some = Math.min(AT_ONCE, count - done);
      ByteBuffer part = values.duplicate().order(values.order());
      part.position(done * bytes);
      part.limit((done + some) * bytes);
      target.put(part, done, some);
    }
  }
}
