// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.SkeletonGraph;

/** The keys of skeleton_graph. */
public final class SkeletonGraphParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "skeleton_graph", "branches, end points and junctions of a skeleton", parameters());

  private SkeletonGraphParameters() {}

  private static Parameter[] parameters() {
    return CommonKeys.withInput(
        Parameter.image(
                "distances",
                "distance map of the object, of the same size, for the mean width of branches; as"
                    + " input=")
            .hint("map"),
        Parameter.decimal(
                "shortest",
                "L",
                0,
                1e9,
                "end branches shorter than this, in the image's unit, are pruned")
            .or("0")
            .hint("end branch, in units"),
        CommonKeys.threshold(),
        Parameter.flag("per_slice", "every slice has graphs of its own").hint("2D graphs"),
        CommonKeys.file("output", "FILE.tif", "writes the pruned skeleton"),
        CommonKeys.file("save", "FILE.csv", "writes the branches"),
        CommonKeys.file("summary", "FILE.csv", "writes what was counted"));
  }

  /** The tracing that the values ask for, in units of the scale. */
  static SkeletonGraph graph(Values values, Scale scale, float[][] distances) {
    return new SkeletonGraph()
        .spacing(scale.x, scale.y, scale.z)
        .shortest(values.decimal("shortest"))
        .perSlice(values.flag("per_slice"))
        .distances(distances);
  }
}
