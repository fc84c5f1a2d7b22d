// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.Skeleton2D;

/** The keys of skeleton2d. */
public final class Skeleton2DParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters("skeleton2d", "skeleton of every slice on its own", parameters());

  private Skeleton2DParameters() {}

  private static Parameter[] parameters() {
    Parameter[] raw = RawFiles.parameters();
    return new Parameter[] {
      Parameter.text(
              "input",
              "FILE",
              "TIFF stack or .raw file; in a macro the title of an open image, by default the"
                  + " current one")
          .in(Parameter.Scope.SCRIPT)
          .required(),
      raw[0],
      raw[1],
      raw[2],
      raw[3],
      Parameter.choice(
          "rule",
          "which pixels go: guo-hall keeps the topology, imagej is Process > Binary > Skeletonize",
          "guo-hall",
          "hilditch",
          "imagej"),
      Parameter.decimal(
              "threshold",
              "T",
              Double.NEGATIVE_INFINITY,
              Double.POSITIVE_INFINITY,
              "foreground is calibrated value >= T; without it the image must be 8-bit, 0 and 255"
                  + " only")
          .hint("if not binary"),
      Parameter.choice("backend", "what computes", "auto", "cuda", "avx512", "avx2", "scalar"),
      Parameter.integer("threads", "", 0, 1024, "threads of the CPU, 0 for all cores")
          .or("0")
          .in(Parameter.Scope.SCRIPT),
      Parameter.text("output", "FILE.tif", "writes the skeleton").in(Parameter.Scope.SCRIPT),
      Parameter.text("save", "FILE.csv", "writes the table").in(Parameter.Scope.SCRIPT),
    };
  }

  /** The thinning that the values ask for. */
  static Skeleton2D skeleton(Values values) {
    return new Skeleton2D()
        .rule(values.constant("rule", Skeleton2D.Rule.class))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
