// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.bitvox.Minkowski.Directions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MinkowskiTest implements BackendContract, FieldsContract<Minkowski> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new Minkowski()
        .backend(backend)
        .threads(threads)
        .measure(TestVolume.blobs(150, 90, 70, 1).pixels(), listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new Minkowski().measure(null, NONE));
  }

  @Override
  public Minkowski options() {
    return new Minkowski();
  }

  @Override
  public Fields outcome(Minkowski options) {
    BinaryVolume volume = TestVolume.blobs(30, 20, 10, 2).pixels();
    return Fields.of(options.measure(volume, NONE));
  }

  /** All of it is counted, or the shares of the half voxels of its border are missing. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void measuresABox(String backend) {
    TestVolume volume = new TestVolume(9, 8, 7);
    for (int z = 2; z < 5; z++) {
      for (int y = 2; y < 6; y++) {
        for (int x = 2; x < 7; x++) {
          volume.slices[z][y * 9 + x] = (byte) 255;
        }
      }
    }
    Minkowski minkowski = new Minkowski().directions(Directions.THREE).spacing(1, 2, 3);
    MinkowskiNumbers box = minkowski.backend(backend).measure(volume.pixels(), NONE).numbers();
    assertEquals(60, box.voxels());
    assertEquals(360, box.volume());
    assertEquals(60.0 / 504, box.volumeFraction(), 1e-15);
    // Sides of 5, 8 and 9: a shadow of each along each axis, four thirds of their sum.
    assertEquals(4.0 / 3 * (5 * 8 + 8 * 9 + 5 * 9), box.surface(), 1e-9);
    assertEquals((5.0 + 8 + 9) / 3, box.meanBreadth(), 1e-9);
    assertEquals(1, box.eulerFaces());
    assertEquals(1, box.eulerAll());
    assertEquals(0, box.connectivityDensity());
    assertTrue(Double.isNaN(box.anisotropy()));

    try (BitVolume bits = volume.bits()) {
      MinkowskiNumbers clipped = minkowski.edges(Edges.CLIPPED).measure(bits, NONE).numbers();
      assertEquals(box.surface(), clipped.surface(), 1e-9); // it does not touch the border
      assertEquals(8 * 7 * 6 * 6, clipped.measuredVolume());
    }
  }

  @Test
  void measuresSlices() {
    List<MinkowskiNumbers> slices =
        new Minkowski()
            .extent(Extent.PER_SLICE)
            .directions(Directions.THREE)
            .measure(TestVolume.full(6, 5, 3).pixels(), NONE)
            .each();
    assertEquals(3, slices.size());
    for (MinkowskiNumbers slice : slices) {
      assertEquals(30, slice.volume());
      assertEquals(Math.PI / 2 * (6 + 5), slice.surface(), 1e-12);
      assertEquals(1, slice.eulerAll());
    }
    Minkowski perSlice = new Minkowski().extent(Extent.PER_SLICE);
    BinaryVolume volume = TestVolume.full(6, 5, 3).pixels();
    Throwable e =
        assertThrows(IllegalStateException.class, perSlice.measure(volume, NONE)::numbers);
    assertEquals("there are numbers of each slice; use each", e.getMessage());
  }

  @Test
  void measuresNothing() {
    MinkowskiNumbers empty =
        new Minkowski().measure(new TestVolume(5, 4, 3).pixels(), NONE).numbers();
    assertEquals(0, empty.voxels());
    assertEquals(0, empty.surface());
    assertEquals(0, empty.eulerFaces());
    assertEquals(0, empty.connectivityDensity());
    assertTrue(Double.isNaN(empty.anisotropy()));
  }

  @Test
  void refusesWhatIsImpossible() {
    BinaryVolume line = TestVolume.full(5, 1, 2).pixels();
    Throwable e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Minkowski().edges(Edges.CLIPPED).measure(line, NONE));
    assertEquals(
        "edges=clipped needs two voxels at least along each axis, not 5 x 1 x 2", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Minkowski().spacing(1, 1, 0).measure(line, NONE));
    assertEquals(
        "a voxel size of 0 along z is not allowed; use a number from 1e-30 to 1e30",
        e.getMessage());
  }
}
