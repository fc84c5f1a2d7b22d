// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.GreyImage;
import org.bitvox.RegisterMi;
import org.bitvox.RegisterMiResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RawValues;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Lays an image on another. */
public final class RegisterMiCommand extends Command {
  private static final Parameters PARAMETERS =
      new Parameters(
          "register_mi",
          "moves an image so that it lies on another, by their mutual information",
          Keys.withInput(
              Parameter.image("second", "the image on which input comes to lie; as input=")
                  .hint("image")
                  .required(),
              Parameter.decimal(
                      "max_shift",
                      "units",
                      0,
                      1e9,
                      "largest shift along each axis, in the images' calibrated unit, at most as"
                          + " far as they can overlap; without it the smaller image may lie"
                          + " anywhere within the larger one, and a quarter of its side farther")
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
                  .or("64")
                  .withoutColumn(),
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
              Keys.backend(),
              Keys.threads(),
              Parameter.output("output", "writes the moved image", "tif"),
              Parameter.output("save", "writes the motion", "csv")));

  /** Called by ImageJ. */
  public RegisterMiCommand() {
    super("Bitvox Register by MI", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    InputImage input = call.input();
    InputImage second = call.image("second");
    checkScales(input.scale(), second.scale());
    RegisterMi registration = registration(call.values(), input);
    GreyImage moving = input.grey();
    GreyImage fixed = second.grey();
    ResultImage moved = call.newImage("output", input.named("_registered"), format(input, second));

    RegisterMiResult result = registration.register(moving, fixed, moved, call.progress());

    call.table("save", table(call, result));
    call.ran(result.run());
  }

  private static void checkScales(Scale input, Scale second) {
    if (!input.sameAs(second)) {
      throw new IllegalArgumentException(
          "the voxels differ in size: "
              + input.words()
              + " of input, "
              + second.words()
              + " of the second image; scale one of them first (Image>Scale), or correct its"
              + " properties");
    }
  }

  private static RegisterMi registration(Values values, InputImage input) {
    Scale scale = input.scale();
    RawValues raw = new RawValues("fill", input.calibration(), input.bitDepth());
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

  /** Of the moved image: the type and the values of input, the place of second. */
  private static StackFormat format(InputImage input, InputImage second) {
    Calibration place = second.calibration();
    Calibration calibration = input.calibration().copy();
    calibration.pixelWidth = place.pixelWidth;
    calibration.pixelHeight = place.pixelHeight;
    calibration.pixelDepth = place.pixelDepth;
    calibration.xOrigin = place.xOrigin;
    calibration.yOrigin = place.yOrigin;
    calibration.zOrigin = place.zOrigin;
    calibration.setInvertY(place.getInvertY());
    calibration.setUnit(place.getUnit());
    return new StackFormat(
            second.width(), second.height(), second.depth(), PixelType.ofBits(input.bitDepth()))
        .calibration(calibration);
  }

  private static Table table(Call call, RegisterMiResult r) {
    Scale scale = call.input().scale();
    String unit = " (" + (scale.calibrated() ? scale.unit : "pixels") + ")";
    Table table = new Table();
    call.addRow(table, call.input().name())
        .put("dx" + unit, r.dx() * scale.x)
        .put("dy" + unit, r.dy() * scale.y)
        .put("dz" + unit, r.dz() * scale.z)
        .put("angle (degrees)", r.angle())
        .put("dx (voxels)", r.dx())
        .put("dy (voxels)", r.dy())
        .put("dz (voxels)", r.dz())
        .put("MI before (bits)", r.before())
        .put("MI after (bits)", r.after())
        .put("Overlap (voxels)", r.overlap())
        .put("Bins", r.bins())
        .put("Backend", r.run().backend())
        .put("Note", r.run().note());
    return table;
  }
}
