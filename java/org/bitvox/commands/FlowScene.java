// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.function.Supplier;
import org.bitvox.BinaryVolume;
import org.bitvox.Flow;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;

/** A flow in its volume, which is a mask or has fractions, and around its bodies. */
final class FlowScene {
  private final Call call;
  private final FlowBodiesFile file; // null without bodies
  private final long bodies;
  private final Flow flow;
  private final BinaryVolume mask; // null with fractions
  private final GreyImage fractions; // null with a mask

  /** Refuses what cannot fit the memory before it is read. */
  FlowScene(Call call, FlowSettings settings) throws IOException {
    this.call = call;
    InputImage input = call.input();
    file = call.values().has("bodies") ? new FlowBodiesFile(call.file("bodies")) : null;
    String text = file != null ? file.text() : "";
    bodies = FlowBodiesFile.count(text);
    flow = settings.flow().bodies(text);
    flow.refuseTooLarge(input.width(), input.height(), input.depth(), asked());
    boolean fraction = call.values().flag("fraction");
    if (fraction && input.wholeOffset() != 0) {
      throw new IllegalArgumentException(
          input.name() + ": fractions are values of 0 to 255; this image has integers with a sign");
    }
    mask = fraction ? null : input.binary();
    fractions = fraction ? input.grey() : null;
  }

  /** How many bodies there may be. */
  long bodies() {
    return bodies;
  }

  FlowExpectation expect() {
    return naming(
        () -> mask != null ? flow.expect(mask, asked()) : flow.expect(fractions, asked()));
  }

  FlowResult simulate(FlowViews views) {
    ProgressListener listener = call.progress();
    return naming(
        () ->
            mask != null
                ? flow.simulate(
                    mask, views.velocity(), views.movie(), views.tracks(), views.motion(), listener)
                : flow.simulate(
                    fractions,
                    views.velocity(),
                    views.movie(),
                    views.tracks(),
                    views.motion(),
                    listener));
  }

  /** Which pixels of a plane are solid. */
  boolean[] solid(FlowPlane plane) throws IOException {
    boolean foreground = call.values().text("phase").equals("foreground");
    return mask != null
        ? plane.solid(mask, foreground, call.progress())
        : plane.solid(call.input(), foreground);
  }

  /** For what shows no progress. */
  private ProgressListener asked() {
    return (done, total) -> !call.progress().isStopped();
  }

  /** Sentences about the text about bodies name its file. */
  private <R> R naming(Supplier<R> work) {
    return file != null ? file.naming(work) : work.get();
  }
}
