// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Receives an image slice by slice, on the thread that started the operation. */
@FunctionalInterface
public interface SliceReceiver {
  /**
   * Called once a slice, in ascending order.
   *
   * @param slice index of the slice, from 0; of an image with several channels z * channels + c for
   *     channel c at z, as ImageJ orders them
   * @param pixels width * height values, x fastest: byte[], short[] (both unsigned), int[] (labels)
   *     or float[]; the receiver may keep the array
   */
  void accept(int slice, Object pixels);
}
