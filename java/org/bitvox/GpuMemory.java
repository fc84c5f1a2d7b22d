// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What operations on the GPU keep for the next ones, since getting memory from the driver can take
 * longer than they compute: up to a quarter of the GPU's memory, and 64 MiB of the host's that is
 * page-locked. An operation that needs more gets what is kept too; at the end of the process all
 * goes back by itself.
 */
public final class GpuMemory {
  private GpuMemory() {}

  /** Bytes on the GPU that are kept and not in use; 0 where no GPU was used. */
  public static long kept() {
    NativeLibrary.load();
    return keptOnGpu();
  }

  /** Bytes of page-locked memory of the host that are kept and not in use. */
  public static long keptOnHost() {
    NativeLibrary.load();
    return keptPinned();
  }

  /**
   * Gives back what is kept, for other programs. May be called beside operations.
   *
   * @throws DeviceException if the GPU was lost
   */
  public static void free() {
    NativeLibrary.load();
    freeKept();
  }

  private static native long keptOnGpu();

  private static native long keptPinned();

  private static native void freeKept();
}
