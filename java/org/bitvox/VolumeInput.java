// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What a native method reads a volume from; it looks the fields up by name.
 *
 * <p>Either handle is a {@link BitVolume}, or slices holds a byte[], short[] or float[] per slice
 * and foreground says which of their values count.
 */
final class VolumeInput {
  private final BinaryVolume shape;
  private final long handle;
  private final Object[] slices;
  private final Foreground foreground;

  private VolumeInput(BinaryVolume shape, long handle, Object[] slices, Foreground foreground) {
    this.shape = shape;
    this.handle = handle;
    this.slices = slices;
    this.foreground = foreground;
  }

  static VolumeInput ofHandle(BinaryVolume shape, long handle) {
    return new VolumeInput(shape, handle, null, Foreground.binary());
  }

  static VolumeInput ofSlices(BinaryVolume shape, Object[] slices, Foreground foreground) {
    return new VolumeInput(shape, 0, slices, foreground);
  }
}
