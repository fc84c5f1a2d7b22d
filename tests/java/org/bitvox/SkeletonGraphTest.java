// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SkeletonGraphTest implements OperationContract, FieldsContract<SkeletonGraph> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public void run(ProgressListener listener) {
    new SkeletonGraph().trace(lines().pixels(), listener).close();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new SkeletonGraph().trace(null, NONE));
  }

  /** A comb in two slices: junctions, end points, and teeth to prune; and a block, not thin. */
  private static TestVolume comb() {
    TestVolume comb = new TestVolume(30, 12, 3);
    for (int x = 0; x < 30; x++) {
      comb.slices[1][5 * 30 + x] = (byte) 255;
    }
    for (int x = 4; x < 30; x += 6) {
      for (int y = 5; y < 7 + x / 6; y++) {
        comb.slices[1][y * 30 + x] = (byte) 255;
      }
    }
    for (byte[] slice : comb.slices) {
      for (int i = 0; i < 9; i++) {
        slice[i / 3 * 30 + i % 3] = (byte) 255;
      }
    }
    comb.slices[2][10 * 30 + 28] = (byte) 255; // touches the longest tooth across slices
    return comb;
  }

  @Override
  public SkeletonGraph options() {
    float[][] distances = new float[3][12 * 30];
    for (int i = 0; i < 360; i++) {
      distances[1][i] = 1 + i % 7;
    }
    return new SkeletonGraph().shortest(2.5).distances(distances);
  }

  @Override
  public Map<String, UnaryOperator<SkeletonGraph>> changes() {
    Map<String, UnaryOperator<SkeletonGraph>> changes = new HashMap<>();
    changes.put("spacingX", options -> options.spacing(1.25, 1, 1));
    changes.put("spacingY", options -> options.spacing(1, 1.25, 1));
    changes.put("spacingZ", options -> options.spacing(1, 1, 1.25));
    changes.put("shortest", options -> options.shortest(0));
    changes.put("extent", options -> options.extent(Extent.PER_SLICE));
    changes.put("distances", options -> options.distances(null));
    return changes;
  }

  @Override
  public Fields outcome(SkeletonGraph options) {
    try (SkeletonGraphResult graph = options.trace(comb().pixels(), NONE)) {
      return Fields.of(graph);
    }
  }

  /** Two slices with a diagonal line of six voxels each, one below the other. */
  private static TestVolume lines() {
    TestVolume volume = new TestVolume(8, 7, 2);
    for (byte[] slice : volume.slices) {
      for (int i = 0; i < 6; i++) {
        slice[i * 8 + i + 1] = (byte) 255;
      }
    }
    return volume;
  }

  @Test
  void tracesEverySlice() {
    SkeletonGraph tracing = new SkeletonGraph().spacing(3, 4, 9).extent(Extent.PER_SLICE);
    try (SkeletonGraphResult graph = tracing.trace(lines().pixels(), NONE)) {
      assertEquals(2, graph.skeletons());
      assertEquals(4, graph.endPoints());
      assertEquals(8, graph.slabVoxels());
      assertEquals(0, graph.junctions() + graph.junctionVoxels() + graph.prunedBranches());
      assertEquals(2, graph.branches().size());
      SkeletonBranch second = graph.branches().get(1);
      assertEquals(2, second.skeleton());
      assertEquals(25, second.length(), 1e-12);
      assertEquals(6, second.voxels());
      assertArrayEquals(new int[] {1, 0, 1}, second.first());
      assertArrayEquals(new int[] {6, 5, 1}, second.last());
      assertEquals(12, graph.skeleton().countForeground(1));
    }
  }

  @Test
  void tracesAcrossSlices() {
    try (SkeletonGraphResult graph = new SkeletonGraph().trace(lines().pixels(), NONE)) {
      assertEquals(1, graph.skeletons());
      assertEquals(12, graph.junctionVoxels());
      assertEquals(1, graph.junctions());
      assertTrue(graph.branches().isEmpty());
    }
  }

  @Test
  void meansDistancesOfAllTypesOfVolumes() {
    float[][] distances = new float[2][56];
    for (int i = 0; i < 6; i++) {
      distances[0][i * 8 + i + 1] = i;
      distances[1][i * 8 + i + 1] = 10 + i;
    }
    SkeletonGraph tracing = new SkeletonGraph().extent(Extent.PER_SLICE).distances(distances);
    try (BitVolume bits = lines().bits();
        SkeletonGraphResult graph = tracing.trace(bits, NONE)) {
      assertEquals(2.5, graph.branches().get(0).meanDistance());
      assertEquals(12.5, graph.branches().get(1).meanDistance());
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> tracing.distances(new float[1][56]).trace(lines().pixels(), NONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> tracing.distances(new float[2][55]).trace(lines().pixels(), NONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> tracing.distances(new float[2][]).trace(lines().pixels(), NONE));
  }

  /** A long line with a side branch of two voxels beside the junction. */
  @Test
  void prunesShortBranches() {
    TestVolume volume = new TestVolume(15, 5, 1);
    for (int x = 0; x < 15; x++) {
      volume.slices[0][4 * 15 + x] = (byte) 255;
    }
    for (int y = 0; y < 4; y++) {
      volume.slices[0][y * 15 + 7] = (byte) 255;
    }
    try (SkeletonGraphResult graph = new SkeletonGraph().trace(volume.pixels(), NONE)) {
      assertEquals(3, graph.endPoints());
      assertEquals(3, graph.branches().size());
    }
    SkeletonGraph pruning = new SkeletonGraph().shortest(3.5);
    try (SkeletonGraphResult graph = pruning.trace(volume.pixels(), NONE)) {
      assertEquals(1, graph.prunedBranches());
      assertEquals(16, graph.skeleton().countForeground(1));
    }
  }

  @Test
  void refusesWhatIsImpossible() {
    Throwable e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new SkeletonGraph().trace(new TestVolume(4, 4, 4).pixels(), NONE));
    assertEquals("the image has no foreground voxels", e.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> new SkeletonGraph().spacing(1, 0, 1).trace(lines().pixels(), NONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> new SkeletonGraph().shortest(-1).trace(lines().pixels(), NONE));
  }
}
