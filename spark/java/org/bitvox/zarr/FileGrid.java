// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/** The files of a volume: chunks, or shards of several. */
public final class FileGrid {
  private final int[] side = new int[3];
  private final int[] counts = new int[3];
  private final int[] chunk;
  private final int[] chunks;

  public FileGrid(VolumeView view) {
    int[] file = view.image().file();
    chunk = view.chunk();
    int missing = 3 - Math.min(3, file.length); // an image without z
    for (int axis = 0; axis < 3; axis++) {
      side[axis] = axis < missing ? 1 : file[file.length - 3 + axis];
      counts[axis] = (view.size()[axis] + side[axis] - 1) / side[axis];
    }
    chunks = Grid.ratio(side, chunk);
  }

  /** Voxels of a file along z, y and x. */
  public int[] side() {
    return side;
  }

  /** Files along z, y and x. */
  int[] counts() {
    return counts;
  }

  /** All of them. */
  int files() {
    return Math.toIntExact(Grid.count(counts));
  }

  /** The first voxel of a chunk of the file at a place. */
  int[] origin(int[] place, int number) {
    int[] within = Grid.place(number, chunks);
    int[] origin = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      origin[axis] = place[axis] * side[axis] + within[axis] * chunk[axis];
    }
    return origin;
  }
}
