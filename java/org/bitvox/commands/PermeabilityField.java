// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.SliceReceiver;

/**
 * The velocities of a volume, gathered as their slices come, one for each component: for pictures.
 * Of a side of more than 256 voxels cells of two, three, ... voxels are kept, with their mean; what
 * is left over at the end of a side is not.
 */
final class PermeabilityField implements SliceReceiver {
  private static final int MOST_CELLS = 256; // along an axis

  private final int width;
  private final int side;
  private final int[] size;
  private final float[][] components;
  private final boolean periodic;
  private final int axis;

  /**
   * Of a volume with so many voxels along x, y and z.
   *
   * @param axis of the flow, along which it does not go on
   * @param periodic whether it does along the others
   */
  PermeabilityField(int[] voxels, int axis, boolean periodic) {
    int longest = Math.max(voxels[0], Math.max(voxels[1], voxels[2]));
    this.width = voxels[0];
    this.side = (longest + MOST_CELLS - 1) / MOST_CELLS;
    this.size =
        new int[] {
          Math.max(1, voxels[0] / side),
          Math.max(1, voxels[1] / side),
          Math.max(1, voxels[2] / side)
        };
    this.components = new float[3][size[0] * size[1] * size[2]];
    this.axis = axis;
    this.periodic = periodic;
  }

  /** About how much memory that takes, in bytes. */
  static double bytes(double voxels) {
    return 12 * Math.min(voxels, Math.pow(MOST_CELLS, 3));
  }

  /** The voxels of a cell along each axis. */
  int side() {
    return side;
  }

  /** Cells along an axis. */
  int size(int along) {
    return size[along];
  }

  /** The axis of the flow. */
  int axis() {
    return axis;
  }

  /** Whether the volume goes on beyond its border along an axis, from its other end. */
  boolean goesOn(int along) {
    return periodic && along != axis;
  }

  @Override
  public void accept(int slice, Object pixels) {
    float[] values = (float[]) pixels;
    float[] component = components[slice % 3];
    int z = slice / 3 / side;
    if (z >= size[2]) {
      return;
    }
    float part = 1f / (side * side * side);
    for (int y = 0; y < size[1] * side; y++) {
      int row = (z * size[1] + y / side) * size[0];
      for (int x = 0; x < size[0] * side; x++) {
        component[row + x / side] += part * values[y * width + x];
      }
    }
  }

  /**
   * Gathers slices and hands them on, as they are or as speeds.
   *
   * @param receiver or null
   */
  SliceReceiver and(SliceReceiver receiver, boolean vector) {
    float[][] own = new float[3][];
    return (slice, pixels) -> {
      accept(slice, pixels);
      if (receiver == null) {
        return;
      }
      if (vector) {
        receiver.accept(slice, pixels);
        return;
      }
      own[slice % 3] = (float[]) pixels;
      if (slice % 3 == 2) {
        receiver.accept(slice / 3, speeds(own));
      }
    };
  }

  private static float[] speeds(float[][] u) {
    float[] speeds = new float[u[0].length];
    for (int i = 0; i < speeds.length; i++) {
      float square = (u[0][i] * u[0][i] + u[1][i] * u[1][i]) + u[2][i] * u[2][i];
      speeds[i] = (float) Math.sqrt(square);
    }
    return speeds;
  }

  /** One component of the velocity of a cell. */
  float value(int component, int[] cell) {
    return components[component][(cell[2] * size[1] + cell[1]) * size[0] + cell[0]];
  }

  /** Whether fluid flows through a cell. */
  boolean flows(int[] cell) {
    return value(0, cell) != 0 || value(1, cell) != 0 || value(2, cell) != 0;
  }

  /**
   * The velocity between the centres of cells, which have whole numbers: linear, 0 in the solid and
   * beyond borders where the volume does not go on.
   */
  void velocity(double[] at, double[] velocity) {
    velocity[0] = velocity[1] = velocity[2] = 0;
    int[] cell = new int[3];
    for (int corner = 0; corner < 8; corner++) {
      double weight = 1;
      for (int a = 0; a < 3 && weight > 0; a++) {
        int low = (int) Math.floor(at[a]);
        boolean high = (corner >> a & 1) != 0;
        cell[a] = high ? low + 1 : low;
        weight *= high ? at[a] - low : low + 1 - at[a];
        if (cell[a] < 0 || cell[a] >= size[a]) {
          if (goesOn(a)) {
            cell[a] = Math.floorMod(cell[a], size[a]);
          } else if (a == axis) { // the first and the last cells go on as they are
            cell[a] = cell[a] < 0 ? 0 : size[a] - 1;
          } else {
            weight = 0;
          }
        }
      }
      for (int c = 0; c < 3 && weight > 0; c++) {
        velocity[c] += weight * value(c, cell);
      }
    }
  }
}
