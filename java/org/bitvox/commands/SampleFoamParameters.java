// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.BitVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SampleFoam;

/** The keys of the sample foam, and the foam that they describe. */
public final class SampleFoamParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "sample_foam",
          "a synthetic foam of overlapping balls to try the other commands on",
          size("width"),
          size("height"),
          size("depth"),
          Parameter.integer("radius_min", "voxels", 1, 1000, "the smallest ball").or("5"),
          Parameter.integer("radius_max", "voxels", 1, 1000, "the largest ball").or("25"),
          Parameter.decimal("fraction", "", 0, 0.95, "of the volume that balls fill").or("0.5"),
          Parameter.integer("seed", "", 0, 1L << 53, "of the random numbers").or("1"),
          Parameter.text("output", "FILE.tif", "the stack, 8-bit, 0 and 255")
              .in(Parameter.Scope.SCRIPT)
              .required());

  private SampleFoamParameters() {}

  private static Parameter size(String key) {
    return Parameter.integer(key, "voxels", 1, Integer.MAX_VALUE, key + " of the volume").or("256");
  }

  /** Makes the foam. */
  static BitVolume fill(Values values, ProgressListener listener) {
    BitVolume volume =
        new BitVolume(values.integer("width"), values.integer("height"), values.integer("depth"));
    try {
      SampleFoam.fill(
          volume,
          values.integer("radius_min"),
          values.integer("radius_max"),
          values.decimal("fraction"),
          values.longInteger("seed"),
          listener);
      return volume;
    } catch (Throwable e) {
      volume.close();
      throw e;
    }
  }
}
