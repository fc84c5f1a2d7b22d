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
  private final Box window;
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

  /** Of the part of the volume that is a window. */
  SliceReader(VolumeView view, Box window) {
    this.view = view;
    this.window = window;
    layerDepth = view.chunk()[0];
  }

  /** Bytes of heap that reading takes. */
  long heap() {
    double slices = KEPT * (double) Math.min(layerDepth, window.size()[0]);
    double chunks = 2.0 * Runtime.getRuntime().availableProcessors();
    return (long) (slices * sliceBytes() + chunks * view.image().chunkBytes()); // at most 2^63 - 1
  }

  /** Bytes of a slice. */
  long sliceBytes() {
    return (long) window.size()[1] * window.size()[2] * view.type().bytes;
  }

  /** A slice, little-endian. It is shared: nobody may change it. */
  byte[] slice(int channel, int time, int z, BooleanSupplier stopped) throws IOException {
    int inVolume = window.from()[0] + z;
    Layer layer = new Layer(channel, time, inVolume / layerDepth);
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
      return task.get()[inVolume - first(layer)];
    } catch (ExecutionException e) {
      forget(layer, task);
      throw InParallel.failure(e.getCause());
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

  /** The first slice of a layer that is in the window. */
  private int first(Layer layer) {
    return Math.max(window.from()[0], layer.number * layerDepth);
  }

  private byte[][] read(Layer layer, BooleanSupplier stopped) throws IOException {
    int[] from = window.from();
    int[] size = window.size();
    int[] chunk = view.chunk();
    int first = first(layer);
    int end = Math.min(from[0] + size[0], (layer.number + 1) * layerDepth);
    byte[][] slices = InParallel.arrays(end - first, (int) sliceBytes());
    int bytes = view.type().bytes;
    int down = from[1] / chunk[1]; // the first chunks that the window meets
    int along = from[2] / chunk[2];
    int rows = (from[1] + size[1] - 1) / chunk[1] + 1 - down;
    int columns = (from[2] + size[2] - 1) / chunk[2] + 1 - along;
    InParallel.run(
        rows * columns,
        stopped,
        number -> {
          int top = Math.max(from[1], (down + number / columns) * chunk[1]);
          int left = Math.max(from[2], (along + number % columns) * chunk[2]);
          int height = Math.min(from[1] + size[1], (top / chunk[1] + 1) * chunk[1]) - top;
          int width = Math.min(from[2] + size[2], (left / chunk[2] + 1) * chunk[2]) - left;
          new Box(new int[] {first, top, left}, new int[] {end - first, height, width})
              .read(
                  view,
                  layer.channel,
                  layer.time,
                  (z, y, x, values, at, length) -> {
                    int to = (top - from[1] + y) * size[2] + left - from[2] + x;
                    System.arraycopy(values, at, slices[z], to * bytes, length);
                  });
        });
    return slices;
  }
}
