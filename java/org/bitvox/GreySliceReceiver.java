// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Receives a grey image slice by slice, on the thread that started the operation. */
@FunctionalInterface
public interface GreySliceReceiver {
  /**
   * Called once a slice, in ascending order.
   *
   * @param z index of the slice, from 0
   * @param pixels width * height values, x fastest: byte[], short[] (both unsigned) or float[]; the
   *     receiver may keep the array
   */
  void accept(int z, Object pixels);
}
