// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.process.FloatProcessor;
import ij.process.LUT;
import java.io.IOException;
import org.bitvox.SliceReceiver;
import org.bitvox.Stiffness;
import org.bitvox.StiffnessCase;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.DisplayRange;
import org.bitvox.files.Looks;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Values;

/** The images of a load case, its picture and its histogram, as far as they are asked for. */
final class StiffnessMaps {
  /** Colours end at so many times the strain of the load: few voxels of most bodies are above. */
  private static final int LOADS = 2;

  private final Call call;
  private final Scale scale;
  private final Stiffness.Maps receivers = new Stiffness.Maps();
  private final StiffnessStrains strains; // null if nobody wants them

  /** Of one direction; makes the images, to be filled by {@link #receivers()}. */
  StiffnessMaps(Call call, Scale scale) throws IOException {
    this.call = call;
    this.scale = scale;
    InputImage input = call.input();
    Values values = call.values();
    int axis = values.constant("direction", Stiffness.Direction.class).ordinal();
    strains =
        isPlotted() || isDrawn()
            ? new StiffnessStrains(input, axis, values.decimal("strain") / 100)
            : null;
    String length = scale.calibrated() ? scale.unit : "voxels";
    StackFormat displacement =
        VelocityFormat.plain(input, length)
            .channels(3)
            .labels(slice -> "xyz".charAt(slice % 3) + " displacement (" + length + ")")
            .range(DisplayRange.Kind.AROUND_ZERO);
    double most = LOADS * values.decimal("strain") / 100;
    double modulus = values.text("values").equals("binary") ? values.decimal("modulus") : 0;
    receivers
        .energy(image("energy", upTo(modulus * most * most / 2, "MPa")))
        .strain(and(image("effective_strain", upTo(most, "strain"))))
        .stress(image("von_mises", upTo(modulus * most, "MPa")))
        .displacement(image("displacement", displacement));
  }

  /**
   * Numbers whose colours end here, so that those of several bodies mean the same; 0: at the most.
   */
  private StackFormat upTo(double most, String unit) {
    StackFormat format = VelocityFormat.speed(call.input(), unit);
    if (most > 0) {
      ImagePlus pixel = new ImagePlus("", new FloatProcessor(1, 1));
      pixel.setLut(new LUT(format.colours(), 0, most));
      pixel.setDisplayRange(0, most);
      format.looks(Looks.of(pixel));
    }
    return format;
  }

  /** Where the native part writes. */
  Stiffness.Maps receivers() {
    return receivers;
  }

  private boolean isPlotted() {
    return call.values().flag("show_histogram") || call.values().has("histogram");
  }

  private boolean isDrawn() {
    return call.values().flag("show_picture") || call.values().has("picture");
  }

  /** Null where nobody wants it. */
  private SliceReceiver image(String key, StackFormat format) throws IOException {
    ResultImage image =
        call.results()
            .newImage(key, call.input().named("_" + key), format)
            .shownIf(call.values().flag("show_" + key));
    return image.isWanted() ? image : null;
  }

  private SliceReceiver and(SliceReceiver image) {
    if (strains == null || image == null) {
      return image == null ? strains : image;
    }
    return (slice, pixels) -> {
      strains.accept(slice, pixels);
      image.accept(slice, pixels);
    };
  }

  /** Draws what is known now. */
  void draw(StiffnessCase found) throws IOException {
    Values values = call.values();
    if (isPlotted()) {
      call.results()
          .plot(
              "histogram",
              call.input().named(" effective strain"),
              title ->
                  StiffnessPlot.create(
                      title,
                      strains,
                      values.text("failure_part"),
                      StiffnessTable.limit(found, values)));
    }
    if (isDrawn()) {
      String load =
          values.text("load") + " of " + values.text("strain") + " % along " + axisOf(values);
      StiffnessPicture picture = new StiffnessPicture(strains, scale.voxel(), load);
      call.results().write("picture", picture::write);
      if (values.flag("show_picture")) {
        call.results().show(() -> picture.image(call.input().named("_strain_picture")));
      }
    }
  }

  /** The axis along which the far plate moves: of a shear the next one. */
  private static String axisOf(Values values) {
    String across = values.text("direction");
    int next = ("xyz".indexOf(across) + 1) % 3;
    return values.text("load").equals("shear") ? "xyz".substring(next, next + 1) : across;
  }
}
