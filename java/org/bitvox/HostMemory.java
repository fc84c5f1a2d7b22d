// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The computer's memory outside the Java heap. */
public final class HostMemory {
  private HostMemory() {}

  /**
   * Says, before anything is read, that something cannot fit.
   *
   * @param user what needs it, as a sentence begins
   * @throws OutOfMemoryError unless so many bytes are free: "Distance Map needs 62.5 GiB of memory
   *     outside the Java heap, 21.0 GiB are free. Crop the image."
   */
  public static void require(String user, double bytes) {
    NativeLibrary.load();
    requireBytes(user, (long) bytes); // the largest number for one that is larger
  }

  /** Bytes outside the Java heap that are free now. */
  public static long free() {
    NativeLibrary.load();
    return freeBytes();
  }

  private static native long freeBytes();

  private static native void requireBytes(String user, long bytes);
}
