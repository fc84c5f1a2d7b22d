// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a user must know about a result. */
public final class Notes {
  private Notes() {}

  /** One note of several sentences; those that are empty are left out. */
  public static String of(String... sentences) {
    return Stream.of(sentences)
        .filter(sentence -> !sentence.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Says that there is nothing to measure; empty where there are voxels. */
  public static String ofForeground(long voxels) {
    return voxels == 0 ? "The image has no foreground voxels." : "";
  }

  /** Says that there is nothing to measure within a mask; empty where there are voxels. */
  public static String ofMask(long voxels) {
    return voxels == 0 ? "There are no foreground voxels within the mask." : "";
  }

  /** Says how thick one slice counts, as its depth is seldom set; empty for stacks. */
  public static String ofOneSlice(InputImage image) {
    Scale scale = image.scale();
    return image.depth() > 1
        ? ""
        : "The image has one slice, which counts as thick as its pixels: "
            + FoundValues.number(scale.voxel()[2])
            + (scale.calibrated() ? " " + scale.unit : scale.voxel()[2] == 1 ? " voxel" : " voxels")
            + ".";
  }

  /** Says what it means that voxels are not cubes; empty where they are. */
  public static String ofVoxels(Scale scale, String meaning) {
    return scale.anisotropic() ? "Voxels are not cubes (" + scale.words() + "): " + meaning : "";
  }
}
