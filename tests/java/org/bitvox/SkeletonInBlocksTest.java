// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Skeleton Graph over blocks of their own. */
class SkeletonInBlocksTest implements BlockwiseContract<SkeletonInBlocks> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public int kinds() {
    return 8;
  }

  @Override
  public SkeletonInBlocks blockwise(int kind, String backend) {
    return new SkeletonGraph()
        .spacing(0.5, 2, 3)
        .shortest(kind % 2 == 0 ? 0 : 4)
        .extent(kind / 2 % 2 == 0 ? Extent.VOLUME : Extent.PER_SLICE)
        .loops(kind / 4 == 0 ? SkeletonGraph.Loops.KEEP : SkeletonGraph.Loops.SHORTEST)
        .longestPath(kind / 4 == 1)
        .inBlocks();
  }

  @Override
  public boolean takesMasks() {
    return false;
  }

  @Override
  public Object[] atOnce(
      SkeletonInBlocks operation, TestVolume volume, TestVolume mask, SliceReceiver voxels) {
    Box whole = Box.whole(volume.width, volume.height, volume.depth);
    Block all = operation.block(whole, whole);
    try (SkeletonGraph.Result graph = operation.options().trace(volume.pixels(), NONE)) {
      return numbers(graph, operation.listBlock(all, graph.skeleton(), NONE).numbers());
    }
  }

  @Override
  public long[] compute(
      SkeletonInBlocks operation,
      Block block,
      TestVolume read,
      TestVolume mask,
      SliceReceiver voxels) {
    return operation.listBlock(block, read.pixels(), NONE).numbers();
  }

  @Override
  public Object[] finish(SkeletonInBlocks operation, Box whole, long[] numbers) {
    try (SkeletonGraph.Result graph = operation.finish(whole, numbers, NONE)) {
      return numbers(graph, operation.left(whole, numbers, NONE));
    }
  }

  /** All columns, what was counted, and the voxels that are left. */
  private static Object[] numbers(SkeletonGraph.Result graph, long[] left) {
    return new Object[] {
      left,
      Fields.of(graph).numbers().entrySet().stream()
          .filter(field -> !field.getKey().matches("Result0[.](skeleton|longestPaths)"))
          .map(Object::toString)
          .sorted()
          .toArray()
    };
  }

  @Test
  void whatNeedsAnotherImageIsRefused() {
    SkeletonGraph darkest = new SkeletonGraph().loops(SkeletonGraph.Loops.DARKEST_VOXEL);
    SkeletonGraph widths = new SkeletonGraph().distances(new float[1][1]);
    for (SkeletonGraph options : new SkeletonGraph[] {darkest, widths}) {
      String message = assertThrows(IllegalArgumentException.class, options::inBlocks).getMessage();
      assertTrue(message.startsWith("a graph in blocks takes no distances"), message);
    }
  }

  @Test
  void anEmptyVolumeIsNamed() {
    SkeletonInBlocks blocks = new SkeletonGraph().inBlocks();
    Box whole = Box.whole(9, 8, 7);
    assertThrows(
        UnsuitableImageException.class, () -> blocks.finish(whole, new long[0], NONE).close());
    assertThrows(
        IllegalArgumentException.class, () -> blocks.finish(whole, new long[] {504}, NONE).close());
  }

  @Test
  void tracingCanBeStopped() {
    SkeletonInBlocks blocks = new SkeletonGraph().inBlocks();
    Box whole = Box.whole(9, 8, 7);
    assertThrows(
        CancellationException.class,
        () -> blocks.finish(whole, new long[] {3, 4}, (done, total) -> false).close());
  }

  @Test
  void listsAreMerged() {
    SkeletonInBlocks blocks = new SkeletonGraph().inBlocks();
    long[] sum = blocks.add(new long[] {2, 7}, new long[] {1, 5, 6});
    assertArrayEquals(new long[] {1, 2, 5, 6, 7}, sum);
    assertThrows(IllegalArgumentException.class, () -> blocks.add(sum, new long[] {5}));
  }
}
