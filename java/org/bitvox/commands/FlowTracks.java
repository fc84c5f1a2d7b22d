// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import org.bitvox.FlowResult;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Table;

/** Where massless particles were, frame after frame, and the last frame of the movie. */
final class FlowTracks implements SliceReceiver {
  private final FlowPlane plane;
  private final List<float[]> frames = new ArrayList<>();
  private float[] speeds = new float[0];

  FlowTracks(FlowPlane plane) {
    this.plane = plane;
  }

  /** Takes x, y and z of all particles. */
  @Override
  public void accept(int frame, Object pixels) {
    frames.add((float[]) pixels);
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
    return frames.size();
  }

  int particles() {
    return frames.get(0).length / 3;
  }

  /** Where a particle is: centres of voxels are whole numbers. */
  double[] at(int frame, int particle) {
    float[] points = frames.get(frame);
    int first = 3 * particle;
    return new double[] {points[first], points[first + 1], points[first + 2]};
  }

  /** Whether a particle went on from a frame to the next, within the picture. */
  boolean goesOn(int frame, int particle, FlowResult result) {
    return way(frame, particle) <= most(result) && !leaves(frame, particle);
  }

  /** How far the one that went farthest came in all frames, in voxels. */
  double longestWay(FlowResult result) {
    double longest = 0;
    for (int particle = 0; particle < particles(); particle++) {
      double whole = 0;
      for (int frame = 0; frame + 1 < frames(); frame++) {
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

  /** A row a particle and frame. */
  Table table(FlowSettings settings) {
    Table table = new Table();
    for (int frame = 0; frame < frames.size(); frame++) {
      for (int i = 0; i < particles(); i++) {
        float[] points = frames.get(frame);
        table
            .addRow()
            .put("Frame", frame + 1)
            .put("Step", settings.stepOf(frame))
            .put("Particle", i + 1)
            .put("X (voxels)", points[3 * i])
            .put("Y (voxels)", points[3 * i + 1])
            .put("Z (voxels)", points[3 * i + 2]);
      }
    }
    return table;
  }
}
