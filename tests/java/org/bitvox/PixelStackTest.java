// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PixelStackTest {
  private static final Foreground RANGE = Foreground.between(1, 2);

  private static String message(
      int width, int height, int depth, Object[] slices, Foreground rule) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> new PixelStack(width, height, depth, slices, rule))
        .getMessage();
  }

  @Test
  void usesOnlyTheFirstSlices() {
    Object[] slices = {new byte[6], new byte[6], null, null};
    PixelStack stack = new PixelStack(3, 2, 2, slices, Foreground.binary());
    assertEquals(3, stack.width());
    assertEquals(2, stack.height());
    assertEquals(2, stack.depth());
  }

  @Test
  void refusesSlicesThatDoNotFit() {
    String differ = "slice and volume differ in size or type";
    assertEquals(differ, message(3, 2, 1, new Object[] {new byte[5]}, RANGE));
    assertEquals(differ, message(3, 2, 1, new Object[] {null}, RANGE));
    assertEquals(differ, message(3, 2, 1, new Object[] {new int[6]}, RANGE));
    assertEquals(differ, message(3, 2, 2, new Object[] {new byte[6], new short[6]}, RANGE));
    assertEquals(differ, message(65536, 65536, 1, new Object[] {new byte[0]}, RANGE));
  }

  @Test
  void refusesImpossibleShapes() {
    String needs = "a volume needs at least one voxel along each axis";
    assertEquals(needs, message(0, 2, 1, new Object[] {new byte[0]}, RANGE));
    assertEquals(needs, message(1, 1, 2, new Object[] {new byte[1]}, RANGE));
    assertEquals(needs, message(1, 1, 0, new Object[] {}, RANGE));
  }

  @Test
  void binaryNeedsBytes() {
    assertEquals(
        "8-bit binary (0 and 255 only) image required.",
        message(1, 1, 1, new Object[] {new short[1]}, Foreground.binary()));
  }

  @Test
  void boundsMustBeNumbers() {
    assertThrows(IllegalArgumentException.class, () -> Foreground.between(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> Foreground.between(1, Double.NaN));
  }
}
