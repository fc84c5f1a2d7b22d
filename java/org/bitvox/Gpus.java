// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The NVIDIA GPUs of this computer. Their numbers are CUDA's, from 0, of those that the environment
 * variable CUDA_VISIBLE_DEVICES shows. A thread computes on the first one, or on the one that it
 * has chosen, so several threads can use several GPUs.
 */
public final class Gpus {
  private Gpus() {}

  /** The numbers of those that can compute now. The driver may need a second for each. */
  public static List<Integer> usable() {
    NativeLibrary.load();
    List<Integer> usable = new ArrayList<>();
    int before = chosen();
    try {
      for (int gpu = 0; gpu < shown(); gpu++) {
        choose(gpu);
        if (Backends.list().get(0).available()) {
          usable.add(gpu);
        }
      }
    } finally {
      choose(before);
    }
    return Collections.unmodifiableList(usable);
  }

  /**
   * How many CUDA shows, whatever they can do. Nothing is started on them.
   *
   * @return 0 without a driver, or in a build for the CPU
   */
  public static int count() {
    NativeLibrary.load();
    return shown();
  }

  /**
   * The calling thread computes on this GPU from now on. If there is none of this number, the CPU
   * does it, or the backend cuda says so.
   *
   * @throws IllegalArgumentException if the number is below 0
   */
  public static void use(int gpu) {
    NativeLibrary.load();
    choose(gpu);
  }

  /** The GPU that the calling thread computes on: 0, or the one that it has chosen. */
  public static int used() {
    NativeLibrary.load();
    return chosen();
  }

  /**
   * Bytes that are free on the GPU that the calling thread computes on.
   *
   * @return 0 if it cannot compute
   * @throws DeviceException if the GPU fails
   */
  public static long freeMemory() {
    NativeLibrary.load();
    return Backends.list().get(0).available() ? free() : 0;
  }

  /** Whether a fault has lost it: then it is not used any more until the process ends. */
  public static boolean isLost(int gpu) {
    NativeLibrary.load();
    return lost(gpu);
  }

  private static native int shown();

  private static native void choose(int gpu);

  private static native int chosen();

  private static native boolean lost(int gpu);

  private static native long free();
}
