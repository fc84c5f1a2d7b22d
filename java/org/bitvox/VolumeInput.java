// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What a native method reads a volume from; it looks the fields up by name.
 *
 * <p>Either handle is a {@link BitVolume}, or slices holds a byte[], short[] or float[] per slice
 * and rule, low and high say what is foreground in them.
 */
final class VolumeInput {
  final long handle;
  final Object[] slices;
  final int width;
  final int height;
  final int depth;
  final int rule;
  final double low;
  final double high;

  private VolumeInput(BinaryVolume shape, long handle, Object[] slices, Foreground foreground) {
    this.handle = handle;
    this.slices = slices;
    width = shape.width();
    height = shape.height();
    depth = shape.depth();
    rule = foreground.rule;
    low = foreground.low;
    high = foreground.high;
  }

  static VolumeInput ofHandle(BinaryVolume shape, long handle) {
    return new VolumeInput(shape, handle, null, Foreground.binary());
  }

  static VolumeInput ofSlices(BinaryVolume shape, Object[] slices, Foreground foreground) {
    return new VolumeInput(shape, 0, slices, foreground);
  }
}
