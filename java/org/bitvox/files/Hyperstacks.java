// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.ArrayList;
import java.util.List;

/**
 * Images of several channels or points in time. Operations work on one volume, and two of them on
 * two images at once: so these are refused, and never taken for slices.
 */
public final class Hyperstacks {
  private Hyperstacks() {}

  /** Whether there is more than one volume. */
  public static boolean is(int channels, int frames) {
    return channels > 1 || frames > 1;
  }

  /** What is said of such an image, behind its name. */
  public static String refused(int channels, int frames) {
    List<String> has = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    if (channels > 1) {
      has.add(channels + " channels");
      wanted.add("one channel");
    }
    if (frames > 1) {
      has.add(frames + " frames");
      wanted.add("one frame");
    }
    return "has "
        + String.join(" and ", has)
        + ", and one volume is needed: extract "
        + String.join(" and ", wanted)
        + " (Image>Duplicate...), or, if they are the slices of a volume, say so in"
        + " Image>Properties...";
  }
}
