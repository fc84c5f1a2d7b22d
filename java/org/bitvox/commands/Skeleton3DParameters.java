// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.BinaryVolume;
import org.bitvox.Skeleton3D;

/** The keys of the 3D skeleton. */
public final class Skeleton3DParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "skeleton3d", "the curve skeleton of a binary volume, with its topology", parameters());

  private Skeleton3DParameters() {}

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
      Parameter.text(
              "anchors",
              "FILE",
              "voxels that stay: a binary image of the same size, as for input; in a macro or the"
                  + " dialog its title")
          .hint("title of an image"),
      Parameter.decimal(
              "threshold",
              "T",
              Double.NEGATIVE_INFINITY,
              Double.POSITIVE_INFINITY,
              "foreground is calibrated value >= T; without it the image must be 8-bit, 0 and 255"
                  + " only")
          .hint("if not binary"),
      Parameter.choice("backend", "what computes", "auto", "cuda", "avx512", "avx2", "scalar"),
      Parameter.flag("per_round", "adds the voxels deleted in each round to the table")
          .hint("voxels deleted"),
      Parameter.flag(
              "verify", "counts components and Euler number before and after, which must be equal")
          .hint("the topology"),
      Parameter.integer("threads", "", 0, 1024, "threads of the CPU, 0 for all cores")
          .or("0")
          .in(Parameter.Scope.SCRIPT),
      Parameter.text("output", "FILE.tif", "writes the skeleton").in(Parameter.Scope.SCRIPT),
      Parameter.text("save", "FILE.csv", "writes the table").in(Parameter.Scope.SCRIPT),
    };
  }

  /** The thinning that the values ask for. */
  static Skeleton3D skeleton(Values values, BinaryVolume anchors) {
    return new Skeleton3D()
        .anchors(anchors)
        .verify(values.flag("verify"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
