// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RegisterMiMotionTest {
  private static final double PIXEL = 1.3;
  private static final double SLICE = 2.2;

  /** A place after a motion about the origin: one turn after the other, in lengths. */
  private static double[] moved(RegisterMiMotion motion, double[] place) {
    double x = place[0];
    double y = place[1] * PIXEL;
    double z = place[2] * SLICE;
    double angle = Math.toRadians(motion.angleX());
    double first = Math.cos(angle) * y - Math.sin(angle) * z;
    z = Math.sin(angle) * y + Math.cos(angle) * z;
    y = first;
    angle = Math.toRadians(motion.angleY());
    first = Math.cos(angle) * z - Math.sin(angle) * x;
    x = Math.sin(angle) * z + Math.cos(angle) * x;
    z = first;
    angle = Math.toRadians(motion.angle());
    first = Math.cos(angle) * x - Math.sin(angle) * y;
    y = Math.sin(angle) * x + Math.cos(angle) * y;
    x = first;
    return new double[] {x + motion.dx(), y / PIXEL + motion.dy(), z / SLICE + motion.dz()};
  }

  @Test
  void oneMotionAfterAnotherIsOneMotion() {
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      double largest = i < 100 ? 170 : 20;
      RegisterMiMotion first = random(random, largest);
      RegisterMiMotion second = random(random, largest);
      RegisterMiMotion both = first.then(second, PIXEL, SLICE);
      for (double[] place : new double[][] {{0, 0, 0}, {30, -20, 7}, {-4, 50, -13}}) {
        assertArrayEquals(moved(second, moved(first, place)), moved(both, place), 1e-9);
      }
      assertTrue(Math.abs(both.angleY()) <= 90);
    }
  }

  private static RegisterMiMotion random(Random random, double largest) {
    double[] n = random.doubles(6, -1, 1).toArray();
    return RegisterMiMotion.of(
        9 * n[0], 9 * n[1], 9 * n[2], largest * n[3], largest * n[4], largest * n[5]);
  }

  @Test
  void quarterTurnsAreExact() {
    double[][][] expected = {
      {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
      {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
      {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}},
      {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}
    };
    RegisterMiMotion[] motions = {
      RegisterMiMotion.of(0, 0, 0, 0, 0, 90),
      RegisterMiMotion.of(0, 0, 0, 450, 0, 0),
      RegisterMiMotion.of(0, 0, 0, 0, -90, 0),
      RegisterMiMotion.of(0, 0, 0, 0, 0, -180)
    };
    for (int i = 0; i < motions.length; i++) {
      double[][] matrix = motions[i].matrix();
      for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
          assertTrue(expected[i][row][column] == matrix[row][column], i + ": " + row + column);
        }
      }
    }
  }

  @Test
  void aQuarterTurnAboutYIsNoException() {
    RegisterMiMotion first = RegisterMiMotion.of(1, 2, 3, 20, 90, 0);
    for (RegisterMiMotion second :
        new RegisterMiMotion[] {
          RegisterMiMotion.of(0, 0, 0, 0, 0, 35), RegisterMiMotion.of(0, 0, 0, 10, -180, 5)
        }) {
      RegisterMiMotion both = first.then(second, PIXEL, SLICE);
      double[] place = {5, -3, 8};
      assertArrayEquals(moved(second, moved(first, place)), moved(both, place), 1e-9);
    }
  }

  /** Without turns nothing is rounded, and the axes of a turn stay as they are. */
  @Test
  void shiftsAreAdded() {
    RegisterMiMotion shift = RegisterMiMotion.of(0.1, -0.2, 0.7, 0, 0, 0);
    RegisterMiMotion turn = RegisterMiMotion.of(0.3, 1, 2, 11, -7, 33);
    assertEquals(
        RegisterMiMotion.of(0.1 + 0.1, -0.4, 1.4, 0, 0, 0), shift.then(shift, PIXEL, SLICE));
    RegisterMiMotion both = turn.then(shift, PIXEL, SLICE);
    assertEquals(11, both.angleX());
    assertEquals(-7, both.angleY());
    assertEquals(33, both.angle());
    assertEquals(0.3 + 0.1, both.dx());
    assertEquals(turn, RegisterMiMotion.none().then(turn, PIXEL, SLICE));
    assertEquals(turn, turn.then(RegisterMiMotion.none(), PIXEL, SLICE));
  }

  @Test
  void motionsAboutDifferentPlacesAreNotJoined() {
    RegisterMiMotion turn = RegisterMiMotion.of(0, 0, 0, 0, 0, 33);
    assertThrows(
        IllegalArgumentException.class, () -> turn.then(turn.about(1, 2, 3), PIXEL, SLICE));
    RegisterMiMotion placed = turn.about(1, 2, 3);
    assertArrayEquals(new double[] {1, 2, 3}, placed.then(placed, PIXEL, SLICE).middle());
    assertEquals(placed, turn.about(1, 2, 3));
    assertEquals(placed.hashCode(), turn.about(1, 2, 3).hashCode());
    assertEquals(turn, RegisterMiMotion.of(-0.0, 0, 0, 0, 0, 33));
    assertEquals(turn.hashCode(), RegisterMiMotion.of(-0.0, 0, 0, 0, 0, 33).hashCode());
    assertNotEquals(placed, turn);
    assertNotEquals(placed, "a motion");
  }

  @Test
  void knowsWhatDoesNotMove() {
    assertTrue(RegisterMiMotion.none().isNone());
    assertTrue(RegisterMiMotion.of(1, 0, 0, 0, 0, 0).isShift());
    assertFalse(RegisterMiMotion.of(0, 0, 0, 0, 1, 0).isShift());
    assertFalse(RegisterMiMotion.of(0, 0, 1, 0, 0, 0).isNone());
  }
}
