// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Flow;
import org.bitvox.ProgressListener;
import org.bitvox.calls.InputImage;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** The plane of which there are pictures: two axes, and where it lies along the third one. */
final class FlowPlane {
  private final int right;
  private final int down;
  private final int across;
  private final int[] size;
  private final int position;

  /**
   * As the values have it.
   *
   * @param drive the direction of the flow, as far as it is known, which plane=auto shows
   * @throws UsageException if the volume has no such plane
   */
  FlowPlane(Values values, InputImage input, double[] drive) {
    size = new int[] {input.width(), input.height(), input.depth()};
    String axes = values.text("plane");
    if (axes.equals("auto")) {
      boolean deep =
          Math.abs(drive[2]) > Math.abs(drive[0]) && Math.abs(drive[2]) > Math.abs(drive[1]);
      axes = deep && input.depth() > 1 ? "xz" : "xy";
    }
    right = "xyz".indexOf(axes.charAt(0));
    down = "xyz".indexOf(axes.charAt(1));
    across = 3 - right - down;
    boolean given = values.has("position");
    position = given ? values.integer("position") : size[across] / 2;
    if (position >= size[across]) {
      throw new UsageException(
          ("position=" + position + " is not allowed; use 0 to " + (size[across] - 1))
              + (", of the planes " + axes));
    }
  }

  Flow.Plane constant() {
    return Flow.Plane.values()[2 - across];
  }

  /** From 0. */
  int position() {
    return position;
  }

  /** Voxels to the right. */
  int width() {
    return size[right];
  }

  /** Voxels downwards. */
  int height() {
    return size[down];
  }

  /** Of such planes. */
  int count() {
    return size[across];
  }

  /** The axis to the right: 0 is x. */
  int right() {
    return right;
  }

  /** The axis downwards. */
  int down() {
    return down;
  }

  /** The axis of sight. */
  int across() {
    return across;
  }

  /** As ImageJ counts; empty for an image of one slice. */
  String words() {
    return size[across] == 1
        ? ""
        : PermeabilityPicture.place("xyz".charAt(across), position) + ", ";
  }

  /** Which pixels are solid, of a binary volume of which this phase is fluid. */
  boolean[] solid(BinaryVolume mask, boolean foreground, ProgressListener listener) {
    byte[] slice = new byte[Math.multiplyExact(mask.width(), mask.height())];
    return solid(
        z -> {
          mask.readSlice(z, slice, listener::isStopped);
          return slice;
        },
        foreground);
  }

  /** The same of an 8-bit image, whose values say how much of each voxel is foreground. */
  boolean[] solid(InputImage fractions, boolean foreground) throws IOException {
    return solid(z -> (byte[]) fractions.slice(z), foreground);
  }

  private interface Slices<E extends Exception> {
    byte[] at(int z) throws E;
  }

  private <E extends Exception> boolean[] solid(Slices<E> slices, boolean foreground) throws E {
    boolean[] solid = new boolean[width() * height()];
    int[] voxel = new int[3];
    voxel[across] = position;
    byte[] slice = slices.at(voxel[2]);
    for (int j = 0; j < height(); j++) {
      voxel[down] = j;
      slice = down == 2 ? slices.at(j) : slice;
      for (int i = 0; i < width(); i++) {
        voxel[right] = i;
        int value = slice[voxel[1] * size[0] + voxel[0]] & 0xff;
        solid[j * width() + i] = value == (foreground ? 0 : 255);
      }
    }
    return solid;
  }
}
