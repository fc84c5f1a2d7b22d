// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What a native method reads a grey volume from; it looks the fields up by name.
 *
 * <p>Either handle is a {@link GreyVolume}, or slices holds a byte[], short[] or float[] per slice.
 */
final class GreyInput {
  private final GreyImage shape;
  private final long handle;
  private final Object[] slices;

  GreyInput(GreyImage shape, long handle, Object[] slices) {
    this.shape = shape;
    this.handle = handle;
    this.slices = slices;
  }
}
