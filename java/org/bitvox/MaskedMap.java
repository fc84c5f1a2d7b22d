// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Hands the slices of a map on, and counts those of its voxels that are in a mask. The whole volume
 * decides what the map is; the mask only says which voxels are counted.
 */
abstract class MaskedMap implements SliceReceiver {
  private final BinaryVolume mask;
  private final SliceReceiver map;
  private final ProgressListener listener;
  private final byte[] inMask;

  /**
   * For the map of a volume.
   *
   * @param map receives the slices as they are; or null
   * @throws IllegalArgumentException if volume and mask differ in size
   */
  MaskedMap(BinaryVolume volume, BinaryVolume mask, SliceReceiver map, ProgressListener listener) {
    mask.requireSizeOf(volume);
    this.mask = mask;
    this.map = map;
    this.listener = listener;
    inMask = new byte[Math.multiplyExact(mask.width(), mask.height())];
  }

  /** Counts the values from one index to before the other where inMask is not 0. */
  abstract void count(Object pixels, byte[] inMask, int from, int to);

  /** That there is nothing to count. */
  static IllegalArgumentException noneOf(Phase phase) {
    String name = phase == Phase.FOREGROUND ? "foreground" : "background";
    return new IllegalArgumentException("there are no " + name + " voxels within the mask");
  }

  @Override
  public final void accept(int slice, Object pixels) {
    int width = mask.width();
    mask.readSlice(slice, inMask, listener::isStopped);
    SlicePieces.each(
        width,
        mask.height(),
        listener::isStopped,
        (first, rows) -> count(pixels, inMask, first * width, (first + rows) * width));
    if (map != null) {
      map.accept(slice, pixels);
    }
  }
}
