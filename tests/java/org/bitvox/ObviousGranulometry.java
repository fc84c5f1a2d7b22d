// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.List;

/** Granulometry by its definition: unions of all crosses or cubes that fit. */
final class ObviousGranulometry {
  final long[] counts;
  final short[][] map;

  private final TestVolume volume;
  private final Phase phase;
  private final Element element;
  private final Edges edges;
  private final boolean planar;

  ObviousGranulometry(
      TestVolume volume, Phase phase, Element element, Edges edges, Extent extent, int maxRadius) {
    this.volume = volume;
    this.phase = phase;
    this.element = element;
    this.edges = edges;
    planar = extent == Extent.PER_SLICE || volume.depth == 1;
    map = new short[volume.depth][volume.width * volume.height];
    List<Long> found = new ArrayList<>();
    for (int n = 0; n <= maxRadius; n++) {
      found.add(open(n));
      if (found.get(n) == 0) {
        break;
      }
    }
    counts = found.stream().mapToLong(Long::longValue).toArray();
  }

  private boolean object(int x, int y, int z) {
    return volume.at(x, y, z) == (phase == Phase.FOREGROUND);
  }

  private interface Voxel {
    boolean visit(int x, int y, int z);
  }

  /** Whether visit is true for all voxels of the n-fold element at (cx, cy, cz). */
  private boolean all(int n, int cx, int cy, int cz, Voxel visit) {
    int nz = planar ? 0 : n;
    for (int z = cz - nz; z <= cz + nz; z++) {
      for (int y = cy - n; y <= cy + n; y++) {
        for (int x = cx - n; x <= cx + n; x++) {
          int steps = Math.abs(x - cx) + Math.abs(y - cy) + Math.abs(z - cz);
          if ((element == Element.CUBE || steps <= n) && !visit.visit(x, y, z)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean fits(int n, int cx, int cy, int cz) {
    return all(
        n,
        cx,
        cy,
        cz,
        (x, y, z) -> volume.inside(x, y, z) ? object(x, y, z) : edges == Edges.CLIPPED);
  }

  private long open(int n) {
    boolean[][] opened = new boolean[volume.depth][volume.width * volume.height];
    for (int z = 0; z < volume.depth; z++) {
      for (int y = 0; y < volume.height; y++) {
        for (int x = 0; x < volume.width; x++) {
          if (fits(n, x, y, z)) {
            all(n, x, y, z, (i, j, k) -> mark(opened, i, j, k));
          }
        }
      }
    }
    long count = 0;
    for (int z = 0; z < volume.depth; z++) {
      for (int i = 0; i < opened[z].length; i++) {
        if (opened[z][i]) {
          count++;
          map[z][i] = (short) (2 * n + 1);
        }
      }
    }
    return count;
  }

  private boolean mark(boolean[][] opened, int x, int y, int z) {
    if (volume.inside(x, y, z)) {
      opened[z][y * volume.width + x] = true;
    }
    return true;
  }
}
