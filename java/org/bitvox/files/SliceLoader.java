// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;

/** Reads a file into a native volume, with several threads and a slice of memory for each. */
public final class SliceLoader {
  /** Takes the pixels of a slice, on several threads. */
  private interface Target {
    void set(int z, Object pixels, BooleanSupplier stopped);
  }

  private final StackFile file;
  private final Target target;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private SliceLoader(StackFile file, Target target) {
    this.file = file;
    this.target = target;
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
              file, (z, pixels, stopped) -> volume.packSlice(z, pixels, foreground, stopped))
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
              (z, pixels, stopped) -> volume.setSlice(z, values.apply(pixels, stopped), stopped))
          .run(threads, listener);
      return volume;
    } catch (Throwable e) {
      volume.close();
      throw e;
    }
  }

  private void run(int threads, ProgressListener listener) throws IOException {
    int wanted = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(wanted, file.depth()); i++) {
      Thread helper = new Thread(() -> readSlices(ProgressListener.NONE), "Bitvox reader " + i);
      helper.setDaemon(true);
      try {
        helper.start();
      } catch (OutOfMemoryError e) { // no more threads: those that have started do
        break;
      }
      helpers.add(helper);
    }
    readSlices(listener);
    helpers.forEach(SliceLoader::join);
    rethrow(failure.get());
  }

  private void readSlices(ProgressListener listener) {
    try {
      int depth = file.depth();
      for (int z = next.getAndIncrement(); z < depth; z = next.getAndIncrement()) {
        int done = z;
        BooleanSupplier stopped = () -> failure.get() != null || !listener.keepGoing(done, depth);
        target.set(z, file.readSlice(z, stopped), stopped);
        if (!listener.keepGoing(z + 1, depth)) {
          throw new CancellationException("stopped");
        }
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  /** A helper is at most one slice away from its end. */
  private static void join(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rethrow(Throwable problem) throws IOException {
    if (problem instanceof IOException) {
      throw (IOException) problem;
    } else if (problem instanceof RuntimeException) {
      throw (RuntimeException) problem;
    } else if (problem != null) {
      throw (Error) problem;
    }
  }
}
