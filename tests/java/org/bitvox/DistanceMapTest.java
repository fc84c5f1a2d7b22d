// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DistanceMapTest implements BackendContract, FieldsContract<DistanceMap> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new DistanceMap()
        .backend(backend)
        .threads(threads)
        .measure(TestVolume.blobs(90, 70, 40, 1).pixels(), (z, pixels) -> {}, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new DistanceMap().measure(null, (z, p) -> {}, NONE));
  }

  @Override
  public DistanceMap options() {
    return new DistanceMap().region(DistanceMap.Region.SIGNED);
  }

  @Override
  public Fields outcome(DistanceMap options) {
    List<Object> map = new ArrayList<>();
    BinaryVolume volume = TestVolume.blobs(30, 20, 10, 2).pixels();
    DistanceMap.Result result = options.measure(volume, (z, pixels) -> map.add(pixels), NONE);
    return Fields.of(result, map.toArray());
  }

  /** The distance of an object voxel to the nearest background voxel of the volume. */
  private static float obvious(TestVolume volume, int x, int y, int z, double[] size) {
    double least = volume.at(x, y, z) ? Double.POSITIVE_INFINITY : 0;
    for (int k = 0; k < volume.depth; k++) {
      for (int j = 0; j < volume.height; j++) {
        for (int i = 0; i < volume.width; i++) {
          double dx = (i - x) * size[0];
          double dy = (j - y) * size[1];
          double dz = (k - z) * size[2];
          if (!volume.at(i, j, k)) {
            least = Math.min(least, dx * dx + dy * dy + dz * dz);
          }
        }
      }
    }
    return (float) Math.sqrt(least);
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void agreesWithTheObviousLoop(String backend) {
    TestVolume volume = TestVolume.blobs(25, 13, 11, 3);
    for (double[] size : new double[][] {{1, 1, 1}, {0.3, 0.7, 1.9}}) {
      List<Object> map = new ArrayList<>();
      DistanceMap options = new DistanceMap().backend(backend);
      options.spacing(size[0], size[1], size[2]);
      DistanceMap.Result result =
          options.measure(volume.bits(), (z, pixels) -> map.add(pixels), NONE);
      double largest = 0;
      for (int z = 0; z < volume.depth; z++) {
        for (int y = 0; y < volume.height; y++) {
          for (int x = 0; x < volume.width; x++) {
            float expected = obvious(volume, x, y, z, size);
            assertEquals(expected, ((float[]) map.get(z))[y * volume.width + x]);
            largest = Math.max(largest, expected);
          }
        }
      }
      assertEquals(largest, result.largestInside());
      assertEquals(0, result.largestOutside());
    }
  }

  @Test
  void isInfiniteWithoutBackground() {
    DistanceMap.Result result =
        new DistanceMap().measure(TestVolume.full(9, 8, 7).pixels(), (z, pixels) -> {}, NONE);
    assertEquals(Double.POSITIVE_INFINITY, result.largestInside());
  }

  private static String refusal(DistanceMap options) {
    BinaryVolume volume = TestVolume.blobs(9, 8, 7, 4).pixels();
    return assertThrows(
            IllegalArgumentException.class, () -> options.measure(volume, (z, pixels) -> {}, NONE))
        .getMessage();
  }

  @Test
  void refusesWhatItCannotDo() {
    assertEquals(
        "a voxel size of 0 along y is not allowed; use a number from 1e-30 to 1e30",
        refusal(new DistanceMap().spacing(1, 0, 1)));
    assertEquals(
        "a voxel size of nan along x is not allowed; use a number from 1e-30 to 1e30",
        refusal(new DistanceMap().spacing(Double.NaN, 1, 1)));
    assertEquals(
        "the city-block distance counts voxels, which must be cubes, not 1 x 1 x 2",
        refusal(new DistanceMap().metric(DistanceMap.Metric.CITY_BLOCK).spacing(1, 1, 2)));
  }

  @Test
  void passesOnWhatTheReceiverThrows() {
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            new DistanceMap()
                .measure(
                    TestVolume.blobs(9, 8, 7, 4).pixels(),
                    (z, pixels) -> {
                      throw new UnsupportedOperationException();
                    },
                    NONE));
  }
}
