// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.RegisterMi;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RawValues;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** A registration as the keys say: lengths become voxels, and shown values raw ones. */
final class RegisterMiOptions {
  private RegisterMiOptions() {}

  /** For an image that comes to lie on another; null for frames. */
  static RegisterMi of(Values values, InputImage input, InputImage second) {
    Scale scale = input.comparableScale();
    double[] aspects = RegisterMiFrames.aspects(scale);
    RawValues raw = new RawValues("fill", input.calibration(), input.bitDepth());
    RegisterMi registration =
        new RegisterMi()
            .bins(values.integer("bins"))
            .maxAngle(values.decimal("max_angle"))
            .axes(values.constant("axes", RegisterMi.Axes.class))
            .pixelAspect(aspects[0])
            .sliceAspect(aspects[1])
            .interpolation(values.constant("interpolation", RegisterMi.Interpolation.class))
            .fill(fill(values, raw, input.bitDepth()))
            .backend(values.text("backend"))
            .threads(values.integer("threads"));
    if (second != null) {
      double[] ratio = input.scale().ratio(second.scale());
      registration.fixedVoxel(ratio[0], ratio[1], ratio[2]);
    }
    if (values.has("max_shift")) {
      double[] shift = maxShift(values, scale.flat);
      registration.maxShift(
          shift[0] / scale.x, shift[1] / scale.y, scale.flat ? 0 : shift[2] / scale.z);
    }
    return registration;
  }

  /** Along x, y and z, of one slice x and y. */
  private static double[] maxShift(Values values, boolean flat) {
    String allowed = "one number or " + (flat ? "X,Y" : "X,Y,Z") + ", each 0 to 1e9";
    double[] shift =
        values.numbers("max_shift", allowed, flat ? new int[] {1, 2, 3} : new int[] {1, 3});
    for (double one : shift) {
      if (!(one >= 0 && one <= 1e9)) {
        throw UsageException.notAllowed("max_shift", values.text("max_shift"), allowed);
      }
    }
    return shift.length == 1
        ? new double[] {shift[0], shift[0], shift[0]}
        : new double[] {shift[0], shift[1], shift[shift.length - 1]};
  }

  /** As a pixel has it, which must be able to. */
  private static double fill(Values values, RawValues raw, int bitDepth) {
    double fill = raw.rawOrZero(values.decimal("fill"));
    double most = bitDepth == 8 ? 0xff : 0xffff;
    if (bitDepth < 32 && !(fill >= 0 && fill <= most)) {
      throw UsageException.notAllowed("fill", values.text("fill"), raw.words(0, most));
    }
    return fill;
  }
}
