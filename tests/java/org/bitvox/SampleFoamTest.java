// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleFoamTest implements OperationContract, FieldsContract<SampleFoam> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public void run(ProgressListener listener) {
    try (BitVolume volume = new BitVolume(64, 64, 64)) {
      new SampleFoam().radii(1, 3).fill(volume, listener);
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Collections.singletonList(() -> new SampleFoam().fill(null, NONE));
  }

  @Override
  public SampleFoam options() {
    return new SampleFoam().radii(3, 9);
  }

  @Override
  public Fields outcome(SampleFoam options) {
    try (BitVolume volume = new BitVolume(30, 25, 20)) {
      options.fill(volume, NONE);
      return Fields.of(volume);
    }
  }

  private static int hash(double fraction, long seed) {
    try (BitVolume volume = new BitVolume(70, 60, 50)) {
      new SampleFoam().radii(3, 9).fraction(fraction).seed(seed).fill(volume, NONE);
      int hash = 0;
      byte[] pixels = new byte[70 * 60];
      for (int z = 0; z < 50; z++) {
        volume.unpackSlice(z, pixels);
        hash = 31 * hash + Arrays.hashCode(pixels);
      }
      return hash;
    }
  }

  @Test
  void isTheSameForTheSameSeed() {
    int first = hash(0.5, 1);
    assertEquals(first, hash(0.5, 1));
    assertNotEquals(first, hash(0.5, 2));
    assertNotEquals(first, hash(0.4, 1));
  }

  @Test
  void isTheSameOnEveryMachine() {
    assertEquals(-109477672, hash(0.5, 1));
  }

  @Test
  void fillsTheFraction() {
    try (BitVolume volume = new BitVolume(100, 100, 100)) {
      new SampleFoam().radii(2, 5).fraction(0.3).seed(7).fill(volume, NONE);
      long foreground = volume.countForeground(0);
      assertTrue(foreground >= 300_000 && foreground < 301_000, "" + foreground);
    }
  }

  @Test
  void refusesImpossibleOptions() {
    try (BitVolume volume = new BitVolume(9, 9, 9)) {
      assertEquals(
          "radius_min=0 is not allowed; use 1 to 1000",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new SampleFoam().radii(0, 5).fraction(0.5).seed(1).fill(volume, NONE))
              .getMessage());
      assertEquals(
          "radius_max=4 is not allowed; use radius_min (5) to 1000",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new SampleFoam().radii(5, 4).fraction(0.5).seed(1).fill(volume, NONE))
              .getMessage());
      for (double fraction : new double[] {0, -1, 0.96, Double.NaN}) {
        assertThrows(
            IllegalArgumentException.class,
            () -> new SampleFoam().radii(1, 5).fraction(fraction).seed(1).fill(volume, NONE));
      }
    }
  }
}
