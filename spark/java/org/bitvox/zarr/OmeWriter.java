// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Writes an image whose slices come in any order, and its pyramid. All slices of a layer of files
 * are kept until the last of them has come; then they are packed, by all cores.
 */
final class OmeWriter {
  private final Store store;
  private final OmeForm form;
  private final WriteOptions options;
  private final BooleanSupplier stopped;
  private final OmeAxes axes;
  private final List<VolumeView> levels = new ArrayList<>();
  private final FileGrid grid;
  private final Map<Layer, Slices> begun = new HashMap<>();
  private final AtomicBoolean mask; // whether all values so far are 0 and 255
  private final AtomicBoolean ones; // or 0 and 1

  private record Layer(int channel, int time, int number) {}

  private static final class Slices {
    final byte[][] values;
    int left;

    Slices(int count) {
      values = new byte[count][];
      left = count;
    }
  }

  OmeWriter(Store store, OmeForm form, WriteOptions options, BooleanSupplier stopped)
      throws IOException {
    this.store = store;
    this.form = form;
    this.options = options;
    this.stopped = stopped;
    mask = new AtomicBoolean(form.type() == VoxelType.UINT8);
    ones = new AtomicBoolean(form.type() == VoxelType.UINT8);
    List<String> names = new ArrayList<>();
    if (form.times() > 1) {
      names.add("t");
    }
    if (form.channels() > 1) {
      names.add("c");
    }
    names.addAll(List.of("z", "y", "x"));
    List<String> units = new ArrayList<>();
    names.forEach(name -> units.add(null));
    axes = new OmeAxes(names, units);
    levels.add(level(form.size()));
    grid = new FileGrid(levels.get(0));
    requireHeap();
  }

  private void requireHeap() throws ZarrException {
    long layer = (long) Math.min(grid.side()[0], form.size()[0]) * sliceBytes() * form.channels();
    long most = Runtime.getRuntime().maxMemory();
    if (sliceBytes() > Integer.MAX_VALUE - 8 || layer > most) {
      throw new ZarrException(
          store.name(),
          "a layer of its files needs "
              + (layer >> 20)
              + " MiB of Java heap, and there are "
              + (most >> 20)
              + "; use a smaller chunk= or shard=");
    }
  }

  private long sliceBytes() {
    return (long) form.size()[1] * form.size()[2] * form.type().bytes;
  }

  private VolumeView level(int[] size) throws IOException {
    int count = axes.count();
    long[] shape = new long[count];
    int[] chunk = new int[count];
    int[] file = new int[count];
    for (int i = 0; i < count; i++) {
      int space = i - (count - 3);
      shape[i] = space >= 0 ? size[space] : i == axes.of('c') ? form.channels() : form.times();
      chunk[i] = space >= 0 ? Math.min(options.chunk(), size[space]) : 1;
      int chunks = space >= 0 ? (int) ((shape[i] + chunk[i] - 1) / chunk[i]) : 1;
      int most = options.shard() / options.chunk();
      file[i] = options.shard() == 0 ? chunk[i] : chunk[i] * Math.min(most, chunks);
    }
    IndexLayout index =
        options.shard() == 0 ? null : new IndexLayout(false, false, List.of(new Crc32cCodec()));
    ChunkKeys keys = options.format() == 2 ? ChunkKeys.of2("/") : ChunkKeys.of3("/");
    Store place = store.below(Integer.toString(levels.size()));
    ArrayLayout layout =
        new ArrayLayout(
                options.format(),
                shape,
                chunk,
                file,
                form.type(),
                false,
                new byte[form.type().bytes],
                null,
                options.codecs(form.type()),
                index,
                keys,
                axes.names())
            .checked(place.name());
    return new VolumeView(ZarrArray.create(place, layout), axes);
  }

  /** Takes a slice, little-endian, which must not be changed any more. */
  void slice(int channel, int time, int z, byte[] values) throws IOException {
    int depth = grid.side()[0];
    Layer layer = new Layer(channel, time, z / depth);
    int first = layer.number * depth;
    Slices slices =
        begun.computeIfAbsent(layer, one -> new Slices(Math.min(depth, form.size()[0] - first)));
    if (slices.values[z - first] == null) {
      slices.left--;
    }
    slices.values[z - first] = values;
    if (slices.left == 0) {
      begun.remove(layer);
      write(layer, slices.values);
    }
  }

  private void write(Layer layer, byte[][] slices) throws IOException {
    VolumeView view = levels.get(0);
    int[] counts = grid.counts();
    InParallel.run(
        counts[1] * counts[2],
        stopped,
        number -> {
          int[] place = {layer.number, number / counts[2], number % counts[2]};
          view.image()
              .write(
                  chunk -> chunk(grid.origin(place, chunk), layer.number * grid.side()[0], slices),
                  view.place(layer.channel, layer.time, place[0], place[1], place[2]));
        });
  }

  /** A chunk; what lies behind the image is 0. */
  private byte[] chunk(int[] origin, int firstSlice, byte[][] slices) {
    VolumeView view = levels.get(0);
    int[] side = view.chunk();
    int bytes = form.type().bytes;
    byte[] data = new byte[view.image().chunkBytes()];
    int width = form.size()[2];
    int length = (Math.min(origin[2] + side[2], width) - origin[2]) * bytes;
    int rows = Math.min(origin[1] + side[1], form.size()[1]) - origin[1];
    for (int z = 0; z < side[0] && origin[0] + z - firstSlice < slices.length; z++) {
      byte[] slice = slices[origin[0] + z - firstSlice];
      for (int y = 0; y < rows && length > 0; y++) {
        int from = ((origin[1] + y) * width + origin[2]) * bytes;
        System.arraycopy(slice, from, data, (z * side[1] + y) * side[2] * bytes, length);
      }
    }
    noteValues(data, mask, -1);
    noteValues(data, ones, 1);
    return data;
  }

  private static void noteValues(byte[] data, AtomicBoolean only, int foreground) {
    if (only.get()) {
      for (byte one : data) {
        if (one != 0 && one != foreground) {
          only.set(false);
          return;
        }
      }
    }
  }

  /**
   * All slices have come: makes the pyramid and, last, the metadata with which it can be opened.
   *
   * @param inImage whether it lies under labels/ of another image
   */
  void finish(boolean inImage) throws IOException {
    if (!begun.isEmpty()) {
      throw new ZarrException(store.name(), "not all of its slices have come");
    }
    Reduction reduction = reduction();
    for (VolumeView last = levels.get(0);
        isLarge(last.size());
        last = levels.get(levels.size() - 1)) {
      int[] half = Pyramid.half(last.size());
      int[] factor = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        factor[axis] = last.size()[axis] > 1 ? 2 : 1;
      }
      VolumeView next = level(half);
      new Pyramid(last, next, factor, reduction).make(stopped);
      levels.add(next);
    }
    new OmeMetadata(store, options).write(form, axes, levels.size(), reduction, inImage);
  }

  /** The last level is one chunk. */
  private boolean isLarge(int[] size) {
    return Math.max(size[0], Math.max(size[1], size[2])) > options.chunk();
  }

  private Reduction reduction() {
    if (!options.downsample().equals("auto")) {
      return Reduction.valueOf(options.downsample().toUpperCase(Locale.ROOT));
    }
    return form.labels()
        ? Reduction.MODE
        : mask.get() || ones.get() ? Reduction.MAJORITY : Reduction.MEAN;
  }
}
