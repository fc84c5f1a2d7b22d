// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A volume whose header says where the voxels are: in the file itself, or in others. */
final class VolumeStack extends StackFile {
  private final VolumeHeader header;
  private final VolumeFiles files;
  private final VolumeValues values;
  private final Calibration calibration;
  private final int width;
  private final int height;
  private final int depth;

  private VolumeStack(Path path, VolumeHeader header) throws IOException {
    super(path, header.name);
    this.header = header;
    BigInteger slice = product(header.sizes[0], header.sizes[1]);
    BigInteger slices = product(header.sizes[2], header.channels, header.frames);
    boolean slicesFit = slices.bitLength() < Integer.SIZE;
    if (slice.compareTo(BigInteger.valueOf(MOST_VOXELS)) > 0) {
      throw new IOException(header.name + ": " + SLICE_TOO_LARGE);
    }
    if (slice.signum() == 0 || slices.signum() == 0 || !slicesFit) {
      throw new IOException(header.name + ": " + VolumeMessages.sizes(words()));
    }
    width = (int) header.sizes[0];
    height = (int) header.sizes[1];
    depth = slices.intValue();
    files = new VolumeFiles(path, header, slice.intValue(), depth);
    values = new VolumeValues(header);
    calibration = Calibrations.of(sampleType(), header.calibration);
    if (heap() > Runtime.getRuntime().maxMemory()) {
      throw new IOException(Messages.heap(header.name, heap()));
    }
  }

  /** Checks that the voxels can be there. */
  static VolumeStack open(Path path, VolumeHeader header) throws IOException {
    return new VolumeStack(path, header);
  }

  private String words() {
    String sizes = header.sizes[0] + " x " + header.sizes[1] + " x " + header.sizes[2];
    return sizes
        + (header.channels == 1 ? "" : " x " + header.channels)
        + (header.frames == 1 ? "" : " x " + header.frames);
  }

  private static BigInteger product(long... sizes) {
    BigInteger product = BigInteger.ONE;
    for (long size : sizes) {
      product = product.multiply(BigInteger.valueOf(Math.max(0, size)));
    }
    return product;
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
  public int channels() {
    return (int) header.channels;
  }

  @Override
  public int frames() {
    return (int) header.frames;
  }

  @Override
  public SampleType sampleType() {
    return header.isScaled() ? SampleType.FLOAT : header.type;
  }

  @Override
  public Calibration calibration() {
    return calibration;
  }

  @Override
  public String axesWithoutSize() {
    return header.axesWithoutSize();
  }

  @Override
  public Placement placement() {
    return header.placement;
  }

  @Override
  public List<String> notes() {
    return Collections.unmodifiableList(header.notes);
  }

  @Override
  public List<Path> paths() {
    return files.paths();
  }

  @Override
  long heap() {
    return files.heap() + sampleType().heap((long) width * height);
  }

  /** Slices are in ImageJ's order: the channel is the fastest, then come z and the frame. */
  @Override
  void read(int slice, SliceTarget target, BooleanSupplier stopped) throws IOException {
    int channel = slice % channels();
    int z = slice / channels() % slices();
    int frame = slice / channels() / slices();
    long block = 0;
    long stride = 1;
    for (char axis : header.order.toCharArray()) {
      long size = axis == 'z' ? slices() : axis == 't' ? frames() : channels();
      if (axis != 'c' || !header.interleaved) {
        block += stride * (axis == 'z' ? z : axis == 't' ? frame : channel);
        stride *= size;
      }
    }
    int part = header.interleaved ? channel : 0;
    files.read(
        block,
        stopped,
        () -> bytes(stopped),
        (ByteBuffer bytes, int at) -> values.put(bytes, part, target, at));
  }
}
