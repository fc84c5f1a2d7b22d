// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.Granulometry;

/** The keys of granulometry. */
public final class GranulometryParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "granulometry",
          "how much of a binary volume survives openings by larger and larger elements",
          parameters());

  private GranulometryParameters() {}

  private static Parameter[] parameters() {
    return CommonKeys.withInput(
        Parameter.choice("phase", "measures the solid or the pores", "foreground", "background"),
        Parameter.choice(
            "element", "n-fold an octahedron of radius n or a cube of side 2n+1", "cross", "cube"),
        Parameter.choice(
            "edges",
            "outside the volume is background, or elements are clipped there",
            "background",
            "clipped"),
        Parameter.integer(
                "max_radius",
                "voxels",
                1,
                Granulometry.LARGEST_MAX_RADIUS,
                "the curve ends at this n, or before where V(n) is 0")
            .or("50"),
        CommonKeys.threshold(),
        CommonKeys.backend(),
        Parameter.flag("per_slice", "measures every slice on its own and sums over the slices")
            .hint("2D elements"),
        Parameter.flag("map", "shows the opening-size map")
            .hint("of opening sizes")
            .in(Parameter.Scope.IMAGEJ),
        CommonKeys.threads(),
        CommonKeys.file("output", "FILE.tif", "writes the opening-size map"),
        CommonKeys.file("save", "FILE.csv", "writes the curve"),
        CommonKeys.file("summary", "FILE.csv", "writes sizes and statistics"),
        CommonKeys.file("plot", "FILE.png", "draws the curve and the pattern spectrum"));
  }

  /** The measurement that the values ask for. */
  static Granulometry granulometry(Values values) {
    return new Granulometry()
        .phase(values.constant("phase", Granulometry.Phase.class))
        .element(values.constant("element", Granulometry.Element.class))
        .edges(values.constant("edges", Granulometry.Edges.class))
        .extent(
            values.flag("per_slice") ? Granulometry.Extent.PER_SLICE : Granulometry.Extent.VOLUME)
        .maxRadius(values.integer("max_radius"))
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }
}
