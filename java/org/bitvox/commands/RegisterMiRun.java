// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.GreyImage;
import org.bitvox.GreySliceReceiver;
import org.bitvox.ProgressListener;
import org.bitvox.RegisterMi;
import org.bitvox.RegisterMiResult;

/** Registers and writes the files that were asked for: what menu and command line share. */
final class RegisterMiRun {
  /** The keys of files. */
  static final String[] FILES = {"output", "save"};

  final RegisterMiResult result;
  final Table table;

  private RegisterMiRun(RegisterMiResult result, Table table) {
    this.result = result;
    this.table = table;
  }

  /**
   * Registers.
   *
   * @param receiver gets the moved image as well as the file
   */
  static RegisterMiRun apply(
      PixelSource input,
      PixelSource second,
      Values values,
      OutputFiles outputs,
      GreySliceReceiver receiver,
      ProgressListener listener)
      throws IOException {
    Scale scale = Scale.of(input.calibration(), input.depth());
    Scale other = Scale.of(second.calibration(), second.depth());
    if (!scale.sameAs(other)) {
      throw new IllegalArgumentException(Messages.scales(scale, other));
    }
    RawValues raw = new RawValues("fill", input.calibration(), input.bitDepth());
    RegisterMi registration = RegisterMiParameters.registration(values, scale, raw);
    int threads = values.integer("threads");
    GreyImage moving = null;
    GreyImage fixed = null;
    try {
      moving = input.load(threads, listener);
      fixed = second.load(threads, listener);
      RegisterMiResult result =
          outputs.has("output")
              ? write(registration, input, second, moving, fixed, outputs, receiver, listener)
              : registration.register(moving, fixed, receiver, listener);
      Table table = table(input.name(), second.name(), result, scale);
      outputs.write("save", table);
      outputs.commit();
      return new RegisterMiRun(result, table);
    } finally {
      PixelSource.close(moving);
      PixelSource.close(fixed);
    }
  }

  private static RegisterMiResult write(
      RegisterMi registration,
      PixelSource input,
      PixelSource second,
      GreyImage moving,
      GreyImage fixed,
      OutputFiles outputs,
      GreySliceReceiver receiver,
      ProgressListener listener)
      throws IOException {
    Calibration calibration = calibration(input, second);
    return outputs.write(
        "output",
        (Path path) -> {
          try (TiffWriter writer =
              new TiffWriter(
                  path,
                  second.width(),
                  second.height(),
                  second.depth(),
                  input.bitDepth(),
                  calibration,
                  null)) {
            RegisterMiResult result =
                registration.register(moving, fixed, writer.receiver(receiver), listener);
            writer.finish();
            return result;
          }
        });
  }

  /** Of the moved image: the values of input, the place of second. */
  static Calibration calibration(PixelSource input, PixelSource second) {
    Calibration place = second.calibration();
    Calibration calibration = input.calibration().copy();
    calibration.pixelWidth = place.pixelWidth;
    calibration.pixelHeight = place.pixelHeight;
    calibration.pixelDepth = place.pixelDepth;
    calibration.xOrigin = place.xOrigin;
    calibration.yOrigin = place.yOrigin;
    calibration.zOrigin = place.zOrigin;
    calibration.setUnit(place.getUnit());
    return calibration;
  }

  private static Table table(String input, String second, RegisterMiResult r, Scale scale) {
    String unit = " (" + (scale.calibrated() ? scale.unit : "pixels") + ")";
    Table table = new Table();
    table
        .addRow()
        .put("Image", input)
        .put("Second", second)
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
        .put("Backend", r.backend())
        .put("Note", r.note());
    return table;
  }
}
