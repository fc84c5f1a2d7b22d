// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Boxes of chunks to bits of larger volumes, and back. */
class VoxelChunkTest {
  private final Random random = new Random(37);

  private int below(int most) {
    return random.nextInt(most);
  }

  /** A box of a volume of this size. */
  private Box part(int width, int height, int depth) {
    int w = 1 + below(width);
    int h = 1 + below(height);
    int d = 1 + below(depth);
    return new Box(below(width - w + 1), below(height - h + 1), below(depth - d + 1), w, h, d);
  }

  private static double value(VoxelChunk.Type type, ByteBuffer bytes, int index) {
    switch (type) {
      case UINT8:
        return bytes.get(index) & 0xff;
      case INT8:
        return bytes.get(index);
      case UINT16:
        return bytes.getShort(2 * index) & 0xffff;
      case INT16:
        return bytes.getShort(2 * index);
      case UINT32:
        return bytes.getInt(4 * index) & 0xffffffffL;
      case INT32:
        return bytes.getInt(4 * index);
      default:
        return bytes.getFloat(4 * index);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = VoxelChunk.Type.class,
      names = {"BITS"},
      mode = EnumSource.Mode.EXCLUDE)
  void packsTheValuesInTheRange(VoxelChunk.Type type) {
    for (int round = 0; round < 40; round++) {
      int width = 1 + below(150);
      int height = 1 + below(6);
      int depth = 1 + below(5);
      byte[] bytes = new byte[16 + type.rowBytes(width) * height * depth];
      random.nextBytes(bytes);
      ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int start = 4 * below(4);
      // Between two values that are there, so that the ends of the range matter.
      double one = value(type, values, below(width));
      double other = value(type, values, below(width));
      one = Double.isNaN(one) ? -1 : one;
      other = Double.isNaN(other) ? 1e9 : other;
      Foreground foreground = Foreground.between(Math.min(one, other), Math.max(one, other));
      VoxelChunk chunk = new VoxelChunk(type, width, height, depth, bytes, start);
      Box part = part(width, height, depth);
      int[] at = {below(100), below(3), below(3)};
      TestVolume expected =
          BlockPictures.noise(
              at[0] + (int) part.width() + below(70),
              at[1] + (int) part.height() + below(2),
              at[2] + (int) part.depth() + below(2),
              0.5,
              random);
      try (BitVolume bits = expected.bits()) {
        bits.packBox(chunk, part, foreground, at[0], at[1], at[2]);
        int size = type.rowBytes(1);
        for (int i = 0; i < part.voxels(); i++) {
          int x = (int) (i % part.width());
          int y = (int) (i / part.width() % part.height());
          int z = (int) (i / part.width() / part.height());
          int index =
              (int) (((part.z() + z) * height + part.y() + y) * width + part.x() + x)
                  + start / size;
          boolean inside = foreground.contains(value(type, values, index));
          expected.slices[at[2] + z][(at[1] + y) * expected.width + at[0] + x] =
              (byte) (inside ? 255 : 0);
        }
        assertArrayEquals(expected.slices, bits.toSlices(), type + ", round " + round);
      }
    }
  }

  @Test
  void bitsGoThereAndBack() {
    for (int round = 0; round < 100; round++) {
      TestVolume volume =
          BlockPictures.noise(1 + below(200), 1 + below(5), 1 + below(4), 0.5, random);
      Box box = part(volume.width, volume.height, volume.depth);
      int before = below(70); // the part begins and ends anywhere in the rows of the chunk
      int width = before + (int) box.width() + below(70);
      for (VoxelChunk.Type type :
          new VoxelChunk.Type[] {VoxelChunk.Type.BITS, VoxelChunk.Type.UINT8}) {
        int rowBytes = type.rowBytes(width);
        byte[] bytes = new byte[(int) (rowBytes * box.height() * box.depth())];
        random.nextBytes(bytes);
        byte[] others = bytes.clone();
        VoxelChunk chunk =
            new VoxelChunk(type, width, (int) box.height(), (int) box.depth(), bytes);
        Box part = new Box(before, 0, 0, box.width(), box.height(), box.depth());
        try (BitVolume bits = volume.bits();
            BitVolume copy = BlockPictures.noise(300, 7, 6, 0.5, random).bits()) {
          bits.unpackBox((int) box.x(), (int) box.y(), (int) box.z(), chunk, part);
          requireOthers(type, others, bytes, rowBytes, width, part);
          byte[][] expected = copy.toSlices();
          copy.packBox(chunk, part, Foreground.binary(), 13, 1, 2);
          for (int z = 0; z < box.depth(); z++) {
            for (int i = 0; i < box.width() * box.height(); i++) {
              int x = (int) (i % box.width());
              int y = (int) (i / box.width());
              expected[2 + z][(1 + y) * 300 + 13 + x] =
                  volume
                      .slices[(int) box.z() + z][
                      ((int) box.y() + y) * volume.width + (int) box.x() + x];
            }
          }
          assertArrayEquals(expected, copy.toSlices(), type + ", round " + round);
        }
      }
    }
  }

  /** Voxels of a chunk that are not in the part stay. */
  private static void requireOthers(
      VoxelChunk.Type type, byte[] before, byte[] after, int rowBytes, int width, Box part) {
    boolean bits = type == VoxelChunk.Type.BITS;
    for (int i = 0; i < before.length / rowBytes * width; i++) {
      int x = i % width;
      if (x >= part.x() && x < part.x() + part.width()) {
        continue;
      }
      int at = i / width * rowBytes + (bits ? x / 8 : x);
      int mask = bits ? 1 << x % 8 : 0xff;
      assertEquals(before[at] & mask, after[at] & mask);
    }
  }

  @Test
  void threadsMayShareWords() {
    for (int round = 0; round < 20; round++) {
      int side = 1 + below(13); // many chunks a word
      TestVolume volume = BlockPictures.noise(190, 9, 3, 0.5, random);
      byte[] all = new byte[190 * 9 * 3];
      for (int z = 0; z < 3; z++) {
        System.arraycopy(volume.slices[z], 0, all, z * 190 * 9, 190 * 9);
      }
      VoxelChunk chunk = new VoxelChunk(VoxelChunk.Type.UINT8, 190, 9, 3, all);
      try (BitVolume bits = TestVolume.full(190, 9, 3).bits()) {
        IntStream.range(0, (190 + side - 1) / side)
            .parallel()
            .forEach(
                i -> {
                  int x = i * side;
                  Box part = new Box(x, 0, 0, Math.min(side, 190 - x), 9, 3);
                  bits.packBox(chunk, part, Foreground.binary(), x, 0, 0);
                });
        assertArrayEquals(volume.slices, bits.toSlices());
      }
    }
  }

  private static String refusal(Runnable body) {
    return assertThrows(IllegalArgumentException.class, body::run).getMessage();
  }

  @Test
  void refusesWhatDoesNotFit() {
    byte[] bytes = new byte[24];
    assertEquals(
        "a chunk of 4 x 3 x 2 voxels has 48 bytes, not 24 from byte 0 on",
        refusal(() -> new VoxelChunk(VoxelChunk.Type.INT16, 4, 3, 2, bytes)));
    refusal(() -> new VoxelChunk(VoxelChunk.Type.INT16, 1, 1, 1, bytes, 1));
    refusal(() -> new VoxelChunk(VoxelChunk.Type.UINT8, 4, 3, 2, bytes, 1));
    VoxelChunk chunk = new VoxelChunk(VoxelChunk.Type.UINT8, 4, 3, 2, bytes);
    Foreground all = Foreground.binary();
    try (BitVolume bits = new BitVolume(5, 5, 5)) {
      assertEquals(
          "the part is not within the chunk of 4 x 3 x 2 voxels",
          refusal(() -> bits.packBox(chunk, Box.whole(5, 3, 2), all, 0, 0, 0)));
      for (int[] at : new int[][] {{2, 0, 0}, {0, 3, 0}, {0, 0, 4}, {-1, 0, 0}}) {
        String message = "the box is not within the volume of 5 x 5 x 5 voxels";
        assertEquals(
            message, refusal(() -> bits.packBox(chunk, chunk.box(), all, at[0], at[1], at[2])));
        assertEquals(
            message, refusal(() -> bits.unpackBox(at[0], at[1], at[2], chunk, chunk.box())));
      }
      VoxelChunk wide = new VoxelChunk(VoxelChunk.Type.INT32, 2, 3, 1, bytes);
      assertEquals(
          "voxels are unpacked as bits or 8-bit integers only",
          refusal(() -> bits.unpackBox(0, 0, 0, wide, wide.box())));
      assertEquals(
          BitVolume.BINARY_REQUIRED, refusal(() -> bits.packBox(wide, wide.box(), all, 0, 0, 0)));
      bytes[5] = 7;
      assertEquals(
          BitVolume.BINARY_REQUIRED, refusal(() -> bits.packBox(chunk, chunk.box(), all, 0, 0, 0)));
    }
  }
}
