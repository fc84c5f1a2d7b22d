// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Geodesic;
import org.bitvox.GreyImage;
import org.bitvox.Label;
import org.bitvox.PathOptions;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** The keys of all commands about paths: what they cost, which steps they have, where they go. */
final class GeodesicKeys {
  private GeodesicKeys() {}

  /** Seeds: what paths begin at, in words. */
  static Parameter cost(String seeds) {
    return Parameter.choice(
        "cost",
        "what a voxel costs: its value, the largest value over it, its difference to the "
            + seeds
            + "' mean value, the gradient, or 1 where it is not 0",
        "intensity",
        "reciprocal",
        "difference",
        "gradient",
        "uniform");
  }

  static Parameter connectivity() {
    return Keys.connectivity().hint("steps to neighbours");
  }

  static Parameter mask() {
    return Parameter.image(
            Keys.MASK,
            "no path leaves the voxels where this 8-bit image of the same size is 255; in"
                + " ImageJ else input's selection; as input=")
        .hint("image")
        .ofSameSize()
        .ofEightBits()
        .dialog(DialogRules::offeredIfAny);
  }

  /** The options that these keys are. */
  static <T extends PathOptions<T>> T set(T options, Values values, InputImage input) {
    Scale scale = input.usableScale();
    double[] voxel = scale.voxel();
    return options
        .cost(values.constant("cost", Geodesic.Cost.class))
        .connectivity(connectivity(values.text("connectivity"), input.depth() == 1))
        .spacing(voxel[0], voxel[1], voxel[2])
        .backend(values.text("backend"))
        .threads(values.integer("threads"));
  }

  /** The image that costs are of; those of differences are the same whatever was added to it. */
  static GreyImage image(InputImage input, Values values) throws IOException {
    String cost = values.text("cost");
    boolean difference = cost.equals("difference") || cost.equals("gradient");
    return difference ? input.grey() : input.whole();
  }

  /** What costs refer to, as that image of them has it. */
  static Object reference(Values values, InputImage input, double reference) {
    switch (values.text("cost")) {
      case "reciprocal":
        return reference;
      case "difference":
        return reference + input.wholeOffset();
      default:
        return "";
    }
  }

  private static Label.Connectivity connectivity(String neighbours, boolean flat) {
    if (!flat && (neighbours.equals("8") || neighbours.equals("4"))) {
      throw UsageException.notAllowed("connectivity", neighbours, "6, 18 or 26");
    }
    return LabelCommand.connectivity(neighbours, flat);
  }

  /** The unit of lengths, in words. */
  static String unit(Scale scale) {
    return scale.calibrated() ? scale.unit : pieces(scale);
  }

  /** What an image consists of, in words: of one slice pixels. */
  static String pieces(Scale scale) {
    return scale.flat ? "pixels" : "voxels";
  }

  /** "x" and "y" in one slice, else "z" too. */
  static List<String> axes(Scale scale) {
    return Arrays.asList("x", "y", "z").subList(0, scale.flat ? 2 : 3);
  }
}
