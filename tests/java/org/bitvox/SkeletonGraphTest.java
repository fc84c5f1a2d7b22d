// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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

  /** A comb, two of its teeth joined; a cross; and a block, not thin; in three slices. */
  private static TestVolume comb() {
    TestVolume comb = new TestVolume(30, 30, 3);
    byte[] middle = comb.slices[1];
    for (int x = 0; x < 30; x++) {
      middle[5 * 30 + x] = (byte) 255;
    }
    for (int x = 4; x < 30; x += 6) {
      for (int y = 5; y < 8 + x / 6; y++) {
        middle[y * 30 + x] = (byte) 255;
      }
    }
    for (int x = 22; x < 28; x++) {
      middle[9 * 30 + x] = (byte) 255;
    }
    for (int i = -6; i <= 6; i++) {
      middle[20 * 30 + 8 + i] = middle[(20 + i) * 30 + 8] = (byte) 255;
    }
    for (byte[] slice : comb.slices) {
      for (int i = 0; i < 9; i++) {
        slice[i / 3 * 30 + i % 3] = (byte) 255;
      }
    }
    comb.slices[2][12 * 30 + 28] = (byte) 255; // touches the longest tooth across slices
    return comb;
  }

  @Override
  public SkeletonGraph options() {
    float[][] distances = new float[3][30 * 30];
    for (int i = 0; i < 900; i++) {
      distances[1][i] = 1 + i % 7;
    }
    return new SkeletonGraph()
        .shortest(2.5)
        .distances(distances)
        .loops(SkeletonGraph.Loops.DARKEST_VOXEL)
        .grey(distances)
        .longestPath(true);
  }

  @Override
  public Fields outcome(SkeletonGraph options) {
    try (SkeletonGraph.Result graph = options.trace(comb().pixels(), NONE)) {
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
    try (SkeletonGraph.Result graph = tracing.trace(lines().pixels(), NONE)) {
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
    try (SkeletonGraph.Result graph = new SkeletonGraph().trace(lines().pixels(), NONE)) {
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
        SkeletonGraph.Result graph = tracing.trace(bits, NONE)) {
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
    try (SkeletonGraph.Result graph = new SkeletonGraph().trace(volume.pixels(), NONE)) {
      assertEquals(3, graph.endPoints());
      assertEquals(3, graph.branches().size());
    }
    SkeletonGraph pruning = new SkeletonGraph().shortest(3.5);
    try (SkeletonGraph.Result graph = pruning.trace(volume.pixels(), NONE)) {
      assertEquals(1, graph.prunedBranches());
      assertEquals(15, graph.skeleton().countForeground(1)); // the line
    }
  }

  /** A ring of 9 x 7 pixels with a line at its left; its upper side is bright. */
  private static TestVolume ringOnALine() {
    TestVolume volume = new TestVolume(20, 9, 1);
    for (int x = 0; x < 7; x++) {
      volume.slices[0][4 * 20 + x] = (byte) 255;
    }
    for (int x = 8; x < 15; x++) {
      volume.slices[0][20 + x] = volume.slices[0][7 * 20 + x] = (byte) 255;
    }
    for (int y = 2; y < 7; y++) {
      volume.slices[0][y * 20 + 7] = volume.slices[0][y * 20 + 15] = (byte) 255;
    }
    return volume;
  }

  private static byte[] skeletonOf(SkeletonGraph tracing) {
    try (SkeletonGraph.Result graph = tracing.trace(ringOnALine().pixels(), NONE)) {
      assertEquals(1, graph.cutLoops());
      assertEquals(0, graph.parts().get(0).loops());
      assertEquals(2, graph.endPoints() - 1); // the line's and those of the cut
      return graph.skeleton().toSlices()[0];
    }
  }

  @Test
  void cutsLoops() {
    byte[] whole = ringOnALine().slices[0];
    float[][] grey = new float[1][180];
    Arrays.fill(grey[0], 100);
    grey[0][20 + 10] = 7;
    SkeletonGraph tracing = new SkeletonGraph().grey(grey);
    for (SkeletonGraph.Loops loops :
        new SkeletonGraph.Loops[] {
          SkeletonGraph.Loops.DARKEST_BRANCH, SkeletonGraph.Loops.DARKEST_VOXEL
        }) {
      byte[] expected = whole.clone();
      expected[20 + 10] = 0;
      assertArrayEquals(expected, skeletonOf(tracing.loops(loops)), loops.name());
    }
    byte[] middle = whole.clone();
    middle[4 * 20 + 15] = 0; // opposite of the junction
    assertArrayEquals(middle, skeletonOf(new SkeletonGraph().loops(SkeletonGraph.Loops.SHORTEST)));
  }

  @Test
  void measuresEachSkeleton() {
    TestVolume volume = ringOnALine();
    volume.slices[0][8 * 20 + 19] = (byte) 255;
    SkeletonGraph tracing = new SkeletonGraph().spacing(2, 2, 2).longestPath(true);
    try (SkeletonGraph.Result graph = tracing.trace(volume.pixels(), NONE)) {
      assertEquals(2, graph.parts().size());
      SkeletonPart ring = graph.parts().get(0);
      assertEquals(2, ring.branches());
      assertEquals(1, ring.loops());
      assertEquals(1, ring.endPoints());
      assertEquals(1, ring.junctions());
      assertEquals(1, ring.triplePoints());
      assertEquals(0, ring.quadruplePoints());
      assertEquals(4, ring.junctionVoxels());
      assertEquals(graph.slabVoxels(), ring.slabVoxels());
      assertEquals(12, ring.longestPath(), 1e-12); // from the end to the junction
      assertArrayEquals(new int[] {6, 4, 0}, ring.pathFirst()); // the junction is higher up
      assertArrayEquals(new int[] {0, 4, 0}, ring.pathLast());
      assertEquals(7 + 1, graph.longestPaths().countForeground(1));
      assertEquals(ring.totalLength() - 12, ring.longestBranch(), 1e-12);
      assertEquals(ring.totalLength() / 2, ring.meanLength(), 1e-12);
      SkeletonPart dot = graph.parts().get(1);
      assertEquals(0, dot.branches() + dot.loops() + dot.meanLength() + dot.longestPath());
      assertArrayEquals(new int[] {19, 8, 0}, dot.pathLast());
    }
  }

  @Test
  void tagsVoxels() {
    try (SkeletonGraph.Result graph = new SkeletonGraph().trace(ringOnALine().pixels(), NONE)) {
      byte[] tags = new byte[180];
      graph.tagSlice(0, tags);
      assertEquals(SkeletonGraph.Result.END_POINT, tags[4 * 20]);
      assertEquals(SkeletonGraph.Result.SLAB, tags[4 * 20 + 1]);
      assertEquals(SkeletonGraph.Result.JUNCTION, tags[4 * 20 + 6]);
      assertEquals(0, tags[0]);
      assertThrows(IllegalArgumentException.class, () -> graph.tagSlice(1, tags));
      assertThrows(IllegalArgumentException.class, () -> graph.tagSlice(-1, tags));
      assertThrows(IllegalArgumentException.class, () -> graph.tagSlice(0, new byte[179]));
    }
  }

  @Test
  void saysWhatIsWrongWithTheGreyImage() {
    SkeletonGraph darkest = new SkeletonGraph().loops(SkeletonGraph.Loops.DARKEST_BRANCH);
    assertEquals(
        "cutting loops where they are darkest needs a grey image",
        assertThrows(IllegalArgumentException.class, () -> darkest.trace(lines().pixels(), NONE))
            .getMessage());
    assertEquals(
        "the grey image and the skeleton differ in size",
        assertThrows(
                IllegalArgumentException.class,
                () -> darkest.grey(new float[1][56]).trace(lines().pixels(), NONE))
            .getMessage());
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
