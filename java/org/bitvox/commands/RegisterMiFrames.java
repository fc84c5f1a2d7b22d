// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.List;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.RegisterMi;
import org.bitvox.RegisterMiMotion;
import org.bitvox.RegisterMiMoved;
import org.bitvox.RegisterMiResult;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.ResultImage;
import org.bitvox.calls.Scale;

/**
 * Moves all channels of an image, frame by frame: what is in memory of files, beside what windows
 * show, are two volumes.
 */
final class RegisterMiFrames {
  private final InputImage input;
  private final InputImage place;
  private final ProgressListener progress;
  private final RegisterMi registration;
  private final RegisterMi unmoved;
  private final int channel;
  private final RegisterMiTable table;
  private final List<RegisterMiMotion> starts;
  private final RegisterMiOverlay overlay;
  private final ResultImage moved;
  private RegisterMiMean mean; // null where it is not wanted

  /**
   * For a call.
   *
   * @param place the image on whose voxels the result lies
   * @param registration with the call's options
   * @param unmoved the same, which gets frames that do not move as they are
   * @param channel by which it is registered, from 0
   * @param table gets the motions
   * @param starts where the search of each frame begins; null where that is not known
   */
  RegisterMiFrames(
      Call call,
      InputImage place,
      RegisterMi registration,
      RegisterMi unmoved,
      int channel,
      RegisterMiTable table,
      List<RegisterMiMotion> starts)
      throws IOException {
    this.place = place;
    this.registration = registration;
    this.unmoved = unmoved;
    this.channel = channel;
    this.table = table;
    this.starts = starts;
    input = call.input();
    progress = call.progress();
    overlay = RegisterMiOverlay.of(call, channel, place);
    moved = call.results().newImage("output", input.named("_registered"), input.movedFormat(place));
  }

  /** Lays one frame on the other image; returns what did it. */
  RunReport onto(InputImage second) throws IOException {
    GreyImage moving = input.grey(channel, 0, progress);
    GreyImage fixed = second.grey();
    int parts = moved.isWanted() ? input.channels() : 1;
    ProgressListener first = new PartListener(progress, 0, parts);
    registration.start(starts == null ? null : starts.get(0));
    RegisterMiResult result = registration.register(moving, fixed, receiver(channel, 0), first);
    moveOthers(0, result.motion(), progress, parts);
    table.add(0, result.motion(), result, result.overlap(), result.run(), "");
    return result.run();
  }

  /** Lays each frame on the first one, or on the previous one; returns what did it. */
  RunReport ontoOneAnother(boolean previous) throws IOException {
    double[] aspects = aspects(input.scale());
    GreyImage reference = null;
    RegisterMiMotion motion = RegisterMiMotion.none();
    String addedTo = ""; // a note about all frames after a doubtful one
    RunReport run = null;
    for (int frame = 0; frame < input.frames(); frame++) {
      ProgressListener part = new PartListener(progress, frame, input.frames());
      ProgressListener search = new PartListener(part, 0, 2);
      GreyImage moving = input.grey(channel, frame, new PartListener(search, 0, 2));
      RegisterMiResult result = null;
      if (frame > 0) {
        ProgressListener finding = new PartListener(search, 1, 2);
        result = find(frame, !previous && frame > 1 ? motion : null, moving, reference, finding);
        RegisterMiMotion step = result.motion();
        motion = previous ? step.then(motion, aspects[0], aspects[1]) : step;
      }
      RegisterMiMoved done = move(frame, moving, motion, new PartListener(part, 1, 2));
      run = result == null ? done.run() : result.run();
      table.add(frame, motion, result, done.overlap(), run, addedTo);
      if (previous && addedTo.isEmpty() && result != null && !result.trusted()) {
        addedTo = "The motion is added to that of frame " + (frame + 1) + ", which may be wrong.";
      }
      if (previous || frame == 0) {
        free(reference);
        reference = moving;
      } else {
        free(moving);
      }
    }
    return run;
  }

  /** Lays each frame on the mean of those before it; returns what did it. */
  RunReport ontoTheirMean(RegisterMiMean itsMean) throws IOException {
    mean = itsMean;
    RegisterMiMotion motion = RegisterMiMotion.none();
    RunReport run = null;
    for (int frame = 0; frame < input.frames(); frame++) {
      ProgressListener part = new PartListener(progress, frame, input.frames());
      GreyImage moving = input.grey(channel, frame, new PartListener(part, 0, 4));
      RegisterMiResult result = null;
      if (frame > 0) {
        ProgressListener finding = new PartListener(part, 1, 4);
        result = find(frame, frame > 1 ? motion : null, moving, mean.image(), finding);
        motion = result.motion();
      }
      mean.begin(motion, new PartListener(part, 2, 4));
      RegisterMiMoved done = move(frame, moving, motion, new PartListener(part, 3, 4));
      run = result == null ? done.run() : result.run();
      table.add(frame, motion, result, done.overlap(), run, "");
      free(moving);
    }
    return run;
  }

  /**
   * The motion of a frame, near its start if it was given one.
   *
   * @param last that of the frame before, near which it is looked for first; null for everywhere
   * @throws IllegalArgumentException as the registration, with the number of the frame
   */
  private RegisterMiResult find(
      int frame,
      RegisterMiMotion last,
      GreyImage moving,
      GreyImage reference,
      ProgressListener listener) {
    try {
      return starts != null
          ? registration.start(starts.get(frame)).find(moving, reference, listener)
          : last != null
              ? findNear(last, moving, reference, listener)
              : registration.find(moving, reference, listener);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "frame " + (frame + 1) + " cannot be registered: " + e.getMessage(), e);
    }
  }

  /** Near a motion, or everywhere if what is there is doubtful. */
  private RegisterMiResult findNear(
      RegisterMiMotion last, GreyImage moving, GreyImage reference, ProgressListener listener) {
    registration.start(last);
    RegisterMiResult near = registration.find(moving, reference, new PartListener(listener, 0, 2));
    registration.start(null);
    if (near.trusted()) {
      return near;
    }
    RegisterMiResult any = registration.find(moving, reference, new PartListener(listener, 1, 2));
    return any.after() > near.after() ? any : near;
  }

  /** Moves each frame as it is told; returns what did it. */
  RunReport by(List<RegisterMiMotion> motions) throws IOException {
    RunReport run = null;
    for (int frame = 0; frame < input.frames(); frame++) {
      ProgressListener part = new PartListener(progress, frame, input.frames());
      GreyImage moving = input.grey(channel, frame, new PartListener(part, 0, 2));
      RegisterMiMotion motion = motions.get(frame);
      RegisterMiMoved done = move(frame, moving, motion, new PartListener(part, 1, 2));
      free(moving);
      run = done.run();
      String outside =
          done.overlap() == 0 ? "The motion moves all of the input out of the result." : "";
      table.add(frame, motion, null, done.overlap(), run, outside);
    }
    return run;
  }

  /**
   * The height and the depth of a voxel divided by its width, exactly 1 for cubes; those of one
   * slice have no depth.
   */
  static double[] aspects(Scale scale) {
    double[] voxel = scale.voxel();
    return new double[] {voxel[1] / voxel[0], scale.flat ? 1 : voxel[2] / voxel[0]};
  }

  private void free(GreyImage image) {
    input.free(image);
  }

  /** All channels of a frame, by one motion, each resampled once. */
  private RegisterMiMoved move(
      int frame, GreyImage moving, RegisterMiMotion motion, ProgressListener listener)
      throws IOException {
    int parts = moved.isWanted() ? input.channels() : 1;
    RegisterMiMoved done =
        apply(moving, motion, channel, frame, new PartListener(listener, 0, parts));
    moveOthers(frame, motion, listener, parts);
    return done;
  }

  private void moveOthers(int frame, RegisterMiMotion motion, ProgressListener listener, int parts)
      throws IOException {
    int part = 0; // was that of the channel by which it is registered
    for (int other = 0; other < input.channels() && moved.isWanted(); other++) {
      if (other != channel) {
        ProgressListener own = new PartListener(listener, ++part, parts);
        GreyImage image = input.grey(other, frame, new PartListener(own, 0, 2));
        apply(image, motion, other, frame, new PartListener(own, 1, 2));
        free(image);
      }
    }
  }

  private RegisterMiMoved apply(
      GreyImage image, RegisterMiMotion motion, int of, int frame, ProgressListener listener) {
    boolean stays = motion.isNone() && place == input;
    return (stays ? unmoved : registration)
        .apply(
            image,
            motion,
            place.width(),
            place.height(),
            place.depth(),
            receiver(of, frame),
            listener);
  }

  private SliceReceiver receiver(int of, int frame) {
    return (z, pixels) -> {
      if (overlay != null && of == channel) {
        overlay.add(frame, z, pixels);
      }
      if (mean != null && of == channel) {
        mean.add(z, pixels);
      }
      moved.accept((frame * place.depth() + z) * input.channels() + of, pixels);
    };
  }
}
