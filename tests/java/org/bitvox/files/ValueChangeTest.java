// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ValueChangeTest {
  /** The value in decimal digits, exactly. */
  private static BigDecimal value(PixelType type, Object values, int i) {
    if (type == PixelType.FLOAT32 || type == PixelType.FLOAT64) {
      return new BigDecimal(((Number) Array.get(values, i)).doubleValue());
    }
    BigInteger whole = BigInteger.valueOf(((Number) Array.get(values, i)).longValue());
    boolean unsigned = type.name().startsWith("U");
    return new BigDecimal(
        unsigned && whole.signum() < 0
            ? whole.add(BigInteger.ONE.shiftLeft(8 * type.bytes))
            : whole);
  }

  private static Object some(PixelType type) {
    double[] doubles = {
      0,
      1,
      -1,
      127,
      128,
      255,
      256,
      32767,
      32768,
      65535,
      65536,
      2147483647,
      2147483648.0,
      4294967295.0,
      4294967296.0,
      16777217,
      9007199254740993.0,
      0x1p62,
      0x1p63,
      0x1p64,
      -0x1p63,
      -128,
      -129,
      0.5,
      1e30
    };
    long[] longs = {
      0,
      1,
      -1,
      127,
      128,
      255,
      256,
      32767,
      32768,
      65535,
      65536,
      2147483647,
      2147483648L,
      4294967295L,
      4294967296L,
      16777217,
      9007199254740993L,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      -128,
      -129,
      -32769
    };
    boolean floats = type == PixelType.FLOAT32 || type == PixelType.FLOAT64;
    Object values = type.pixels(floats ? doubles.length : longs.length);
    for (int i = 0; i < Array.getLength(values); i++) {
      if (values instanceof double[]) {
        ((double[]) values)[i] = doubles[i];
      } else if (values instanceof float[]) {
        ((float[]) values)[i] = (float) doubles[i];
      } else if (values instanceof long[]) {
        ((long[]) values)[i] = longs[i];
      } else if (values instanceof int[]) {
        ((int[]) values)[i] = (int) longs[i];
      } else if (values instanceof short[]) {
        ((short[]) values)[i] = (short) longs[i];
      } else {
        ((byte[]) values)[i] = (byte) longs[i];
      }
    }
    return values;
  }

  /** Either the same number comes out, or none. */
  @ParameterizedTest
  @EnumSource(value = PixelType.class, mode = EnumSource.Mode.EXCLUDE, names = "RGB")
  void valuesStayOrAreAnError(PixelType from) {
    Object values = some(from);
    int held = 0;
    for (PixelType to : EnumSet.complementOf(EnumSet.of(PixelType.RGB))) {
      for (int i = 0; i < Array.getLength(values); i++) {
        Object one = from.pixels(1);
        Array.set(one, 0, Array.get(values, i));
        BigDecimal expected = value(from, one, 0);
        BigDecimal found;
        try {
          found = value(to, new ValueChange(from, to).of(one, 0), 0);
        } catch (IllegalArgumentException e) {
          assertEquals(false, holds(to, expected), from + " to " + to + ": " + expected);
          continue;
        }
        boolean rounded = from == PixelType.FLOAT64 && to == PixelType.FLOAT32;
        if (!rounded) {
          assertEquals(0, expected.compareTo(found), from + " to " + to + ": " + expected);
        }
        held++;
      }
    }
    assertEquals(true, held > 60, "" + held);
  }

  private static boolean holds(PixelType type, BigDecimal value) {
    switch (type) {
      case FLOAT32:
        return new BigDecimal(value.floatValue()).compareTo(value) == 0;
      case FLOAT64:
        return new BigDecimal(value.doubleValue()).compareTo(value) == 0;
      default:
        boolean unsigned = type.name().startsWith("U");
        BigInteger most =
            BigInteger.ONE.shiftLeft(8 * type.bytes - (unsigned ? 0 : 1)).subtract(BigInteger.ONE);
        BigInteger least = unsigned ? BigInteger.ZERO : most.not();
        return value.stripTrailingZeros().scale() <= 0
            && value.compareTo(new BigDecimal(most)) <= 0
            && value.compareTo(new BigDecimal(least)) >= 0;
    }
  }

  @Test
  void floatsAreRoundedAndCounted() {
    ValueChange change = new ValueChange(PixelType.FLOAT64, PixelType.FLOAT32);
    float[] floats = (float[]) change.of(new double[] {0.1, 0.5, Double.NaN}, 0);
    assertEquals(0.1f, floats[0]);
    assertEquals(1, change.rounded());
    double[] large = {1e39};
    assertEquals(
        "slice 8 has the value 1.0E39, which float32 does not hold; choose another type",
        assertThrows(IllegalArgumentException.class, () -> change.of(large, 7)).getMessage());
    float[] nan = {Float.NaN};
    assertThrows(
        IllegalArgumentException.class,
        () -> new ValueChange(PixelType.FLOAT32, PixelType.UINT8).of(nan, 0));
    assertSame(floats, new ValueChange(PixelType.FLOAT32, PixelType.FLOAT32).of(floats, 0));
  }
}
