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
    return CommonKeys.withInput(
        Parameter.image("anchors", "voxels that stay: a binary image of the same size; as input=")
            .hint("image"),
        CommonKeys.threshold(),
        CommonKeys.backend(),
        Parameter.flag("per_round", "adds the voxels deleted in each round to the table")
            .hint("voxels deleted"),
        Parameter.flag(
                "verify",
                "counts components and Euler number before and after, which must be equal")
            .hint("the topology"),
        CommonKeys.threads(),
        CommonKeys.file("output", "FILE.tif", "writes the skeleton"),
        CommonKeys.file("save", "FILE.csv", "writes the table"));
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
