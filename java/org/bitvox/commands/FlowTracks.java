// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Table;

/** Where massless particles were, frame after frame, and the last frame of the movie. */
final class FlowTracks implements SliceReceiver {
  private final int[] size;
  private final int right; // the axes of the plane
  private final int down;
  private final List<float[]> frames = new ArrayList<>();
  private float[] speeds = new float[0];

  FlowTracks(String plane, InputImage input) {
    size = new int[] {input.width(), input.height(), input.depth()};
    right = "xyz".indexOf(plane.charAt(0));
    down = "xyz".indexOf(plane.charAt(1));
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

  /** The speed in the plane at the end. */
  float speed(int i, int j) {
    return speeds[j * width() + i];
  }

  /** Of the plane. */
  int width() {
    return size[right];
  }

  /** Of the plane. */
  int height() {
    return size[down];
  }

  int frames() {
    return frames.size();
  }

  int particles() {
    return frames.get(0).length / 3;
  }

  /** Where a particle is in the plane: centres of voxels are whole numbers. */
  double[] at(int frame, int particle) {
    float[] points = frames.get(frame);
    return new double[] {points[3 * particle + right], points[3 * particle + down]};
  }

  /** How far a particle has come from a frame to the next, along each axis. */
  double[] way(int frame, int particle) {
    double[] way = new double[3];
    for (int a = 0; a < 3; a++) {
      way[a] = frames.get(frame + 1)[3 * particle + a] - frames.get(frame)[3 * particle + a];
    }
    return way;
  }

  /** A row a particle and frame. */
  Table table(long steps) {
    Table table = new Table();
    for (int frame = 0; frame < frames.size(); frame++) {
      float[] points = frames.get(frame);
      for (int i = 0; i < points.length / 3; i++) {
        table
            .addRow()
            .put("Frame", frame + 1)
            .put("Step", steps * (frame + 1) / frames.size())
            .put("Particle", i + 1)
            .put("X (voxels)", points[3 * i])
            .put("Y (voxels)", points[3 * i + 1])
            .put("Z (voxels)", points[3 * i + 2]);
      }
    }
    return table;
  }
}
