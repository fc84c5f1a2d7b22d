// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thinning over blocks of their own: some rounds, and step by step to the end. */
class Skeleton3DBlocksTest implements BlockwiseContract<Skeleton3D> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 4;
  }

  @Override
  public Skeleton3D blockwise(int kind, String backend) {
    return new Skeleton3D().maxRounds(kind).backend(backend);
  }

  @Override
  public Object[] atOnce(
      Skeleton3D operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    Skeleton3D.Result result = operation.thin(volume.pixels(), NONE);
    BlockwiseContract.hand(result.skeleton(), voxels);
    return numbers(result);
  }

  @Override
  public long[] compute(
      Skeleton3D operation, Block block, TestVolume read, TestVolume mask, SliceReceiver voxels) {
    BitVolume core = BlockwiseContract.core(block);
    try {
      return operation.thinBlock(block, read.pixels(), core, NONE).numbers();
    } finally {
      BlockwiseContract.hand(core, voxels);
    }
  }

  @Override
  public Object[] finish(Skeleton3D operation, Box whole, long[] numbers) {
    return numbers(operation.finish(whole, numbers));
  }

  private static Object[] numbers(Skeleton3D.Result result) {
    return new Object[] {result.voxelsBefore(), result.voxelsAfter(), result.deleted()};
  }

  @Override
  public boolean takesMasks() {
    return false;
  }

  /** Thick balls, so that there are many rounds. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void stepsGiveTheSkeleton(String backend) {
    for (int rounds = 1; rounds <= 2; rounds++) {
      Random random = new Random(rounds);
      TestVolume picture = BlockPictures.balls(64, 56, 48, rounds % 2 == 0, random);
      Box whole = Box.whole(64, 56, 48);
      Skeleton3D operation = new Skeleton3D().maxRounds(rounds).backend(backend);
      List<Box> cores = BlockPictures.grid(picture, random);
      long[] numbers = null;
      Skeleton3D.Result result;
      do {
        TestVolume next = new TestVolume(64, 56, 48);
        long[] step = null;
        for (Box core : cores) {
          Block block = operation.block(whole, core);
          TestVolume read = BlockPictures.cut(picture, block.read());
          CoreVoxels voxels = new CoreVoxels(whole);
          long[] part = compute(operation, block, read, null, voxels.of(core));
          voxels.putInto(next, core);
          step = step == null ? part : operation.add(step, part);
        }
        picture = next;
        numbers = numbers == null ? step : operation.then(numbers, step);
        result = operation.finish(whole, numbers);
      } while (result.deleted()[result.rounds() - 1] > 0);
      TestVolume first = BlockPictures.balls(64, 56, 48, rounds % 2 == 0, new Random(rounds));
      try (Skeleton3D.Result expected = new Skeleton3D().thin(first.pixels(), NONE)) {
        assertTrue(expected.rounds() > 3, "not many rounds");
        assertArrayEquals(expected.deleted(), result.deleted());
        assertEquals(expected.voxelsAfter(), result.voxelsAfter());
        assertArrayEquals(expected.skeleton().toSlices(), picture.slices);
      }
    }
  }

  /** As thinning by blocks would hide if both ended too late. */
  @Test
  void endsAfterTheMostRounds() {
    TestVolume ball = BlockPictures.balls(60, 60, 60, false, new Random(2));
    try (Skeleton3D.Result all = new Skeleton3D().thin(ball.pixels(), NONE);
        Skeleton3D.Result two = new Skeleton3D().maxRounds(2).thin(ball.pixels(), NONE)) {
      assertArrayEquals(java.util.Arrays.copyOf(all.deleted(), 2), two.deleted());
      assertEquals(two.voxelsAfter(), two.skeleton().countForeground(0));
    }
  }
}
