// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.bitvox.zarr.Box;
import org.bitvox.zarr.FolderStore;
import org.bitvox.zarr.OmeForm;
import org.bitvox.zarr.OmeLevels;
import org.bitvox.zarr.RegionWriter;
import org.bitvox.zarr.ValuesSeen;
import org.bitvox.zarr.VoxelType;
import org.bitvox.zarr.WriteOptions;

/** Small masks of every kind that blocks could spoil, as images in OME-Zarr. */
final class Volumes {
  /** What is in them. */
  enum Kind {
    FOAM {
      @Override
      void fill(byte[][] slices, int[] size, int block, Random random) {
        for (int ball = 0; ball < 12; ball++) {
          double[] centre = new double[3];
          for (int axis = 0; axis < 3; axis++) {
            centre[axis] = random.nextDouble() * size[axis];
          }
          double radius = 2 + random.nextDouble() * 7;
          each(
              slices,
              size,
              (z, y, x) ->
                  Math.hypot(Math.hypot(z - centre[0], y - centre[1]), x - centre[2]) < radius);
        }
      }
    },
    NOISE {
      @Override
      void fill(byte[][] slices, int[] size, int block, Random random) {
        double share = random.nextDouble();
        each(slices, size, (z, y, x) -> random.nextDouble() < share);
      }
    },
    /** Rods and sheets of a voxel, which go through faces and edges of blocks. */
    THIN {
      @Override
      void fill(byte[][] slices, int[] size, int block, Random random) {
        int at = Math.min(block, size[0] - 1);
        each(slices, size, (z, y, x) -> z == at || x == block - 1 && y == block);
        each(slices, size, (z, y, x) -> y == x && z == size[0] / 2);
      }
    },
    /** One object that touches all faces; most blocks have nothing. */
    FRAME {
      @Override
      void fill(byte[][] slices, int[] size, int block, Random random) {
        each(
            slices,
            size,
            (z, y, x) ->
                (z == 0 || z == size[0] - 1 ? 1 : 0)
                        + (y == 0 || y == size[1] - 1 ? 1 : 0)
                        + (x == 0 || x == size[2] - 1 ? 1 : 0)
                    > 1);
      }
    },
    /** One voxel at a block's corner. */
    CORNER {
      @Override
      void fill(byte[][] slices, int[] size, int block, Random random) {
        int z = Math.min(block, size[0] - 1);
        int y = Math.min(block, size[1] - 1);
        slices[z][y * size[2] + Math.min(block - 1, size[2] - 1)] = -1;
      }
    },
    FULL {
      @Override
      void fill(byte[][] slices, int[] size, int block, Random random) {
        each(slices, size, (z, y, x) -> true);
      }
    };

    /** Sets foreground. */
    abstract void fill(byte[][] slices, int[] size, int block, Random random);
  }

  private interface Inside {
    boolean at(int z, int y, int x);
  }

  private Volumes() {}

  private static void each(byte[][] slices, int[] size, Inside inside) {
    for (int z = 0; z < size[0]; z++) {
      for (int y = 0; y < size[1]; y++) {
        for (int x = 0; x < size[2]; x++) {
          if (inside.at(z, y, x)) {
            slices[z][y * size[2] + x] = -1;
          }
        }
      }
    }
  }

  /** Slices of a mask. */
  static byte[][] slices(Kind kind, int[] size, int block, Random random) {
    byte[][] slices = new byte[size[0]][size[1] * size[2]];
    kind.fill(slices, size, block, random);
    return slices;
  }

  /** Writes an image of 8 bits. */
  static void write(Path place, int[] size, byte[][] slices, WriteOptions options)
      throws IOException {
    write(place, size, slices, VoxelType.UINT8, options);
  }

  /** Slices of values of any type, with runs of the same. */
  static byte[][] grey(int[] size, VoxelType type, Random random) {
    byte[][] slices = new byte[size[0]][size[1] * size[2] * type.bytes()];
    for (byte[] slice : slices) {
      for (int i = 0; i < slice.length; i += type.bytes()) {
        int value = random.nextInt(200) - (type.name().startsWith("U") ? 0 : 100);
        long bits = type == VoxelType.FLOAT32 ? Float.floatToIntBits(value) : value;
        for (int k = 0; k < type.bytes(); k++) {
          slice[i + k] = (byte) (bits >> 8 * k);
        }
      }
    }
    return slices;
  }

  /** Slices of floats, of which no two are alike, around a large one. */
  static byte[][] noise(int[] size, Random random) {
    byte[][] slices = new byte[size[0]][size[1] * size[2] * Float.BYTES];
    for (byte[] slice : slices) {
      ByteBuffer values = ByteBuffer.wrap(slice).order(ByteOrder.LITTLE_ENDIAN);
      while (values.hasRemaining()) {
        values.putFloat(1000 + random.nextFloat());
      }
    }
    return slices;
  }

  /** The same of any type. */
  static void write(Path place, int[] size, byte[][] slices, VoxelType type, WriteOptions options)
      throws IOException {
    FolderStore store = new FolderStore(place, place.toString());
    double[] spacing = {1, 2, 2, 2};
    OmeForm form = new OmeForm(1, 1, size, type, spacing, new double[3], "um", null, false);
    OmeLevels levels = new OmeLevels(store, form, options);
    ValuesSeen seen = new ValuesSeen(type);
    Box all = new Box(new int[3], size);
    RegionWriter writer = new RegionWriter(levels.first(), 0, 0, all, seen, () -> false);
    for (int z = 0; z < size[0]; z++) {
      writer.slice(z, slices[z]);
    }
    levels.finish(seen, false, () -> false).write();
  }

  /** Chunks, and shards of some of them or none. */
  static WriteOptions options(Random random) {
    int chunk = 9 + random.nextInt(12);
    boolean shards = random.nextInt(3) == 0;
    String codec = List.of("none", "zstd", "blosc-lz4", "gzip").get(random.nextInt(4));
    return new WriteOptions(
        chunk, shards ? 2 * chunk : 0, codec, "auto", shards ? "0.5" : "0.4", "auto");
  }
}
