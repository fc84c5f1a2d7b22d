// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.ResultImage;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/**
 * The new image: a slice for each angle, with a channel for each material where it is of lengths;
 * or sinograms of a row, with a line for each angle.
 */
final class RadiographImage implements SliceReceiver {
  private static final String DEGREES = "degrees";

  private final ResultImage image;
  private final int channels;
  private final float[][] sinograms; // null for slices
  private final int angles;
  private final boolean countsBrighter;
  private final boolean isTransmission;
  private long brighter; // than with nothing in the way

  RadiographImage(
      Call call, RadiographSpace space, RadiographGeometry geometry, RadiographObject object)
      throws IOException {
    boolean lengths = call.values().text("result").equals("lengths");
    countsBrighter = !lengths && call.values().has("build_up") && !call.values().has("noise");
    isTransmission = call.values().text("result").equals("transmission");
    boolean sinogram = call.values().has("row") && !space.isPreview;
    channels = lengths ? object.count() : 1;
    angles = geometry.angles;
    int lines = sinogram ? angles : geometry.rows;
    StackFormat format =
        new StackFormat(geometry.columns, lines, sinogram ? 1 : angles, PixelType.FLOAT32)
            .channels(channels)
            .labels(
                slice -> {
                  String of = lengths ? object.title(slice % channels) : "";
                  String at =
                      RadiographGeometry.shortened(geometry.angleOf(slice / channels)) + " degrees";
                  return sinogram ? of : of.isEmpty() ? at : at + ", " + of;
                });
    format.calibration(calibration(geometry, space, lengths, sinogram));
    image =
        call.results()
            .newImage("output", space.named(sinogram ? "_sinogram" : "_radiograph"), format)
            .withRangeOfStack()
            .asSeries();
    sinograms = sinogram ? new float[channels][Math.multiplyExact(geometry.columns, angles)] : null;
  }

  /** Lines of a sinogram are as far apart as its angles are, in degrees. */
  private static Calibration calibration(
      RadiographGeometry geometry, RadiographSpace space, boolean lengths, boolean sinogram) {
    Calibration calibration = new Calibration();
    if (space.scale.calibrated()) {
      calibration.pixelWidth = geometry.pixelWidth;
      calibration.pixelHeight = geometry.pixelHeight;
      calibration.setUnit(space.unit);
    }
    if (space.scale.calibrated() && sinogram) {
      double step = geometry.angleOf(1) - geometry.angleOf(0);
      calibration.pixelHeight = step == 0 ? 1 : Math.abs(step);
      calibration.yOrigin = step == 0 ? 0 : -geometry.angle / step;
      calibration.setYUnit(DEGREES);
      calibration.setZUnit(space.unit);
    }
    if (lengths) {
      calibration.setValueUnit(space.unit);
    }
    return calibration;
  }

  private long brighter(float[] pixels) {
    long count = 0;
    for (float pixel : pixels) {
      if (isTransmission ? pixel > 1 : pixel < 0) {
        count++;
      }
    }
    return count;
  }

  /** Empty, or what build-up made of thin parts. */
  String note() {
    return brighter == 0
        ? ""
        : "Pixels brighter than with nothing in the way, by build-up: " + brighter + ".";
  }

  boolean isWanted() {
    return image.isWanted();
  }

  @Override
  public void accept(int slice, Object pixels) {
    if (countsBrighter) {
      brighter += brighter((float[]) pixels);
    }
    if (sinograms == null) {
      image.accept(slice, pixels);
      return;
    }
    float[] line = (float[]) pixels;
    int angle = slice / channels;
    int channel = slice % channels;
    System.arraycopy(line, 0, sinograms[channel], angle * line.length, line.length);
    if (angle == angles - 1) {
      image.accept(channel, sinograms[channel]);
    }
  }
}
