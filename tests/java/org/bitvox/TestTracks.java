// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How tracks count places: TrackMate's from the centre of the first pixel. */
final class TestTracks {
  private TestTracks() {}

  /** Where the centre of a pixel is in a file of tracks. */
  static double fromCentre(int pixel, double side) {
    return written((pixel + 0.5) * side, side);
  }

  /** A place, from the corner of the image, as it is in a file of tracks. */
  static double written(double place, double side) {
    return place - side / 2;
  }
}
