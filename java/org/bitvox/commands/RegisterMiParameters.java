// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.RegisterMi;

/** The keys of the registration. */
public final class RegisterMiParameters {
  /** Declared once for the dialog, macros, the command line and the manual. */
  public static final Parameters ALL =
      new Parameters(
          "register_mi",
          "moves an image so that it lies on another, by their mutual information",
          CommonKeys.withInput(
              Parameter.image("second", "the image on which input comes to lie; as input=")
                  .hint("image")
                  .required(),
              Parameter.decimal(
                      "max_shift",
                      "units",
                      0,
                      1e9,
                      "largest shift along each axis, in the images' calibrated unit; without it"
                          + " the smaller image may lie anywhere within the larger one, and a"
                          + " quarter of its side farther")
                  .hint("units, empty: automatic"),
              Parameter.decimal(
                      "max_angle",
                      "degrees",
                      0,
                      180,
                      "largest turn within the slices, in degrees; 0 for shifts only")
                  .or("0"),
              Parameter.integer(
                      "bins",
                      "of each image",
                      RegisterMi.FEWEST_BINS,
                      RegisterMi.MOST_BINS,
                      "of the values of each image; small images use fewer")
                  .or("64"),
              Parameter.choice(
                  "interpolation",
                  "between the voxels of input, for the result",
                  "linear",
                  "nearest"),
              Parameter.decimal(
                      "fill",
                      "value outside",
                      Double.NEGATIVE_INFINITY,
                      Double.POSITIVE_INFINITY,
                      "value of the result where input is not, as ImageJ shows it")
                  .or("0"),
              CommonKeys.backend(),
              CommonKeys.threads(),
              CommonKeys.file("output", "FILE.tif", "writes the moved image"),
              CommonKeys.file("save", "FILE.csv", "writes the motion")));

  private RegisterMiParameters() {}

  /** For images whose voxels have this size. */
  static RegisterMi registration(Values values, Scale scale, RawValues raw) {
    RegisterMi registration =
        new RegisterMi()
            .bins(values.integer("bins"))
            .maxAngle(values.decimal("max_angle"))
            .pixelAspect(scale.y / scale.x)
            .interpolation(values.constant("interpolation", RegisterMi.Interpolation.class))
            .fill(raw.rawOrZero(values.decimal("fill")))
            .backend(values.text("backend"))
            .threads(values.integer("threads"));
    if (values.has("max_shift")) {
      double shift = values.decimal("max_shift");
      registration.maxShift(shift / scale.x, shift / scale.y, scale.flat ? 0 : shift / scale.z);
    }
    return registration;
  }
}
