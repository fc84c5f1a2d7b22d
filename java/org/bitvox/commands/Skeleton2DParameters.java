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
    return CommonKeys.withInput(
        Parameter.choice(
            "rule",
            "which pixels go: guo-hall keeps the topology, imagej is Process > Binary > Skeletonize",
            "guo-hall",
            "hilditch",
            "imagej"),
        CommonKeys.threshold(),
        CommonKeys.backend(),
        CommonKeys.threads(),
        CommonKeys.file("output", "FILE.tif", "writes the skeleton"),
        CommonKeys.file("save", "FILE.csv", "writes the table"));
  }

  /** The thinning that the values ask for. */
  static Skeleton2D skeleton(Values values) {
    return new Skeleton2D()
        .rule(values.constant("rule", Skeleton2D.Rule.class))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
