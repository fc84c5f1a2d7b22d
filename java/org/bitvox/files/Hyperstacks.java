// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.ArrayList;
import java.util.List;

/**
 * Images of several channels or points in time. Operations work on one volume, and two of them on
 * two images at once: so these are refused but by commands for series, and never taken for slices.
 */
public final class Hyperstacks {
  /** Said of files whose slices are not those that they announce; announced is 0 if not told. */
  static String uneven(int channels, int announced, int frames, int found) {
    return "it announces "
        + count(channels, "channel")
        + (announced > 0 ? ", " + count(announced, "slice") : "")
        + " and "
        + count(frames, "frame")
        + ", but has "
        + Messages.count(found, "slice")
        + " in all";
  }

  private static String count(int number, String what) {
    return TiffMessages.number(number) + " " + what + (number == 1 ? "" : "s");
  }

  /** Whether there is more than one volume. */
  public static boolean is(int channels, int frames) {
    return channels > 1 || frames > 1;
  }

  /** What is said of such a file, behind its name; 1 where it has one, or one is chosen. */
  static String severalIn(String channelKey, int channels, int frames) {
    List<String> has = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    if (channels > 1) {
      has.add(channels + " channels");
      wanted.add(channelKey + "=1 to " + channels);
    }
    if (frames > 1) {
      has.add(frames + " frames");
      wanted.add("frame=1 to " + frames);
    }
    return "it has "
        + String.join(" and ", has)
        + ", and one volume is needed: choose "
        + String.join(" and ", wanted);
  }

  /**
   * What is said of such an image, behind its name.
   *
   * @param channelKey the key that chooses a channel; empty if there is none
   */
  public static String refused(int channels, int frames, String channelKey) {
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
    String split = channels > 1 ? "Image>Color>Split Channels, or " : "";
    boolean chosen = channels > 1 && frames == 1 && !channelKey.isEmpty();
    return "has "
        + String.join(" and ", has)
        + ", and one volume is needed: "
        + (chosen ? "choose one (" + channelKey + "=1 to " + channels + "), or " : "")
        + "extract "
        + String.join(" and ", wanted)
        + (" (" + split + "Image>Duplicate...), or, if they are the slices of a volume, say so in")
        + " Image>Properties...";
  }
}
