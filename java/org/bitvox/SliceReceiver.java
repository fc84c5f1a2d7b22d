// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Receives a 16-bit image slice by slice, on the thread that started the operation. */
@FunctionalInterface
public interface SliceReceiver {
  /**
   * Called once a slice, in ascending order.
   *
   * @param z index of the slice, from 0
   * @param pixels width * height unsigned 16-bit values, x fastest; the receiver may keep the array
   */
  void accept(int z, short[] pixels);
}
