// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.Deformation;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.DisplayRange;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Values;

/** The images of a deformation, as far as they are asked for. */
final class DeformationImages {
  private final Call call;
  private final Deformation.Outputs outputs = new Deformation.Outputs();
  private final ResultImage displacement;
  private final ResultImage warped; // null without an image to warp
  private final ResultImage movie;

  /** Makes the images, to be filled by {@link #receivers()}. */
  DeformationImages(Call call, Scale scale) throws IOException {
    this.call = call;
    Values values = call.values();
    InputImage input = call.input();
    String length = scale.calibrated() ? scale.unit : "voxels";
    displacement =
        image(
            "displacement",
            VelocityFormat.plain(input, length)
                .channels(3)
                .labels(slice -> "xyz".charAt(slice % 3) + " displacement (" + length + ")")
                .range(DisplayRange.Kind.AROUND_ZERO));
    if (displacement.isWanted()) {
      outputs.displacement(displacement);
    }
    InputImage grey = call.image("image");
    warped = grey == null ? null : image("warped", grey.format(PixelType.FLOAT32));
    if (warped != null && warped.isWanted()) {
      outputs.warp(grey.shown(), warped.withRangeOfStack());
    }
    DeformationMovie drawing =
        new DeformationMovie(
            input,
            scale,
            values.constant("load", Deformation.Load.class),
            values.constant("direction", Deformation.Direction.class).ordinal(),
            values.decimal("strain") / 100);
    int frames = Math.toIntExact(values.longInteger("frames") + 1);
    movie = image("movie", drawing.format(frames)).asSeries();
    if (movie.isWanted()) {
      outputs.frames(drawing.to(movie));
    }
  }

  /** Where the native part writes. */
  Deformation.Outputs receivers() {
    return outputs;
  }

  /** None can be had after all; says which files are not written. */
  String drop() {
    return Notes.of(
        call.results().drop("movie", movie),
        call.results().drop("displacement", displacement),
        warped == null ? "" : call.results().drop("warped", warped));
  }

  /** Whether an image is asked for, be it shown or written. */
  static boolean wanted(Values values, String key) {
    return values.has(key) || ClassifyColoursCommand.shows(values, key);
  }

  private ResultImage image(String key, StackFormat format) throws IOException {
    return call.results()
        .newImage(key, call.input().named("_" + key), format)
        .shownIf(ClassifyColoursCommand.shows(call.values(), key));
  }
}
