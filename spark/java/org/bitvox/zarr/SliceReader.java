// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/**
 * Reads an image slice by slice. A slice goes through many chunks, so that all slices of a layer of
 * chunks are decoded together, by all cores, and the last two layers are kept.
 */
final class SliceReader {
  private static final int KEPT = 2;

  private final VolumeView view;
  private final int layerDepth;

  private record Layer(int channel, int time, int number) {}

  private final Map<Layer, FutureTask<byte[][]>> layers =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Layer, FutureTask<byte[][]>> eldest) {
          return size() > KEPT;
        }
      };

  SliceReader(VolumeView view) {
    this.view = view;
    layerDepth = view.chunk()[0];
  }

  /** Bytes of heap that reading takes. */
  long heap() {
    double slices = KEPT * (double) Math.min(layerDepth, view.size()[0]);
    double chunks = 2.0 * Runtime.getRuntime().availableProcessors();
    double slice = (double) view.size()[1] * view.size()[2] * view.type().bytes;
    return (long) (slices * slice + chunks * view.image().chunkBytes()); // at most 2^63 - 1
  }

  /** Bytes of a slice. */
  long sliceBytes() {
    return (long) view.size()[1] * view.size()[2] * view.type().bytes;
  }

  /** A slice, little-endian. It is shared: nobody may change it. */
  byte[] slice(int channel, int time, int z, BooleanSupplier stopped) throws IOException {
    Layer layer = new Layer(channel, time, z / layerDepth);
    boolean mine = false;
    FutureTask<byte[][]> task;
    synchronized (layers) {
      task = layers.get(layer);
      if (task == null) {
        task = new FutureTask<>(() -> read(layer, stopped));
        layers.put(layer, task);
        mine = true;
      }
    }
    if (mine) {
      task.run();
    }
    try {
      return task.get()[z % layerDepth];
    } catch (ExecutionException e) {
      forget(layer, task);
      throw failure(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped");
    }
  }

  private void forget(Layer layer, FutureTask<byte[][]> task) {
    synchronized (layers) {
      layers.remove(layer, task);
    }
  }

  private static IOException failure(Throwable cause) {
    if (cause instanceof IOException failed) {
      return failed;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) cause;
  }

  private byte[][] read(Layer layer, BooleanSupplier stopped) throws IOException {
    int[] size = view.size();
    int first = layer.number * layerDepth;
    byte[][] slices = new byte[Math.min(layerDepth, size[0] - first)][(int) sliceBytes()];
    int bytes = view.type().bytes;
    int along = (size[2] + view.chunk()[2] - 1) / view.chunk()[2];
    int down = (size[1] + view.chunk()[1] - 1) / view.chunk()[1];
    InParallel.run(
        along * down,
        stopped,
        number -> {
          int top = number / along * view.chunk()[1];
          int left = number % along * view.chunk()[2];
          Box box = new Box(new int[] {first, top, left}, view.chunk()).within(size);
          box.read(
              view,
              layer.channel,
              layer.time,
              (z, y, x, chunk, at, length) ->
                  System.arraycopy(
                      chunk, at, slices[z], ((top + y) * size[2] + left + x) * bytes, length));
        });
    return slices;
  }
}
