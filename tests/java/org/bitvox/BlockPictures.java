// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Volumes that try blocks, and grids of them. */
final class BlockPictures {
  /** How many kinds of pictures there are. */
  static final int KINDS = 7;

  private BlockPictures() {}

  private interface Inside {
    boolean at(int x, int y, int z);
  }

  private static TestVolume made(int width, int height, int depth, Inside inside) {
    TestVolume volume = new TestVolume(width, height, depth);
    for (int z = 0; z < depth; z++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          volume.slices[z][y * width + x] = (byte) (inside.at(x, y, z) ? 255 : 0);
        }
      }
    }
    return volume;
  }

  static TestVolume noise(int width, int height, int depth, double share, Random random) {
    return made(width, height, depth, (x, y, z) -> random.nextDouble() < share);
  }

  /** Balls, whose walls are thin where they nearly touch: a foam, or what is left of it. */
  static TestVolume balls(int width, int height, int depth, boolean holes, Random random) {
    double[][] balls = new double[8 + random.nextInt(8)][];
    for (int i = 0; i < balls.length; i++) {
      balls[i] =
          new double[] {
            random.nextInt(width),
            random.nextInt(height),
            random.nextInt(depth),
            2 + 9 * random.nextDouble()
          };
    }
    return made(
        width,
        height,
        depth,
        (x, y, z) -> {
          boolean ball = false;
          for (double[] b : balls) {
            double square =
                (x - b[0]) * (x - b[0]) + (y - b[1]) * (y - b[1]) + (z - b[2]) * (z - b[2]);
            ball |= square < b[3] * b[3];
          }
          return ball != holes;
        });
  }

  /** A picture of a kind, of any size. */
  static TestVolume of(int kind, Random random) {
    int width = 1 + random.nextInt(100);
    int height = 1 + random.nextInt(40);
    int depth = random.nextInt(8) == 0 ? 1 : 1 + random.nextInt(30);
    switch (kind) {
      case 0:
        return noise(width, height, depth, 0.4, random);
      case 1:
        return balls(width, height, depth, true, random); // foam
      case 2:
        return balls(width, height, depth, false, random);
      case 3: // a rod and a plate through all faces
        int middle = height / 2;
        int rod = width / 3;
        return made(
            width, height, depth, (x, y, z) -> y == middle || (x / 3 == rod / 3 && z % 2 == 0));
      case 4: // one voxel at the corner of a block, all else empty
        int cx = random.nextInt(width);
        int cy = random.nextInt(height);
        int cz = random.nextInt(depth);
        return made(width, height, depth, (x, y, z) -> x == cx && y == cy && z == cz);
      case 5:
        return noise(width, height, depth, 0.997, random); // few holes
      default:
        return TestVolume.blobs(width, height, depth, random.nextLong());
    }
  }

  /** Cores of random sides; the voxel of kind 4, if it is one, is the last or first of one. */
  static List<Box> grid(TestVolume volume, Random random) {
    List<Box> cores = new ArrayList<>();
    int[] one = only(volume);
    int[] sizes = {volume.width, volume.height, volume.depth};
    int[] sides = new int[3];
    int[] starts = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      sides[axis] = Math.max((sizes[axis] + 3) / 4, 1 + random.nextInt(sizes[axis]));
      starts[axis] = one == null ? 0 : (one[axis] + random.nextInt(2)) % sides[axis];
    }
    for (int z = starts[2] - sides[2]; z < sizes[2]; z += sides[2]) {
      for (int y = starts[1] - sides[1]; y < sizes[1]; y += sides[1]) {
        for (int x = starts[0] - sides[0]; x < sizes[0]; x += sides[0]) {
          int[] begin = {Math.max(x, 0), Math.max(y, 0), Math.max(z, 0)};
          int[] size = {
            Math.min(x + sides[0], sizes[0]) - begin[0],
            Math.min(y + sides[1], sizes[1]) - begin[1],
            Math.min(z + sides[2], sizes[2]) - begin[2]
          };
          if (size[0] > 0 && size[1] > 0 && size[2] > 0) {
            cores.add(new Box(begin[0], begin[1], begin[2], size[0], size[1], size[2]));
          }
        }
      }
    }
    return cores;
  }

  private static int[] only(TestVolume volume) {
    int[] found = null;
    for (int z = 0; z < volume.depth; z++) {
      for (int i = 0; i < volume.slices[z].length; i++) {
        if (volume.slices[z][i] != 0) {
          if (found != null) {
            return null;
          }
          found = new int[] {i % volume.width, i / volume.width, z};
        }
      }
    }
    return found;
  }

  /** A box of a volume as a volume of its own. */
  static TestVolume cut(TestVolume volume, Box box) {
    return made(
        (int) box.width(),
        (int) box.height(),
        (int) box.depth(),
        (x, y, z) -> volume.at(x + (int) box.x(), y + (int) box.y(), z + (int) box.z()));
  }
}
