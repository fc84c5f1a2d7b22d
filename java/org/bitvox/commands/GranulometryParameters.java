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
      Parameter.decimal(
              "threshold",
              "T",
              Double.NEGATIVE_INFINITY,
              Double.POSITIVE_INFINITY,
              "foreground is calibrated value >= T; without it the image must be 8-bit, 0 and 255"
                  + " only")
          .hint("if not binary"),
      Parameter.choice(
          "backend",
          "what computes; auto is the fastest",
          "auto",
          "cuda",
          "avx512",
          "avx2",
          "scalar"),
      Parameter.flag("per_slice", "measures every slice on its own and sums over the slices")
          .hint("2D elements"),
      Parameter.flag("map", "shows the opening-size map")
          .hint("of opening sizes")
          .in(Parameter.Scope.IMAGEJ),
      Parameter.integer("threads", "", 0, 1024, "threads of the CPU, 0 for all cores")
          .or("0")
          .in(Parameter.Scope.SCRIPT),
      Parameter.text("output", "FILE.tif", "writes the opening-size map")
          .in(Parameter.Scope.SCRIPT),
      Parameter.text("save", "FILE.csv", "writes the curve").in(Parameter.Scope.SCRIPT),
      Parameter.text("summary", "FILE.csv", "writes sizes and statistics")
          .in(Parameter.Scope.SCRIPT),
      Parameter.text("plot", "FILE.png", "draws the curve and the pattern spectrum")
          .in(Parameter.Scope.SCRIPT),
    };
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
