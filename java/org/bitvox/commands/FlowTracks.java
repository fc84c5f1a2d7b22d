// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bitvox.FlowResult;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;

/** Where massless particles were in the last frames, and the last frame of the movie. */
final class FlowTracks implements SliceReceiver {
  /** Frames that are drawn. */
  static final int TAIL = 40;

  private final FlowPlane plane;
  private final FlowSettings settings;
  private final int most; // frames that are kept
  private final Consumer<String> lines;
  private final List<float[]> kept = new ArrayList<>();
  private int frames;
  private float[] speeds = new float[0];

  /**
   * Lines is what takes a row a particle and frame, as they come; null for nobody. What is drawn is
   * kept, which the call is told.
   */
  FlowTracks(Call call, FlowSettings settings, boolean drawn, Consumer<String> lines) {
    this.settings = settings;
    this.lines = lines;
    plane = settings.plane();
    most = drawn ? Math.min(TAIL + 1, settings.frames()) : 0; // what comes to the first one, too
    if (drawn) {
      long particles = call.values().integer("particles");
      call.needs("where particles were in " + most + " frames", 12 * particles * most);
    }
    if (lines != null) {
      lines.accept("Frame,Step,Particle,X (voxels),Y (voxels),Z (voxels)");
    }
  }

  /** Takes x, y and z of all particles. */
  @Override
  public void accept(int frame, Object pixels) {
    float[] points = (float[]) pixels;
    frames++;
    kept.add(points);
    if (kept.size() > most) {
      kept.remove(0);
    }
    if (lines != null) {
      String when = frames + "," + settings.stepOf(frames - 1) + ",";
      for (int i = 0; i < points.length; i += 3) {
        lines.accept(
            when + (i / 3 + 1) + "," + points[i] + "," + points[i + 1] + "," + points[i + 2]);
      }
    }
  }

  /** Takes the movie, and hands it on to a receiver that may be null. */
  void background(int frame, Object pixels, SliceReceiver receiver) {
    speeds = (float[]) pixels;
    if (receiver != null) {
      receiver.accept(frame, pixels);
    }
  }

  /** The speeds in the plane at the end, row after row. */
  float[] speeds() {
    return speeds;
  }

  int frames() {
    return frames;
  }

  /** Of those that are drawn. */
  int firstFrame() {
    return Math.max(0, frames - TAIL);
  }

  int particles() {
    return kept.get(0).length / 3;
  }

  /** Where a particle is: centres of voxels are whole numbers. */
  double[] at(int frame, int particle) {
    float[] points = kept.get(frame - (frames - kept.size()));
    int first = 3 * particle;
    return new double[] {points[first], points[first + 1], points[first + 2]};
  }

  /** Whether a particle went on from a frame to the next, within the picture. */
  boolean goesOn(int frame, int particle, FlowResult result) {
    return way(frame, particle) <= most(result) && !leaves(frame, particle);
  }

  /** How far the one that went farthest came in the frames that are drawn, in voxels. */
  double longestWay(FlowResult result) {
    double longest = 0;
    for (int particle = 0; particle < particles(); particle++) {
      double whole = 0;
      for (int frame = firstFrame(); frame + 1 < frames(); frame++) {
        double way = way(frame, particle);
        whole += way <= most(result) ? way : 0;
      }
      longest = Math.max(longest, whole);
    }
    return longest;
  }

  private double way(int frame, int particle) {
    double[] from = at(frame, particle);
    double[] to = at(frame + 1, particle);
    return Math.hypot(Math.hypot(to[0] - from[0], to[1] - from[1]), to[2] - from[2]);
  }

  /** One that goes farther came through a periodic face, or began anew: nothing is as fast. */
  private double most(FlowResult result) {
    double steps = (double) result.steps() / frames() + 1;
    return 1.5 * result.mach() / Math.sqrt(3) * steps;
  }

  /** Whether it would be beyond the border next if it went on as it came. */
  private boolean leaves(int frame, int particle) {
    if (frame == 0) {
      return false;
    }
    double[] before = at(frame - 1, particle);
    double[] now = at(frame, particle);
    double right = 2 * now[plane.right()] - before[plane.right()];
    double down = 2 * now[plane.down()] - before[plane.down()];
    return Math.min(right, down) < -0.5
        || right > plane.width() - 0.5
        || down > plane.height() - 0.5;
  }
}
