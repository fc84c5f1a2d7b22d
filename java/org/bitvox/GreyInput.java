// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What a native method reads a grey volume from; it looks the fields up by name.
 *
 * <p>Either handle is a {@link GreyVolume}, or slices holds a byte[], short[] or float[] per slice.
 */
final class GreyInput {
  final long handle;
  final Object[] slices;
  final int width;
  final int height;
  final int depth;

  GreyInput(GreyImage shape, long handle, Object[] slices) {
    this.handle = handle;
    this.slices = slices;
    width = shape.width();
    height = shape.height();
    depth = shape.depth();
  }
}
