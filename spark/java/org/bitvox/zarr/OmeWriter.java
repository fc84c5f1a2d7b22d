// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Writes an image whose slices come in any order, and its pyramid. */
final class OmeWriter {
  private final Store store;
  private final OmeForm form;
  private final BooleanSupplier stopped;
  private final OmeLevels levels;
  private final ValuesSeen seen;
  private final Map<Volume, RegionWriter> volumes = new HashMap<>();

  private record Volume(int channel, int time) {}

  OmeWriter(Store store, OmeForm form, WriteOptions options, BooleanSupplier stopped)
      throws IOException {
    this.store = store;
    this.form = form;
    this.stopped = stopped;
    levels = new OmeLevels(store, form, options);
    seen = new ValuesSeen(form.type());
    requireHeap();
  }

  private void requireHeap() throws ZarrException {
    FileGrid grid = new FileGrid(levels.first());
    double layer = RegionWriter.kept(grid, form.size(), form.type().bytes) * form.channels();
    long slice = (long) form.size()[1] * form.size()[2] * form.type().bytes;
    long most = Runtime.getRuntime().maxMemory();
    if (slice > Integer.MAX_VALUE - 8 || layer > most) {
      throw new ZarrException(
          store.name(),
          "a layer of its files needs "
              + ((long) layer >> 20)
              + " MiB of Java heap, and there are "
              + (most >> 20)
              + "; use a smaller chunk= or shard=");
    }
  }

  /** Takes a slice, little-endian, which must not be changed any more. */
  void slice(int channel, int time, int z, byte[] values) throws IOException {
    Box all = new Box(new int[3], form.size());
    volumes
        .computeIfAbsent(
            new Volume(channel, time),
            one -> new RegionWriter(levels.first(), channel, time, all, seen, stopped))
        .slice(z, values);
  }

  /**
   * All slices have come: makes the pyramid and, last, the metadata with which it can be opened.
   *
   * @param inImage whether it lies under labels/ of another image
   */
  void finish(boolean inImage) throws IOException {
    if (!volumes.values().stream().allMatch(RegionWriter::isComplete)) {
      throw new ZarrException(store.name(), "not all of its slices have come");
    }
    levels.finish(seen, inImage, stopped).write();
  }
}
