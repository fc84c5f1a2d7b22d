// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import org.bitvox.Backends;
import org.bitvox.HostMemory;

/**
 * Says of images that cannot fit the memory, by their size alone, that they cannot, before the
 * first slice of them is read, which may take minutes.
 */
final class MemoryCheck {
  /** So much is always there, and to ask whether there is a GPU takes longer. */
  private static final double LITTLE = 64 << 20;

  private MemoryCheck() {}

  /**
   * Checks what the images take and what computing takes at least; the latter only where no GPU may
   * do it.
   *
   * @param title of the command
   * @throws OutOfMemoryError if it is more than there is
   */
  static void check(String title, Call call, double computing) {
    double images = 0;
    boolean binary = call.values().declares("threshold");
    for (InputImage image : call.images()) {
      images += image.loadedBytes(binary || image != call.input());
    }
    String user = title.replace("Bitvox ", "");
    if (images > LITTLE) {
      HostMemory.require(user, images);
    }
    if (images + computing > LITTLE && !isForGpu(call)) {
      HostMemory.require(user, images + computing);
    }
  }

  private static boolean isForGpu(Call call) {
    if (!call.values().declares("backend")) {
      return false;
    }
    String wanted = call.values().text("backend");
    return (wanted.equals("auto") || wanted.equals("cuda"))
        && Backends.list(call.progress()).stream()
            .anyMatch(backend -> backend.name().equals("cuda") && backend.available());
  }
}
