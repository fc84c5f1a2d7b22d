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

class LocalThicknessTest implements BackendContract, FieldsContract<LocalThickness> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new LocalThickness()
        .backend(backend)
        .threads(threads)
        .measure(TestVolume.blobs(90, 70, 40, 1).pixels(), null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new LocalThickness().measure(null, null, NONE));
  }

  @Override
  public LocalThickness options() {
    return new LocalThickness();
  }

  @Override
  public Fields outcome(LocalThickness options) {
    List<Object> map = new ArrayList<>();
    BinaryVolume volume = TestVolume.blobs(30, 20, 10, 2).pixels();
    LocalThickness.Result result = options.measure(volume, (z, pixels) -> map.add(pixels), NONE);
    return Fields.of(result, map.toArray());
  }

  private static TestVolume ball(int radius) {
    int side = 2 * radius + 5;
    TestVolume volume = new TestVolume(side, side, side);
    for (int z = 0; z < side; z++) {
      for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
          int dx = x - radius - 2;
          int dy = y - radius - 2;
          int dz = z - radius - 2;
          if (dx * dx + dy * dy + dz * dz <= radius * radius) {
            volume.slices[z][y * side + x] = (byte) 255;
          }
        }
      }
    }
    return volume;
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void aBallIsAsThickEverywhere(String backend) {
    TestVolume ball = ball(10); // 101 = 100 + 1 is the least square outside
    LocalThickness.Result result =
        new LocalThickness()
            .backend(backend)
            .spacing(0.5, 0.5, 0.5)
            .measure(ball.bits(), null, NONE);
    assertEquals((float) Math.sqrt(101), result.largest());
    assertEquals(1, result.thickness().length);
    assertEquals(result.largest(), result.mean(), 1e-12);
    assertEquals(result.largest(), result.median());
    assertEquals(0, result.standardDeviation(), 1e-6);
  }

  @Test
  void statisticsAreThoseOfTheMap() {
    List<Float> values = new ArrayList<>();
    LocalThickness.Result result =
        new LocalThickness()
            .measure(
                TestVolume.blobs(40, 30, 20, 5).pixels(),
                (z, pixels) -> {
                  for (float value : (float[]) pixels) {
                    if (value > 0) {
                      values.add(value);
                    }
                  }
                },
                NONE);
    double mean = values.stream().mapToDouble(Float::doubleValue).average().getAsDouble();
    double variance =
        values.stream().mapToDouble(v -> (v - mean) * (v - mean)).average().getAsDouble();
    Collections.sort(values);
    assertEquals(values.size(), result.count());
    assertEquals(mean, result.mean(), 1e-9);
    assertEquals(Math.sqrt(variance), result.standardDeviation(), 1e-9);
    assertEquals(values.get((values.size() - 1) / 2).doubleValue(), result.median());
    assertEquals(values.get(values.size() - 1).doubleValue(), result.largest());
  }

  @Test
  void refusesWhatItCannotMeasure() {
    TestVolume full = TestVolume.full(9, 8, 7);
    assertEquals(
        "the image has no background voxels, so its thickness is infinite; use edges=background",
        refusal(new LocalThickness(), full));
    assertEquals(
        "the image has no background voxels",
        refusal(new LocalThickness().phase(Phase.BACKGROUND), full));
    assertEquals(
        "a voxel size of nan along z is not allowed; use a number from 1e-30 to 1e30",
        refusal(new LocalThickness().spacing(1, 1, Double.NaN), full));
  }

  private static String refusal(LocalThickness options, TestVolume volume) {
    return assertThrows(
            IllegalArgumentException.class, () -> options.measure(volume.pixels(), null, NONE))
        .getMessage();
  }
}
