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
    Parameter[] raw = RawFiles.parameters();
    return new Parameter[] {
      Parameter.text(
              "input",
              "FILE",
              "a skeleton, TIFF stack or .raw file; in a macro the title of an open image, by"
                  + " default the current one")
          .in(Parameter.Scope.SCRIPT)
          .required(),
      raw[0],
      raw[1],
      raw[2],
      raw[3],
      Parameter.text(
              "distances",
              "FILE",
              "distance map of the object, for the mean width of branches: an image of the same"
                  + " size, as for input; in a macro or the dialog its title")
          .hint("title of a distance map"),
      Parameter.decimal(
              "shortest",
              "L",
              0,
              1e9,
              "end branches shorter than this, in the image's unit, are pruned")
          .or("0")
          .hint("end branch"),
      Parameter.decimal(
              "threshold",
              "T",
              Double.NEGATIVE_INFINITY,
              Double.POSITIVE_INFINITY,
              "foreground is calibrated value >= T; without it the image must be 8-bit, 0 and 255"
                  + " only")
          .hint("if not binary"),
      Parameter.flag("per_slice", "every slice has graphs of its own").hint("2D graphs"),
      Parameter.text("output", "FILE.tif", "writes the pruned skeleton").in(Parameter.Scope.SCRIPT),
      Parameter.text("save", "FILE.csv", "writes the branches").in(Parameter.Scope.SCRIPT),
      Parameter.text("summary", "FILE.csv", "writes what was counted").in(Parameter.Scope.SCRIPT),
    };
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
