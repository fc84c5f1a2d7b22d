// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The object's voxels and the largest distances of a distance map within a mask. */
final class MaskedDistances extends MaskedMap {
  private final DistanceMap.Region region;
  private double largest;
  private double least;
  private long positive;
  private long zero;

  /** For the map of a volume, which has this region. */
  MaskedDistances(
      BinaryVolume volume,
      BinaryVolume mask,
      SliceReceiver map,
      ProgressListener listener,
      DistanceMap.Region region) {
    super(volume, mask, map, listener);
    this.region = region;
  }

  @Override
  void count(Object pixels, byte[] inMask, int from, int to) {
    short[] integers = pixels instanceof short[] ? (short[]) pixels : null;
    float[] floats = integers == null ? (float[]) pixels : null;
    for (int i = from; i < to; i++) {
      if (inMask[i] != 0) {
        add(integers == null ? floats[i] : integers[i] & 0xffff);
      }
    }
  }

  private void add(double distance) {
    positive += distance > 0 ? 1 : 0;
    zero += distance == 0 ? 1 : 0;
    largest = Math.max(largest, distance);
    least = Math.min(least, distance);
  }

  /** Distances are above 0 where they are measured, and 0 or less elsewhere. */
  long voxels() {
    return region == DistanceMap.Region.OUTSIDE ? zero : positive;
  }

  double largestInside() {
    return region == DistanceMap.Region.OUTSIDE ? 0 : largest;
  }

  double largestOutside() {
    return region == DistanceMap.Region.OUTSIDE ? largest : 0.0 - least;
  }
}
