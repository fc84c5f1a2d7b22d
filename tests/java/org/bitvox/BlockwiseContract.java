// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * That an operation over blocks of its own gives what it gives at once, bit for bit: numbers and
 * voxels, for any grid, from nothing but what each block reads.
 *
 * @param <T> the operation
 */
interface BlockwiseContract<T extends Blockwise> {
  /** How many kinds of options {@link #blockwise} has. */
  int kinds();

  /** The operation with options of this kind, on the backend. */
  T blockwise(int kind, String backend);

  /**
   * All numbers of the result at once; the voxels go to the receiver, if the operation makes any.
   *
   * @param mask or null
   */
  Object[] atOnce(T operation, TestVolume volume, TestVolume mask, SliceReceiver voxels);

  /** The numbers of one block, computed from what it reads; its voxels likewise. */
  long[] compute(T operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels);

  /** What has to be known of the whole before its blocks are computed. */
  default void prepare(T operation, TestVolume volume, List<Box> cores) {}

  /** The numbers of a block of these volumes. */
  default long[] numbers(
      T operation, Block block, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    TestVolume within = mask == null ? null : BlockPictures.cut(mask, block.read());
    TestVolume read = BlockPictures.cut(volume, block.read());
    return compute(operation, block, read, within, voxels);
  }

  /** All numbers of the result from those of the blocks. */
  Object[] finish(T operation, Box whole, long[] numbers);

  /** Whether a mask is of use. */
  default boolean takesMasks() {
    return true;
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  default void blocksGiveWhatTheWholeGives(String backend) {
    for (int round = 0; round < 5 * BlockPictures.KINDS; round++) {
      Random random = new Random(round);
      TestVolume volume = BlockPictures.of(round % BlockPictures.KINDS, random);
      TestVolume mask =
          takesMasks() && random.nextInt(3) == 0
              ? BlockPictures.noise(volume.width, volume.height, volume.depth, 0.6, random)
              : null;
      int kind = random.nextInt(kinds());
      List<Box> cores = BlockPictures.grid(volume, random);
      compare(blockwise(kind, backend), volume, mask, cores, "round " + round + " kind " + kind);
    }
  }

  /** Compares both ways. */
  default void compare(
      T operation, TestVolume volume, TestVolume mask, List<Box> cores, String what) {
    Box whole = Box.whole(volume.width, volume.height, volume.depth);
    CoreVoxels expected = new CoreVoxels(whole);
    Object[] numbers = numbers(() -> atOnce(operation, volume, mask, expected.of(whole)));
    CoreVoxels voxels = new CoreVoxels(whole);
    Object[] together =
        numbers(
            () -> {
              prepare(operation, volume, cores);
              List<long[]> parts = new ArrayList<>();
              for (Box core : cores) {
                Block block = operation.block(whole, core);
                assertTrue(operation.memory(block).host() > 0);
                parts.add(numbers(operation, block, volume, mask, voxels.of(core)));
              }
              Collections.shuffle(parts, new Random(1)); // they may come in any order
              long[] sum = parts.get(0);
              for (long[] part : parts.subList(1, parts.size())) {
                sum = operation.add(sum, part);
              }
              return finish(operation, whole, sum);
            });
    String where = what + ", " + whole + " in " + cores.size() + " blocks";
    assertArrayEquals(numbers, together, where);
    if (!Arrays.asList(together).contains("cannot be measured")) {
      assertEquals(expected.toString(), voxels.toString(), where);
      assertArrayEquals(expected.values(), voxels.values(), where);
    }
  }

  /** The numbers of a result, for these functions. */
  static Object[] fields(Object result) {
    Map<String, Double> numbers = new TreeMap<>(Fields.of(result).numbers());
    numbers.keySet().removeIf(name -> name.contains(".run"));
    return new Object[] {numbers};
  }

  /** Hands a volume to a receiver, and closes it. */
  static void hand(BitVolume volume, SliceReceiver voxels) {
    byte[][] slices = volume.toSlices();
    for (int z = 0; z < slices.length; z++) {
      voxels.accept(z, slices[z]);
    }
    volume.close();
  }

  /** A volume for the core of a block. */
  static BitVolume core(Block block) {
    Box core = block.core();
    return TestVolume.full((int) core.width(), (int) core.height(), (int) core.depth()).bits();
  }

  /** A mask, or null if there is none. */
  static BinaryVolume pixels(TestVolume mask) {
    return mask == null ? null : mask.pixels();
  }

  /** What there is to say of nothing, or of what cannot be measured, differs. */
  static Object[] numbers(Supplier<Object[]> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException nothing) {
      return new Object[] {"cannot be measured"};
    }
  }

  @Test
  default void emptyBlocksAreNoError() {
    T operation = blockwise(0, "auto");
    Block block = operation.block(Box.whole(90, 8, 7), new Box(20, 0, 0, 9, 8, 7));
    TestVolume nothing = BlockPictures.cut(new TestVolume(90, 8, 7), block.read());
    long[] numbers = compute(operation, block, nothing, null, (z, pixels) -> {});
    assertEquals(numbers.length, operation.add(numbers, numbers).length);
  }

  @Test
  default void refusesVolumesOfOtherSizes() {
    T operation = blockwise(0, "auto");
    Block block = operation.block(Box.whole(90, 80, 70), new Box(20, 0, 0, 9, 8, 7));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> compute(operation, block, new TestVolume(3, 2, 1), null, (z, pixels) -> {}))
            .getMessage();
    assertTrue(message.startsWith("the block reads "), message);
  }

  @Test
  default void refusesOtherNumbers() {
    T operation = blockwise(0, "auto");
    for (long[] wrong : new long[][] {{-1}, {Long.MAX_VALUE, 1, 2, 3, 4}, new long[1000]}) {
      Arrays.fill(wrong, 0, wrong.length / 2, -7);
      assertThrows(IllegalArgumentException.class, () -> operation.add(wrong, wrong));
    }
  }
}
