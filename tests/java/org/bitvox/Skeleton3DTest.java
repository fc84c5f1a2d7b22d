// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class Skeleton3DTest implements BackendContract, FieldsContract<Skeleton3D> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    Skeleton3D skeleton = new Skeleton3D().backend(backend).threads(threads);
    try (Skeleton3D.Result result = skeleton.thin(TestVolume.full(60, 50, 40).pixels(), listener)) {
      return result.run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new Skeleton3D().thin(null, NONE));
  }

  @Override
  public Skeleton3D options() {
    return new Skeleton3D().verify(true);
  }

  @Override
  public Fields outcome(Skeleton3D options) {
    try (Skeleton3D.Result result = options.thin(TestVolume.full(20, 21, 22).pixels(), NONE)) {
      return Fields.of(result);
    }
  }

  private static byte[][] thin(Skeleton3D skeleton, BinaryVolume volume) {
    try (Skeleton3D.Result result = skeleton.thin(volume, NONE)) {
      return result.skeleton().toSlices();
    }
  }

  private static long count(byte[][] slices) {
    long count = 0;
    for (byte[] slice : slices) {
      for (byte pixel : slice) {
        count += pixel == -1 ? 1 : 0;
      }
    }
    return count;
  }

  /** The numbers are those of the templates applied voxel by voxel, as the native tests do. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void thinsABlock(String backend) {
    TestVolume block = TestVolume.full(33, 20, 47);
    Skeleton3D skeleton = new Skeleton3D().backend(backend).verify(true);
    try (Skeleton3D.Result result = skeleton.thin(block.pixels(), NONE)) {
      assertEquals(33 * 20 * 47, result.voxelsBefore());
      assertEquals(16, result.voxelsAfter());
      assertEquals(16, count(result.skeleton().toSlices()));
      assertEquals(5, result.rounds());
      long[] deleted = result.deleted();
      assertEquals(5, deleted.length);
      assertEquals(0, deleted[4]);
      assertEquals(33 * 20 * 47 - 16, Arrays.stream(deleted).sum());
      assertEquals(
          "1 components, 1 of the background, Euler number 1", result.topologyBefore().toString());
      assertEquals(
          "1 components, 1 of the background, Euler number 1", result.topologyAfter().toString());
    }
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void isTheSameForEveryBackendInputAndNumberOfThreads(String backend) {
    TestVolume volume = TestVolume.blobs(129, 31, 17, 5);
    byte[][] expected = thin(new Skeleton3D().backend("scalar").threads(1), volume.pixels());
    for (int threads : new int[] {0, 1, 2, 3, 16}) {
      Skeleton3D skeleton = new Skeleton3D().backend(backend).threads(threads);
      assertArrayEquals(expected, thin(skeleton, volume.pixels()));
      try (BitVolume bits = volume.bits()) {
        assertArrayEquals(expected, thin(skeleton, bits));
      }
    }
  }

  @Test
  void countsTheTopologyOnlyOnRequest() {
    TestVolume shell = TestVolume.full(9, 9, 9);
    shell.slices[4][4 * 9 + 4] = 0;
    try (Skeleton3D.Result result = new Skeleton3D().thin(shell.pixels(), NONE)) {
      assertNull(result.topologyBefore());
      assertNull(result.topologyAfter());
    }
    try (Skeleton3D.Result result = new Skeleton3D().verify(true).thin(shell.pixels(), NONE)) {
      assertEquals(
          "1 components, 2 of the background, Euler number 2", result.topologyBefore().toString());
      assertEquals(
          "1 components, 2 of the background, Euler number 2", result.topologyAfter().toString());
    }
  }

  @Test
  void keepsTheAnchors() {
    TestVolume block = TestVolume.full(20, 21, 22);
    TestVolume anchors = new TestVolume(20, 21, 22);
    int[] corners = {0, 19, 20 * 20, 20 * 21 - 1};
    for (int corner : corners) {
      anchors.slices[0][corner] = -1;
    }
    byte[][] slices = thin(new Skeleton3D().anchors(anchors.pixels()), block.pixels());
    for (int corner : corners) {
      assertEquals(-1, slices[0][corner]);
    }
    assertArrayEquals(block.slices, thin(new Skeleton3D().anchors(block.pixels()), block.pixels()));
    try (BitVolume bits = anchors.bits()) {
      assertArrayEquals(slices, thin(new Skeleton3D().anchors(bits), block.pixels()));
    }
  }

  @Test
  void thinningASkeletonChangesNothing() {
    TestVolume volume = TestVolume.blobs(60, 50, 40, 3);
    try (Skeleton3D.Result once = new Skeleton3D().thin(volume.pixels(), NONE);
        Skeleton3D.Result twice = new Skeleton3D().thin(once.skeleton(), NONE)) {
      assertEquals(1, twice.rounds());
      assertArrayEquals(once.skeleton().toSlices(), twice.skeleton().toSlices());
    }
  }

  @Test
  void refusesWhatItCannotDo() {
    PixelStack volume = TestVolume.full(5, 5, 5).pixels();
    assertEquals(
        "the image has no foreground voxels",
        refusal(new Skeleton3D(), new TestVolume(5, 5, 5).pixels()));
    assertEquals(
        "the anchors are 5 x 5 x 4 voxels, the image 5 x 5 x 5",
        refusal(new Skeleton3D().anchors(TestVolume.full(5, 5, 4).pixels()), volume));
    TestVolume grey = TestVolume.full(5, 5, 5);
    grey.slices[2][3] = 100;
    assertEquals(BitVolume.BINARY_REQUIRED, refusal(new Skeleton3D(), grey.pixels()));
    assertEquals(
        BitVolume.BINARY_REQUIRED, refusal(new Skeleton3D().anchors(grey.pixels()), volume));
  }

  private static String refusal(Skeleton3D skeleton, BinaryVolume volume) {
    return assertThrows(IllegalArgumentException.class, () -> skeleton.thin(volume, NONE))
        .getMessage();
  }

  @Test
  void theResultIsFreedWhenClosed() {
    Skeleton3D.Result result = new Skeleton3D().thin(TestVolume.full(5, 5, 5).pixels(), NONE);
    result.close();
    result.close();
    assertThrows(IllegalStateException.class, () -> result.skeleton().toSlices());
  }
}
