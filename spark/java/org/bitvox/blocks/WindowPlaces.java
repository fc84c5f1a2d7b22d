// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.ArrayList;
import java.util.List;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.Box;

/** Where the windows of a volume are: spread evenly, without overlap, always the same. */
final class WindowPlaces {
  private WindowPlaces() {}

  /**
   * The volume is cut into at least as many cells of the same size, as wide as can be; each window
   * lies in the middle of one. Cells are taken in raster order, and those that are too many are
   * left out evenly.
   *
   * @param whole the volume along z, y and x; a single slice has squares
   * @param side of a window; 0 for the largest with which none overlap
   * @throws UsageException if they would overlap
   */
  static List<Box> of(int[] whole, int count, int side) {
    Cells cells = Cells.of(whole, count);
    int own = side == 0 ? cells.narrowest : side;
    if (own > cells.narrowest || own == 0) {
      throw new UsageException(doNotFit(whole, count, side, cells.narrowest));
    }
    int[] counts = cells.counts;
    long all = (long) counts[0] * counts[1] * counts[2];
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long cell = (2L * i + 1) * all / (2L * count);
      long[] at = {cell / counts[2] / counts[1], cell / counts[2] % counts[1], cell % counts[2]};
      int[] from = new int[3];
      int[] size = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        size[axis] = Math.min(own, whole[axis]); // 1 of a single slice
        long n = counts[axis];
        from[axis] = (int) (((2 * at[axis] + 1) * whole[axis] - n * size[axis]) / (2 * n));
      }
      boxes.add(new Box(from, size));
    }
    return boxes;
  }

  private static String doNotFit(int[] whole, int count, int side, int largest) {
    long most = side == 0 ? Long.MAX_VALUE : 1;
    for (int axis = 0; axis < 3 && side > 0; axis++) {
      most *= whole[axis] == 1 ? 1 : whole[axis] / side;
    }
    String said = "windows=" + count + (side == 0 ? "" : " size=" + side);
    String volume = whole[2] + " x " + whole[1] + " x " + whole[0] + " voxels";
    String size = "size=" + Math.max(1, largest);
    return said
        + " would overlap in "
        + volume
        + (largest == 0 || side == 0
            ? "; use fewer windows"
            : "; use " + (most > 0 ? "windows=" + most + ", or " : "") + size);
  }

  /**
   * How a volume is cut.
   *
   * @param counts cells along z, y and x
   * @param narrowest voxels of a cell along any axis, of those that there are
   */
  private record Cells(int[] counts, int narrowest) {
    /** As many as that or more: those whose narrowest side is the longest. */
    static Cells of(int[] whole, int count) {
      int[] best = null;
      long[] width = {0, 1}; // a ratio: the sides of cells are at least that
      for (int axis = 0; axis < 3; axis++) {
        for (int parts = 1; parts <= (whole[axis] == 1 ? 0 : count); parts++) {
          int[] counts = counts(whole, whole[axis], parts);
          boolean wider = (double) whole[axis] * width[1] > (double) width[0] * parts;
          if (wider && product(counts) >= count) {
            best = counts;
            width = new long[] {whole[axis], parts};
          }
        }
      }
      if (best == null) { // a single voxel
        return new Cells(new int[] {1, 1, 1}, count == 1 ? 1 : 0);
      }
      withoutLayers(best, count);
      return new Cells(best, (int) (width[0] / width[1]));
    }

    /** Cells of sides of that width, side over parts, or a little more; 0 if that is too wide. */
    private static int[] counts(int[] whole, long side, int parts) {
      int[] counts = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        long fit = whole[axis] == 1 ? 1 : whole[axis] * (long) parts / side;
        counts[axis] = (int) Math.min(Integer.MAX_VALUE, fit);
      }
      return counts;
    }

    private static double product(int[] counts) {
      return (double) counts[0] * counts[1] * counts[2];
    }

    /** Takes away layers of cells that are not needed: along x, then y, then z. */
    private static void withoutLayers(int[] counts, int needed) {
      for (int axis = 2; axis >= 0; axis--) {
        while (counts[axis] > 1) {
          counts[axis]--;
          if (product(counts) < needed) {
            counts[axis]++;
            break;
          }
        }
      }
    }
  }
}
