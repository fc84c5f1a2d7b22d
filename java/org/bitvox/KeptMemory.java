// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What operations keep for the next ones, since getting memory from the system or the GPU's driver
 * can take longer than they compute: up to 1 GiB of the computer's memory outside the Java heap,
 * and where a GPU was used up to a quarter of its memory and 64 MiB of the computer's that is
 * page-locked. An operation that needs more gets what is kept too; at the end of the process all
 * goes back by itself.
 */
public final class KeptMemory {
  private KeptMemory() {}

  /**
   * Bytes outside the Java heap that are kept and not in use. The system takes them by itself when
   * something else needs them, and may have done so already.
   */
  public static long arrays() {
    NativeLibrary.load();
    return keptArrays();
  }

  /** Bytes on the GPU that are kept and not in use; 0 where no GPU was used. */
  public static long onGpu() {
    NativeLibrary.load();
    return keptOnGpu();
  }

  /** Bytes of page-locked memory that are kept and not in use; 0 where no GPU was used. */
  public static long pinned() {
    NativeLibrary.load();
    return keptPinned();
  }

  /**
   * Gives back all of it, for other programs. May be called beside operations.
   *
   * @throws DeviceException if the GPU was lost
   */
  public static void free() {
    NativeLibrary.load();
    freeKept();
  }

  private static native long keptArrays();

  private static native long keptOnGpu();

  private static native long keptPinned();

  private static native void freeKept();
}
