// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What becomes of single values. */
class SampleTypeTest {
  private static float pixel(SampleType type, long value) {
    ByteBuffer from = ByteBuffer.allocate(8).putLong(value << 64 - type.bits);
    from.flip();
    float[] pixels = new float[3];
    type.put(from, pixels, 1, 1);
    return pixels[1];
  }

  private static int rounded(SampleType type, long value) {
    ByteBuffer from = ByteBuffer.allocate(8).putLong(value << 64 - type.bits);
    from.flip();
    return type.put(from, new float[1], 0, 1);
  }

  @Test
  void floatsOfSixteenBits() {
    int[] halves = {0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc01, 0x7bff, 0x7c00, 0xfc00};
    float[] floats = {
      0f,
      -0f,
      0x1p-24f,
      -0x1p-24f,
      1023 * 0x1p-24f,
      0x1p-14f,
      1f,
      -1 - 0x1p-10f,
      65504f,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY
    };
    for (int i = 0; i < halves.length; i++) {
      assertEquals(floats[i], pixel(SampleType.HALF, halves[i]), "0x" + Integer.toHexString(i));
    }
    assertEquals(Float.NaN, pixel(SampleType.HALF, 0x7e01));
  }

  @Test
  void roundedValuesAreCounted() {
    long[] held = {0, 1, 1 << 24, (1 << 24) + 2, 0xffffff00L};
    long[] others = {(1 << 24) + 1, 0xfffffffeL, 0xffffffffL, 0x80000001L};
    for (long value : held) {
      assertEquals(0, rounded(SampleType.UNSIGNED_INT, value));
      assertEquals((float) value, pixel(SampleType.UNSIGNED_INT, value));
      assertEquals(0, rounded(SampleType.LONG, value));
      assertEquals(0, rounded(SampleType.LONG, -value));
      assertEquals((float) -value, pixel(SampleType.LONG, -value));
      assertEquals(0, rounded(SampleType.UNSIGNED_LONG, value << 32));
      assertEquals(value * 0x1p32f, pixel(SampleType.UNSIGNED_LONG, value << 32));
    }
    for (long value : others) {
      assertEquals(1, rounded(SampleType.UNSIGNED_INT, value));
      assertEquals(1, rounded(SampleType.LONG, -value));
      assertEquals(1, rounded(SampleType.UNSIGNED_LONG, value << 32));
    }
    assertEquals(0, rounded(SampleType.LONG, Long.MIN_VALUE));
    assertEquals(-0x1p63f, pixel(SampleType.LONG, Long.MIN_VALUE));
    assertEquals(1, rounded(SampleType.UNSIGNED_LONG, -1));
    assertEquals(0x1p64f, pixel(SampleType.UNSIGNED_LONG, -1));
    assertEquals(1, rounded(SampleType.INT, Integer.MAX_VALUE));
    assertEquals(0, rounded(SampleType.INT, Integer.MIN_VALUE));
  }

  @Test
  void doublesThatAFloatDoesNotHold() {
    double[] held = {0, 0.5, -1e10, Double.NaN, Double.NEGATIVE_INFINITY};
    double[] others = {0.1, 1e300, -1e-300};
    for (double value : held) {
      assertEquals(0, rounded(SampleType.DOUBLE, Double.doubleToLongBits(value)), "" + value);
    }
    for (double value : others) {
      assertEquals(1, rounded(SampleType.DOUBLE, Double.doubleToLongBits(value)), "" + value);
    }
  }

  @Test
  void bitsOverBytes() {
    ByteBuffer from = ByteBuffer.wrap(new byte[] {0, (byte) 0b10110011, (byte) 0b10001111, 0x55});
    from.position(1);
    byte[] bytes = new byte[5];
    SampleType.THREE_BITS.put(from, bytes, 1, 4);
    assertArrayEquals(new byte[] {0, 0b101, 0b100, 0b111, 0b000}, bytes);
    short[] shorts = new short[2];
    SampleType.TEN_BITS.put(from, shorts, 0, 2);
    assertArrayEquals(new short[] {0b1011001110, 0b0011110101}, shorts);
  }

  @Test
  void valuesAsTheyAre() {
    ByteBuffer from = ByteBuffer.allocate(8).putLong(-2);
    from.flip();
    long[] longs = (long[]) SampleType.LONG.values(1);
    SampleType.LONG.keep(from, longs, 0, 1);
    assertEquals(-2, longs[0]);
    from.position(6);
    short[] shorts = (short[]) SampleType.SIGNED_SHORT.values(1);
    SampleType.SIGNED_SHORT.keep(from, shorts, 0, 1);
    assertEquals(-2, shorts[0]);
  }
}
