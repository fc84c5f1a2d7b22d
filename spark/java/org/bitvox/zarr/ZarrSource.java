// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.files.FolderFormat;
import org.bitvox.files.Placement;
import org.bitvox.files.SampleType;

/** A level of an image, as the command line reads it. */
final class ZarrSource implements FolderFormat.Source {
  private static final double[] STRAIGHT = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  private final OmeImage image;
  private final OmeLevel level;
  private final VolumeView view;
  private final Box window; // the part that is read
  private final SliceReader reader;
  private final BlockFormat blocks;

  private ZarrSource(OmeImage image, OmeLevel level, ChunkedImage array, ZarrSettings settings)
      throws ZarrException {
    this.image = image;
    blocks = settings.blocks;
    this.level = level;
    view = new VolumeView(array, image.axes());
    window = settings.window == null ? new Box(new int[3], view.size()) : settings.window;
    if (!window.isWithin(view.size())) {
      throw new ZarrException(array.name(), "has another size than the input; windows lie in both");
    }
    reader = new SliceReader(view, window);
  }

  static ZarrSource open(Store store, ZarrSettings settings) throws IOException {
    OmeImage image = OmeImage.open(store, settings.dataset);
    ChunkedImage array = image.level(settings.level);
    return new ZarrSource(image, image.levels().get(settings.level), array, settings);
  }

  @Override
  public int width() {
    return window.size()[2];
  }

  @Override
  public int height() {
    return window.size()[1];
  }

  @Override
  public int slices() {
    return window.size()[0];
  }

  @Override
  public int channels() {
    return view.channels();
  }

  @Override
  public int frames() {
    return view.times();
  }

  @Override
  public SampleType type() {
    return switch (view.type()) {
      case UINT8 -> SampleType.BYTE;
      case INT8 -> SampleType.SIGNED_BYTE;
      case UINT16 -> SampleType.UNSIGNED_SHORT;
      case INT16 -> SampleType.SIGNED_SHORT;
      case UINT32 -> SampleType.UNSIGNED_INT;
      case INT32 -> SampleType.INT;
      case FLOAT32 -> SampleType.FLOAT;
    };
  }

  private double along(double[] numbers, char axis, double otherwise) {
    int place = image.axes().of(axis);
    return place < 0 ? otherwise : numbers[place];
  }

  private boolean isSized(char axis) {
    double scale = along(level.scale(), axis, 0);
    return scale > 0 && !image.axes().unit(axis).isEmpty();
  }

  @Override
  public Calibration calibration() {
    Calibration voxels = new Calibration();
    if (isSized('x')) {
      voxels.pixelWidth = along(level.scale(), 'x', 1);
      voxels.pixelHeight = positive('y');
      voxels.pixelDepth = positive('z');
      voxels.setUnit(image.axes().unit('x'));
      voxels.setYUnit(unit('y'));
      voxels.setZUnit(unit('z'));
    }
    if ("second".equals(image.axes().unit('t'))) {
      voxels.frameInterval = along(level.scale(), 't', 0);
      voxels.setTimeUnit("sec");
    }
    return voxels;
  }

  /** Null for that of x. */
  private String unit(char axis) {
    return isSized(axis) ? image.axes().unit(axis) : null;
  }

  private double positive(char axis) {
    return isSized(axis) ? along(level.scale(), axis, 1) : 1;
  }

  @Override
  public String axesWithoutSize() {
    StringBuilder axes = new StringBuilder();
    for (char axis : new char[] {'x', 'y', 'z'}) {
      int size = window.size()["zyx".indexOf(axis)];
      if (!isSized(axis) && size > 1) {
        axes.append(axis);
      }
    }
    return axes.toString();
  }

  @Override
  public Placement placement() {
    double[] origin = new double[3];
    boolean moved = false;
    for (int i = 0; i < 3; i++) {
      char axis = "xyz".charAt(i);
      double voxel = along(level.scale(), axis, 1);
      origin[i] = along(level.translation(), axis, 0) + voxel * window.from()[2 - i];
      moved |= origin[i] != 0;
    }
    return moved && isSized('x') ? new Placement(origin, STRAIGHT, "") : null;
  }

  @Override
  public String lateNote() {
    long missing = view.image().missing();
    return missing == 0
        ? ""
        : view.image().name()
            + ": "
            + missing
            + (missing == 1 ? " chunk is" : " chunks are")
            + " missing and read as the fill value.";
  }

  @Override
  public long heap() {
    return reader.heap();
  }

  @Override
  public boolean isInBlocks() {
    return blocks != null;
  }

  @Override
  public BinaryVolume inBlocks(int channel, int frame, Foreground foreground) {
    return blocks.open(new BlockReader(view, type(), channel, frame, foreground));
  }

  @Override
  public GreyImage inBlocks(
      int channel, int frame, int bits, BiFunction<Object, BooleanSupplier, Object> values) {
    return blocks.open(new GreyReader(view, type(), channel, frame, bits, values));
  }

  @Override
  public BitVolume load(int channel, int frame, Foreground foreground, ProgressListener listener)
      throws IOException {
    BlockReader bits = new BlockReader(view, type(), channel, frame, foreground);
    return bits.read(window, new ReadProgress(bits.chunksOf(window), listener));
  }

  @Override
  public ByteBuffer read(int channel, int frame, int z, BooleanSupplier stopped)
      throws IOException {
    byte[] slice = reader.slice(channel, frame, z, stopped);
    return ByteBuffer.wrap(slice).order(ByteOrder.LITTLE_ENDIAN);
  }
}
