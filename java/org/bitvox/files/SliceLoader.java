// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.lang.reflect.Array;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;

/**
 * Reads a file into a native volume, with several threads and a slice of memory for each; of small
 * slices with some.
 */
public final class SliceLoader {
  /** So many pixels are read and handed on at a time, where slices are smaller. */
  private static final int PIXELS_AT_ONCE = 1 << 14;

  /** Takes the pixels of slices behind one another, on several threads. */
  private interface Target {
    void set(int z, int slices, Object pixels, BooleanSupplier stopped);
  }

  private final StackFile file;
  private final Target target;
  private final int atOnce;
  private final AtomicLong next = new AtomicLong();
  private int threadsOfSlice = 1;

  private SliceLoader(StackFile file, Target target) {
    this.file = file;
    this.target = target;
    atOnce = (int) Math.max(1, PIXELS_AT_ONCE / ((long) file.width() * file.height()));
  }

  /**
   * Reads the file into a bit-packed volume.
   *
   * @param threads 0 for all cores
   */
  public static BitVolume load(
      StackFile file, Foreground foreground, int threads, ProgressListener listener)
      throws IOException {
    BitVolume volume = new BitVolume(file.width(), file.height(), file.depth());
    try {
      new SliceLoader(
              file,
              (z, slices, pixels, stopped) ->
                  volume.packSlices(z, slices, pixels, foreground, stopped))
          .run(threads, listener);
      return volume;
    } catch (Throwable e) {
      volume.close();
      throw e;
    }
  }

  /**
   * Reads the file into a grey volume.
   *
   * @param bits 8, 16 or 32
   * @param values turns the pixels of a slice into those of that type, and asks whether to stop
   * @param threads 0 for all cores
   */
  public static GreyVolume loadGrey(
      StackFile file,
      int bits,
      BiFunction<Object, BooleanSupplier, Object> values,
      int threads,
      ProgressListener listener)
      throws IOException {
    GreyVolume volume = new GreyVolume(file.width(), file.height(), file.depth(), bits);
    try {
      new SliceLoader(
              file,
              (z, slices, pixels, stopped) ->
                  volume.setSlices(z, slices, values.apply(pixels, stopped), stopped))
          .run(threads, listener);
      return volume;
    } catch (Throwable e) {
      volume.close();
      throw e;
    }
  }

  private void run(int threads, ProgressListener listener) throws IOException {
    int wanted = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    threadsOfSlice = Math.max(1, wanted / file.depth());
    Thread caller = Thread.currentThread();
    Crew.run(
        Math.min(wanted, file.depth()),
        "Bitvox reader",
        crew -> {
          boolean tells = Thread.currentThread() == caller;
          readSlices(crew, tells ? listener : ProgressListener.NONE);
        });
  }

  private void readSlices(Crew crew, ProgressListener listener) throws IOException {
    int depth = file.depth();
    for (long z = next.getAndAdd(atOnce); z < depth; z = next.getAndAdd(atOnce)) {
      int first = (int) z;
      int slices = (int) Math.min(atOnce, depth - z);
      BooleanSupplier stopped = () -> crew.hasFailed() || !listener.keepGoing(first, depth);
      target.set(first, slices, read(first, slices, stopped), stopped);
      if (!listener.keepGoing(first + slices, depth)) {
        throw new CancellationException("stopped");
      }
    }
  }

  /** Slices behind one another, in one array. */
  private Object read(int z, int slices, BooleanSupplier stopped) throws IOException {
    Object first = file.readSlice(z, threadsOfSlice, stopped);
    if (slices == 1) {
      return first;
    }
    int pixels = Array.getLength(first);
    Object all = Array.newInstance(first.getClass().getComponentType(), slices * pixels);
    System.arraycopy(first, 0, all, 0, pixels);
    for (int i = 1; i < slices; i++) {
      System.arraycopy(file.readSlice(z + i, threadsOfSlice, stopped), 0, all, i * pixels, pixels);
    }
    return all;
  }
}
